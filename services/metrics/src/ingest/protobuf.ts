import type { DecodeBudget } from "./decode-budget.ts";

/** Bytes that are no protobuf message of the kind that is expected. */
export class ProtobufError extends Error {
  constructor(reason: string) {
    super(reason);
    this.name = "ProtobufError";
  }
}

/** Wire types. @see Protocol Buffers, Encoding */
const VARINT = 0;
const FIXED_64 = 1;
const LENGTH = 2;
const FIXED_32 = 5;

/** Reads the fields of one message, in their order. Unknown ones are passed over. */
export class MessageReader {
  readonly #bytes: Buffer;
  #at: number;
  readonly #end: number;
  readonly #budget: DecodeBudget;
  /** Number of the field that `next` has come to. */
  field = 0;
  #type = VARINT;

  /** @param budget - of the whole request; every field of every message in it counts */
  constructor(bytes: Buffer, budget: DecodeBudget, start = 0, end = bytes.length) {
    this.#bytes = bytes;
    this.#budget = budget;
    this.#at = start;
    this.#end = end;
  }

  /** @returns whether there is another field. @throws DecodeLimitError */
  next(): boolean {
    if (this.#at >= this.#end) return false;
    this.#budget.take();
    const tag = this.varint();
    this.field = Math.floor(tag / 8);
    this.#type = tag % 8;
    return true;
  }

  /** A whole number from 0; beyond 2⁵³ it is rounded. */
  varint(): number {
    // Most numbers take one byte.
    const first = this.#at < this.#end ? (this.#bytes[this.#at] ?? 0) : 128;
    if (first < 128) {
      this.#at += 1;
      return first;
    }
    let value = 0;
    let factor = 1;
    for (let read = 0; read < 10; read += 1) {
      if (this.#at >= this.#end) throw new ProtobufError("it ends inside a number");
      const byte = this.#bytes[this.#at] ?? 0;
      this.#at += 1;
      value += (byte & 127) * factor;
      if (byte < 128) return value;
      factor *= 128;
    }
    throw new ProtobufError("a number is longer than ten bytes");
  }

  /** A 64-bit number of either sign. */
  int64(): number {
    this.#require(VARINT);
    const start = this.#at;
    const value = this.varint();
    if (value < 2 ** 53) return value;
    this.#at = start;
    return Number(BigInt.asIntN(64, this.#bigVarint()));
  }

  /** The two halves of eight bytes, lower one first: a marker would not survive being a number. */
  words(): readonly [low: number, high: number] {
    this.#require(FIXED_64);
    this.#reserve(8);
    const words = [this.#bytes.readUInt32LE(this.#at), this.#bytes.readUInt32LE(this.#at + 4)] as const;
    this.#at += 8;
    return words;
  }

  /** Eight bytes as a number without a sign. */
  fixed64(): bigint {
    this.#require(FIXED_64);
    return this.#fixed64();
  }

  double(): number {
    this.#require(FIXED_64);
    return this.#double();
  }

  /** Numbers of eight bytes, one behind the other or alone. */
  eachFixed64(take: (value: bigint) => void): void {
    if (this.#type === FIXED_64) {
      take(this.#fixed64());
      return;
    }
    for (const end = this.#enterFixed64(); this.#isBefore(end); ) take(this.#fixed64());
  }

  /** Floats, one behind the other or alone. */
  doubles(into: number[]): void {
    if (this.#type === FIXED_64) {
      into.push(this.#double());
      return;
    }
    for (const end = this.#enterFixed64(); this.#isBefore(end); ) into.push(this.#double());
  }

  text(): string {
    const [start, end] = this.section();
    return this.#bytes.toString("utf8", start, end);
  }

  bytes(): Buffer {
    const [start, end] = this.section();
    return this.#bytes.subarray(start, end);
  }

  /** The message inside this one. */
  message(): MessageReader {
    const [start, end] = this.section();
    return new MessageReader(this.#bytes, this.#budget, start, end);
  }

  /** Where the bytes of a text or message begin and end. */
  section(): readonly [start: number, end: number] {
    this.#require(LENGTH);
    const length = this.varint();
    const start = this.#at;
    this.#pass(length);
    return [start, this.#at];
  }

  /** Whole numbers, one behind the other or alone. */
  numbers(into: number[]): void {
    if (this.#type === VARINT) {
      into.push(this.varint());
      return;
    }
    for (const end = this.#enter(); this.#isBefore(end); this.#budget.take()) into.push(this.varint());
  }

  /** A number in zigzag form. */
  signed(): number {
    return unzigzag(this.varint());
  }

  /** Numbers in zigzag form, one behind the other or alone. */
  signedNumbers(into: number[]): void {
    if (this.#type === VARINT) {
      into.push(this.signed());
      return;
    }
    for (const end = this.#enter(); this.#isBefore(end); this.#budget.take()) into.push(this.signed());
  }

  /** Passes over the field that `next` has come to. */
  skip(): void {
    if (this.#type === VARINT) this.varint();
    else if (this.#type === FIXED_64) this.#pass(8);
    else if (this.#type === FIXED_32) this.#pass(4);
    else this.section();
  }

  /** Goes to the first of the numbers that stand one behind the other in this field. @returns where they end */
  #enter(): number {
    const [start, end] = this.section();
    this.#at = start;
    return end;
  }

  /** As `#enter`, for numbers of eight bytes: their count is known before any is read. */
  #enterFixed64(): number {
    const end = this.#enter();
    this.#budget.takeMany((end - this.#at) / 8);
    return end;
  }

  #isBefore(end: number): boolean {
    if (this.#at > end) throw new ProtobufError("it ends inside a number");
    return this.#at < end;
  }

  #fixed64(): bigint {
    this.#reserve(8);
    const value = this.#bytes.readBigUInt64LE(this.#at);
    this.#at += 8;
    return value;
  }

  #double(): number {
    this.#reserve(8);
    const value = this.#bytes.readDoubleLE(this.#at);
    this.#at += 8;
    return value;
  }

  #bigVarint(): bigint {
    let value = 0n;
    for (let shift = 0n; shift < 70n; shift += 7n) {
      const byte = this.#bytes[this.#at] ?? 0;
      this.#at += 1;
      value |= BigInt(byte & 127) << shift;
      if (byte < 128) break;
    }
    return value;
  }

  #pass(length: number): void {
    this.#reserve(length);
    this.#at += length;
  }

  #reserve(length: number): void {
    if (length > this.#end - this.#at) throw new ProtobufError("it ends inside a field");
  }

  #require(type: number): void {
    if (this.#type !== type) throw new ProtobufError(`field ${this.field} is of another kind`);
  }
}

function unzigzag(number: number): number {
  return number % 2 === 0 ? number / 2 : -(number + 1) / 2;
}
