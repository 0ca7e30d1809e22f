/**
 * A small assembler for WebAssembly with 128-bit vectors. Expressions are bytes that leave one value on the stack,
 * statements are bytes that leave none; a module is functions over one memory.
 *
 * @see WebAssembly core specification 2.0, 5 (binary format)
 */
export type Code = readonly number[];

const I32 = 0x7f;
const I64 = 0x7e;
const V128 = 0x7b;
const NO_VALUE = 0x40;
const END = 0x0b;

export interface FunctionBody {
  readonly name: string;
  /** How many 32-bit parameters; they are the first locals. */
  readonly parameters: number;
  /** Further locals, numbered behind the parameters: first the integers, then those of 64 bits, then the vectors. */
  readonly integers: number;
  readonly longs?: number;
  readonly vectors: number;
  /** Ends with an expression: every function gives one 32-bit number. */
  readonly code: Code;
}

export function assembleModule(functions: readonly FunctionBody[]): Uint8Array<ArrayBuffer> {
  const types = functions.map(({ parameters }) => [0x60, ...list(Array(parameters).fill([I32])), 1, I32]);
  const exported = functions.map(({ name }, index) => [...text(name), 0x00, ...unsigned(index)]);
  return Uint8Array.from([
    ...[0x00, 0x61, 0x73, 0x6d, 0x01, 0x00, 0x00, 0x00],
    ...section(1, list(types)),
    ...section(2, list([[...text("kernel"), ...text("memory"), 0x02, 0x00, 0x01]])),
    ...section(3, list(functions.map((_, index) => unsigned(index)))),
    ...section(7, list(exported)),
    ...section(10, list(functions.map(bodyOf))),
  ]);
}

function bodyOf({ integers, longs = 0, vectors, code }: FunctionBody): Code {
  const locals = [...unsigned(integers), I32, ...unsigned(longs), I64, ...unsigned(vectors), V128];
  const body = [3, ...locals, ...code, END];
  return [...unsigned(body.length), ...body];
}

function section(id: number, content: Code): Code {
  return [id, ...unsigned(content.length), ...content];
}

function list(items: readonly Code[]): Code {
  return [...unsigned(items.length), ...items.flat()];
}

function text(name: string): Code {
  return [...unsigned(name.length), ...Buffer.from(name)];
}

/** LEB128. */
function unsigned(value: number): Code {
  return value < 128 ? [value] : [(value & 127) | 128, ...unsigned(value >>> 7)];
}

function signed(value: number): Code {
  const isLast = value >= -64 && value < 64;
  return isLast ? [value & 127] : [(value & 127) | 128, ...signed(value >> 7)];
}

export function get(local: number): Code {
  return [0x20, ...unsigned(local)];
}

export function set(local: number, value: Code): Code {
  return [...value, 0x21, ...unsigned(local)];
}

/** Several statements, perhaps with an expression at the end. */
export function all(...parts: readonly Code[]): Code {
  return parts.flat();
}

export function repeatWhile(condition: Code, ...body: readonly Code[]): Code {
  const leaveUnless = [...condition, 0x45, 0x0d, 1];
  return [0x02, NO_VALUE, 0x03, NO_VALUE, ...leaveUnless, ...body.flat(), 0x0c, 0, END, END];
}

export function when(condition: Code, ...body: readonly Code[]): Code {
  return [...condition, 0x04, NO_VALUE, ...body.flat(), END];
}

export function choose(condition: Code, one: Code, other: Code): Code {
  return [...condition, 0x04, NO_VALUE, ...one, 0x05, ...other, END];
}

/** Ends the function with this value. */
export function give(value: Code): Code {
  return [...value, 0x0f];
}

export function copyBytes(to: Code, from: Code, count: Code): Code {
  return [...to, ...from, ...count, 0xfc, 0x0a, 0, 0];
}

const binary =
  (opcode: number) =>
  (left: Code, right: Code): Code => [...left, ...right, opcode];

const load =
  (opcode: number) =>
  (address: Code, offset = 0): Code => [...address, opcode, 0, ...unsigned(offset)];

const store =
  (opcode: number) =>
  (address: Code, value: Code, offset = 0): Code => [...address, ...value, opcode, 0, ...unsigned(offset)];

export const i32 = {
  of: (value: number): Code => [0x41, ...signed(value)],
  add: binary(0x6a),
  sub: binary(0x6b),
  mul: binary(0x6c),
  and: binary(0x71),
  or: binary(0x72),
  shl: binary(0x74),
  shrU: binary(0x76),
  remU: binary(0x70),
  xor: binary(0x73),
  /** How many zeros are below the lowest one. */
  trailingZeros: (value: Code): Code => [...value, 0x68],
  eq: binary(0x46),
  ltS: binary(0x48),
  gtS: binary(0x4a),
  leS: binary(0x4c),
  load: load(0x28),
  loadByte: load(0x2d),
  store: store(0x36),
  storeByte: store(0x3a),
} as const;

/** Shifts are by as many bits as the lower six of the number say. */
export const i64 = {
  or: binary(0x84),
  shl: binary(0x86),
  shrU: binary(0x88),
  extend: (value: Code): Code => [...value, 0xad],
  wrap: (value: Code): Code => [...value, 0xa7],
  load: load(0x29),
  store: store(0x37),
} as const;

const vector = (opcode: number): Code => [0xfd, ...unsigned(opcode)];

const unaryVector =
  (opcode: number) =>
  (value: Code): Code => [...value, ...vector(opcode)];

const binaryVector =
  (opcode: number) =>
  (left: Code, right: Code): Code => [...left, ...right, ...vector(opcode)];

const loadVector =
  (opcode: number) =>
  (address: Code, offset = 0): Code => [...address, ...vector(opcode), 0, ...unsigned(offset)];

/** An index of a swizzle that gives zero. With its highest bit set the processor needs one instruction. */
export const NO_BYTE = 0x80;

export const v128 = {
  /** Within a loop it is made anew each time round: keep it in a local before. */
  of: (bytes: readonly number[]): Code => [...vector(0x0c), ...bytes],
  load: loadVector(0x00),
  /** Eight bytes, the rest zero. */
  load64: loadVector(0x5d),
  /** Four bytes, four times. */
  load32Splat: loadVector(0x09),
  store: (address: Code, value: Code): Code => [...address, ...value, ...vector(0x0b), 0, 0],
  /** The lower eight bytes. */
  store64: (address: Code, value: Code): Code => [...address, ...value, ...vector(0x5b), 0, 0, 0],
  and: binaryVector(0x4e),
  or: binaryVector(0x50),
  xor: binaryVector(0x51),
  /** Bits of `one` where the mask has ones, of `other` elsewhere. */
  select: (one: Code, other: Code, mask: Code): Code => [...one, ...other, ...mask, ...vector(0x52)],
  /** Bytes of a vector by the indices in another one; an index above 15 gives zero. */
  swizzle: binaryVector(0x0e),
  shuffle: (lanes: readonly number[], left: Code, right: Code): Code => [...left, ...right, ...vector(0x0d), ...lanes],
} as const;

export const i8x16 = {
  eq: binaryVector(0x23),
  /** The highest bit of each byte. */
  bits: unaryVector(0x64),
  abs: unaryVector(0x60),
  add: binaryVector(0x6e),
  sub: binaryVector(0x71),
  minU: binaryVector(0x77),
  averageU: binaryVector(0x7b),
  /** Eight and eight 16-bit numbers, cut to 0…255. */
  narrow: binaryVector(0x66),
} as const;

export const i16x8 = {
  abs: unaryVector(0x80),
  add: binaryVector(0x8e),
  sub: binaryVector(0x91),
  leS: binaryVector(0x33),
  shrU: binaryVector(0x8d),
  /** Unsigned bytes multiplied: those of the lower half, those of the upper. */
  mulLow: binaryVector(0x9e),
  mulHigh: binaryVector(0x9f),
  extendLow: unaryVector(0x89),
  extendHigh: unaryVector(0x8a),
  /** Neighbouring bytes added. */
  addPairs: unaryVector(0x7d),
  /** Four and four 32-bit numbers, cut to 16 bits with sign. */
  narrow: binaryVector(0x85),
} as const;

export const i32x4 = {
  add: binaryVector(0xae),
  splat: unaryVector(0x11),
  shl: binaryVector(0xab),
  shiftRight: binaryVector(0xac),
  /** Neighbouring 16-bit numbers multiplied and added. */
  dot: binaryVector(0xba),
  /** Neighbouring unsigned 16-bit numbers added. */
  addPairs: unaryVector(0x7f),
  lane: (value: Code, lane: number): Code => [...value, ...vector(0x1b), lane],
} as const;

/** The sum of the four lanes. */
export function sumOfLanes(value: Code): Code {
  const [first, second, third, fourth] = [0, 1, 2, 3].map((lane) => i32x4.lane(value, lane));
  return i32.add(i32.add(first ?? [], second ?? []), i32.add(third ?? [], fourth ?? []));
}
