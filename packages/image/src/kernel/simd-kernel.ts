import { assembleModule } from "./assembler.ts";
import { type Kernel, MOST_CODE_BITS, type RowShape, type RunCoder } from "./kernel.ts";
import { type ResamplePlan, resampleInStrips, type Strip, type StripEngine } from "./resample.ts";
import { horizontal, vertical } from "./resample-code.ts";
import { adler32, colours, filterRow, MASK_AT, multiplied, opaque, unfilter } from "./row-code.ts";
import { COUNT_TABLES, countRuns, END_SYMBOL, SYMBOLS, writeRuns } from "./run-code.ts";
import { fixedWeights } from "./taps.ts";

const PAGE = 65_536;
/** What lies behind the mask is free for each call. */
const FREE_AT = MASK_AT + 32;
/** Vectors read and write up to so far past the end of a row. */
const MARGIN = 32;
/** Rows are worked on in bands of about this size: they stay in the processor's cache. */
const BAND_BYTES = 131_072;

const FUNCTIONS = [
  unfilter,
  filterRow,
  opaque,
  colours,
  multiplied,
  adler32,
  horizontal,
  vertical,
  countRuns,
  writeRuns,
];

type Call = (...args: number[]) => number;

/** @returns `undefined` where WebAssembly or its vectors are missing */
export function openSimdKernel(): Kernel | undefined {
  try {
    const memory = new WebAssembly.Memory({ initial: 4 });
    const module = new WebAssembly.Module(assembleModule(FUNCTIONS));
    const { exports } = new WebAssembly.Instance(module, { kernel: { memory } });
    return kernelOver(memory, (name) => {
      const found = exports[name];
      if (typeof found !== "function") throw new TypeError(`The kernel has no ${name}.`);
      return (...args) => Number(found(...args));
    });
  } catch {
    // Started with --jitless, or a processor without vectors.
    return undefined;
  }
}

function kernelOver(memory: WebAssembly.Memory, call: (name: string) => Call): Kernel {
  const room = new WorkRoom(memory);
  const [unfilterRows, filterOne, addAlpha, dropAlpha, multiply, adler, across, down] = [
    call("unfilter"),
    call("filterRow"),
    call("opaque"),
    call("colours"),
    call("multiplied"),
    call("adler32"),
    call("horizontal"),
    call("vertical"),
  ];
  room.bytes(FREE_AT).fill(255, MASK_AT, MASK_AT + 16);
  return {
    unfilter: (scanlines, shape) => unfilterInBands(room, unfilterRows, scanlines, shape),
    filter: (rows, shape) =>
      filterRows(room, filterOne, shape, (row, { memory, at }) => {
        memory.set(rows.subarray(row * shape.rowBytes, (row + 1) * shape.rowBytes), at);
      }),
    filterOpaque: (pixels, { width, height }) =>
      filterRows(room, filterOne, { rowBytes: width * 3, height, bytesPerPixel: 3 }, (row, { memory, at, free }) => {
        memory.set(pixels.subarray(row * width * 4, (row + 1) * width * 4), free);
        dropAlpha(free, at, width);
      }),
    withOpaqueAlpha: (rows, memory = new Uint8Array((rows.length / 3) * 4)) =>
      inBands(room, addAlpha, rows, { from: 3, to: 4, result: memory }),
    withoutAlpha: (pixels) =>
      inBands(room, dropAlpha, pixels, { from: 4, to: 3, result: new Uint8Array((pixels.length / 4) * 3) }),
    premultiply: (pixels) => inBands(room, multiply, pixels, { from: 4, to: 4, result: pixels }),
    adler32: (bytes) => adlerInBands(room, adler, bytes),
    resample: (pixels, plan) => resample(room, { across, down }, pixels, plan),
    runs: runCoder(room, { count: call("countRuns"), write: call("writeRuns") }),
  };
}

/** The module's memory; views are made anew when it has grown. */
class WorkRoom {
  readonly #memory: WebAssembly.Memory;
  #bytes: Uint8Array;

  constructor(memory: WebAssembly.Memory) {
    this.#memory = memory;
    this.#bytes = new Uint8Array(memory.buffer);
  }

  /** All bytes, at least up to `end`. */
  bytes(end: number): Uint8Array {
    if (end > this.#bytes.length) {
      this.#memory.grow(Math.ceil((end - this.#bytes.length) / PAGE));
      this.#bytes = new Uint8Array(this.#memory.buffer);
    }
    return this.#bytes;
  }
}

function bandsOf(rowBytes: number, height: number): { readonly first: number; readonly count: number }[] {
  const rows = Math.max(1, Math.floor(BAND_BYTES / (rowBytes + 1)));
  return Array.from({ length: Math.ceil(height / rows) }, (_, band) => ({
    first: band * rows,
    count: Math.min(rows, height - band * rows),
  }));
}

function unfilterInBands(room: WorkRoom, call: Call, scanlines: Uint8Array, shape: RowShape): boolean {
  const { rowBytes, height, bytesPerPixel } = shape;
  const above = FREE_AT;
  const target = above + rowBytes;
  room.bytes(target + MARGIN).fill(0, above, target + MARGIN);
  for (const { first, count } of bandsOf(rowBytes, height)) {
    const source = target + count * rowBytes + MARGIN;
    const length = count * (rowBytes + 1);
    const bytes = room.bytes(source + length + MARGIN);
    bytes.set(scanlines.subarray(first * (rowBytes + 1), first * (rowBytes + 1) + length), source);
    if (call(source, target, count, rowBytes, bytesPerPixel) === 0) return false;
    scanlines.set(bytes.subarray(target, target + count * rowBytes), first * rowBytes);
    bytes.copyWithin(above, target + (count - 1) * rowBytes, target + count * rowBytes);
  }
  return true;
}

interface RowPlace {
  readonly memory: Uint8Array;
  readonly at: number;
  /** Zeros at first, with room for twice a row. */
  readonly free: number;
}

/** Puts one row where the filter reads it. */
type LoadRow = (row: number, place: RowPlace) => void;

function filterRows(
  room: WorkRoom,
  call: Call,
  { rowBytes, height, bytesPerPixel }: RowShape,
  load: LoadRow,
): Uint8Array {
  const scanlines = new Uint8Array((rowBytes + 1) * height);
  // Before each row lie zeros, as left neighbours of its first pixel.
  const stride = Math.ceil(rowBytes / 16) * 16 + 16;
  const candidates = FREE_AT;
  const target = candidates + stride * 4;
  const slots = target + rowBytes + 1 + MARGIN;
  const slotAt = (row: number): number => slots + 16 + (row & 1) * stride;
  const free = slots + stride * 2 + MARGIN;
  const end = free + rowBytes * 2 + MARGIN;
  const memory = room.bytes(end);
  memory.fill(0, slots, end);
  for (let row = 0; row < height; row += 1) {
    load(row, { memory, at: slotAt(row), free });
    call(slotAt(row), slotAt(row + 1), candidates, stride, rowBytes, bytesPerPixel, target);
    scanlines.set(memory.subarray(target, target + rowBytes + 1), row * (rowBytes + 1));
  }
  return scanlines;
}

/** Pixels worked on at a time: both sides stay in the nearest cache. */
const PIXELS_AT_A_TIME = 2048;

/** From pixels of so many bytes to pixels of so many. */
interface PixelBytes {
  readonly from: number;
  readonly to: number;
  readonly result: Uint8Array<ArrayBuffer>;
}

function inBands(
  room: WorkRoom,
  call: Call,
  pixels: Uint8Array,
  { from, to, result }: PixelBytes,
): Uint8Array<ArrayBuffer> {
  const count = pixels.length / from;
  const target = FREE_AT + PIXELS_AT_A_TIME * from + MARGIN;
  const memory = room.bytes(target + PIXELS_AT_A_TIME * to + MARGIN);
  for (let first = 0; first < count; first += PIXELS_AT_A_TIME) {
    const now = Math.min(PIXELS_AT_A_TIME, count - first);
    memory.set(pixels.subarray(first * from, (first + now) * from), FREE_AT);
    call(FREE_AT, target, now);
    result.set(memory.subarray(target, target + now * to), first * to);
  }
  return result;
}

function adlerInBands(room: WorkRoom, call: Call, bytes: Uint8Array): number {
  const whole = bytes.length - (bytes.length % 16);
  const memory = room.bytes(FREE_AT + BAND_BYTES);
  let checksum = 1;
  for (let at = 0; at < whole; at += BAND_BYTES) {
    const band = bytes.subarray(at, Math.min(whole, at + BAND_BYTES));
    memory.set(band, FREE_AT);
    checksum = call(FREE_AT, band.length, checksum);
  }
  let [a, b] = [checksum & 0xffff, checksum >>> 16];
  for (const byte of bytes.subarray(whole)) {
    a = (a + byte) % 65_521;
    b = (b + a) % 65_521;
  }
  return ((b << 16) | a) >>> 0;
}

interface RunCalls {
  readonly count: Call;
  readonly write: Call;
}

function runCoder(room: WorkRoom, calls: RunCalls): RunCoder {
  const tableAt = FREE_AT;
  const from = tableAt + SYMBOLS * 4 * COUNT_TABLES + MARGIN;
  let length = 0;
  return {
    count(block, before = ~(block[0] ?? 0)) {
      length = block.length;
      const memory = room.bytes(from + length + MARGIN);
      memory.fill(0, tableAt, from);
      memory[from - 1] = before;
      memory.set(block, from);
      calls.count(from, from + length, tableAt);
      const counts = new Uint32Array(memory.buffer, tableAt, SYMBOLS * COUNT_TABLES);
      const sums = counts.slice(0, SYMBOLS);
      for (let at = SYMBOLS; at < counts.length; at += 1) {
        sums[at % SYMBOLS] = (sums[at % SYMBOLS] ?? 0) + (counts[at] ?? 0);
      }
      sums[END_SYMBOL] = 1;
      return sums;
    },
    write(codes, begun) {
      const target = from + length + MARGIN;
      const memory = room.bytes(target + begun.bytes.length + Math.ceil(((length + 1) * MOST_CODE_BITS) / 8) + MARGIN);
      memory.set(begun.bytes, target);
      memory[target + begun.bytes.length] = 0;
      new Uint32Array(memory.buffer, tableAt, SYMBOLS).set(codes);
      const whole = begun.count >> 3;
      const count = whole * 8 + calls.write(from, from + length, tableAt, target + whole, begun.count & 7);
      return { bytes: memory.slice(target, target + ((count + 7) >> 3)), count };
    },
  };
}

interface ResampleCalls {
  readonly across: Call;
  readonly down: Call;
}

function resample(
  room: WorkRoom,
  calls: ResampleCalls,
  pixels: Uint8Array,
  plan: ResamplePlan,
): Uint8Array<ArrayBuffer> {
  const result = new Uint8Array(plan.width * plan.height * 4);
  resampleInStrips(plan, 8, (strip) => openStrip({ room, calls, pixels, plan, result }, strip));
  return result;
}

interface StripWork {
  readonly room: WorkRoom;
  readonly calls: ResampleCalls;
  readonly pixels: Uint8Array;
  readonly plan: ResamplePlan;
  readonly result: Uint8Array;
}

function openStrip({ room, calls, pixels, plan, result }: StripWork, strip: Strip): StripEngine {
  const { firstColumn, columns, slots } = strip;
  const taps = columnTaps(plan, strip);
  // Pixels are made four at a time, so a slot is a multiple of four long.
  const slotBytes = Math.ceil(columns / 4) * 32;
  const weightsAt = FREE_AT + taps.table.byteLength;
  const rowWeightsAt = weightsAt + taps.weights.byteLength;
  const rowListAt = align(rowWeightsAt + (plan.rows.mostTaps + 2) * 2);
  const outAt = align(rowListAt + (plan.rows.mostTaps + 2) * 4);
  const slotsAt = align(outAt + slotBytes / 2);
  const sourceAt = align(slotsAt + slots * slotBytes);
  const bytes = room.bytes(sourceAt + taps.sourceBytes + MARGIN);
  const words = new Int32Array(bytes.buffer, rowListAt, plan.rows.mostTaps + 2);
  const shorts = new Int16Array(bytes.buffer, rowWeightsAt, plan.rows.mostTaps + 2);
  bytes.set(new Uint8Array(taps.table.buffer), FREE_AT);
  bytes.set(new Uint8Array(taps.weights.buffer), weightsAt);
  return {
    across(sourceRow, slot) {
      const from = (sourceRow * plan.source.width + taps.firstPixel) * 4;
      bytes.set(pixels.subarray(from, from + taps.sourceBytes), sourceAt);
      calls.across(sourceAt, slotsAt + slot * slotBytes, FREE_AT, weightsAt, columns);
    },
    down(row, slotOf) {
      const weights = fixedWeights(plan.rows, row);
      const even = weights.length + (weights.length & 1);
      shorts.set(weights);
      shorts[even - 1] = weights.length === even ? (weights[even - 1] ?? 0) : 0;
      for (let tap = 0; tap < even; tap += 1) {
        const sourceRow = (plan.rows.first[row] ?? 0) + Math.min(tap, weights.length - 1);
        words[tap] = slotsAt + slotOf(sourceRow) * slotBytes;
      }
      calls.down(rowListAt, rowWeightsAt, even, outAt, slotBytes);
      result.set(bytes.subarray(outAt, outAt + columns * 4), (row * plan.width + firstColumn) * 4);
    },
  };
}

/** The taps of a strip's columns as the kernel reads them: offset and number of each, weights in groups of four. */
function columnTaps({ columns: taps }: ResamplePlan, { firstColumn, columns }: Strip) {
  const last = firstColumn + columns - 1;
  const firstPixel = taps.first[firstColumn] ?? 0;
  const endPixel = (taps.first[last] ?? 0) + (taps.count[last] ?? 0);
  const lists = Array.from({ length: columns }, (_, index) => fixedWeights(taps, firstColumn + index));
  const padded = lists.map((list) => Math.ceil(list.length / 4) * 4);
  const weights = new Int16Array(align(padded.reduce((sum, length) => sum + length, 0)));
  const table = new Int32Array(columns * 2);
  let at = 0;
  for (const [index, list] of lists.entries()) {
    weights.set(list, at);
    table.set([((taps.first[firstColumn + index] ?? 0) - firstPixel) * 4, padded[index] ?? 0], index * 2);
    at += padded[index] ?? 0;
  }
  return { firstPixel, sourceBytes: (endPixel - firstPixel) * 4, table, weights };
}

function align(address: number): number {
  return Math.ceil(address / 16) * 16;
}
