import { BIT_PADDING, BitReader, BitWriter } from "./bits.ts";
import type { SampleBuffer } from "./sample-buffer.ts";

/** How the samples of a chunk are written. Native histograms get kinds of their own. */
export const FLOAT_ENCODING = 1;

/** Some samples of one series, compressed: times as differences of differences, values as XOR with the one before. */
export interface Chunk {
  /** Goes on for `BIT_PADDING` bytes behind the last bit. */
  readonly bytes: Uint8Array;
  /** Bytes that hold bits. */
  readonly size: number;
  readonly count: number;
  readonly minTime: number;
  readonly maxTime: number;
}

/** Widths of a difference of differences of times in milliseconds; a wider one takes 64 bits. */
const NARROW = 7;
const MEDIUM = 13;
const WIDE = 20;
/** Leading zeros are written in 5 bits. */
const MAX_LEADING = 31;

/**
 * Writes a chunk sample by sample. What is written is never changed, so that a reader may look at the bytes of the
 * first `count` samples while more are appended.
 */
export class ChunkEncoder {
  readonly #bits = new BitWriter();
  count = 0;
  minTime = 0;
  maxTime = 0;
  #delta = 0;
  #high = 0;
  #low = 0;
  /** The bits of the last XOR that was written with its own width; 64 leading zeros fit no XOR. */
  #leading = 64;
  #trailing = 0;

  /** The samples so far. */
  get chunk(): Chunk {
    const { count, minTime, maxTime } = this;
    return { bytes: this.#bits.bytes, size: (this.#bits.length + 7) >>> 3, count, minTime, maxTime };
  }

  get lastHigh(): number {
    return this.#high;
  }

  get lastLow(): number {
    return this.#low;
  }

  /** Appends a sample by the two halves of its bits. Times do not fall. */
  append(time: number, high: number, low: number): void {
    if (this.count === 0) this.#writeFirst(time, high, low);
    else this.#writeNext(time, high, low);
    this.maxTime = time;
    this.#high = high;
    this.#low = low;
    this.count += 1;
  }

  #writeFirst(time: number, high: number, low: number): void {
    this.minTime = time;
    this.#bits.writeLong(time);
    this.#bits.write(high, 32);
    this.#bits.write(low, 32);
  }

  #writeNext(time: number, high: number, low: number): void {
    const delta = time - this.maxTime;
    this.#writeTime(delta - this.#delta);
    this.#delta = delta;
    this.#writeValue(high ^ this.#high, low ^ this.#low);
  }

  #writeTime(difference: number): void {
    const bits = this.#bits;
    if (difference === 0) {
      bits.write(0, 1);
    } else if (fits(difference, NARROW)) {
      bits.write(0b10, 2);
      bits.write(difference, NARROW);
    } else if (fits(difference, MEDIUM)) {
      bits.write(0b110, 3);
      bits.write(difference, MEDIUM);
    } else if (fits(difference, WIDE)) {
      bits.write(0b1110, 4);
      bits.write(difference, WIDE);
    } else {
      bits.write(0b1111, 4);
      bits.writeLong(difference);
    }
  }

  #writeValue(high: number, low: number): void {
    if ((high | low) === 0) {
      this.#bits.write(0, 1);
      return;
    }
    const leading = Math.min(MAX_LEADING, high === 0 ? 32 + Math.clz32(low) : Math.clz32(high));
    const trailing = low === 0 ? 32 + trailingZeros(high) : trailingZeros(low);
    if (leading >= this.#leading && trailing >= this.#trailing) {
      this.#bits.write(0b10, 2);
    } else {
      this.#leading = leading;
      this.#trailing = trailing;
      // Two bits, the leading zeros in five, the width less one in six.
      this.#bits.write((0b11 << 11) | (leading << 6) | (63 - leading - trailing), 13);
    }
    this.#writeMeaningful(high, low);
  }

  /** The bits between the leading and the trailing zeros. */
  #writeMeaningful(high: number, low: number): void {
    const trailing = this.#trailing;
    const width = 64 - this.#leading - trailing;
    if (trailing >= 32) {
      this.#bits.write(high >>> (trailing - 32), width);
      return;
    }
    const shifted = trailing === 0 ? low : (low >>> trailing) | (high << (32 - trailing));
    if (width > 32) this.#bits.write(high >>> trailing, width - 32);
    this.#bits.write(shifted, Math.min(width, 32));
  }
}

function fits(value: number, bits: number): boolean {
  const limit = 2 ** (bits - 1);
  return value >= -limit && value < limit;
}

function trailingZeros(word: number): number {
  return 31 - Math.clz32(word & -word);
}

/** Appends the samples of a chunk to a buffer. */
export function decodeChunk({ bytes, count }: Pick<Chunk, "bytes" | "count">, into: SampleBuffer): void {
  if (count === 0) return;
  into.reserve(into.count + count);
  const reader = new BitReader(bytes);
  const { times, words } = into;
  let index = into.count;
  const end = index + count;
  let time = reader.readLong();
  let delta = 0;
  const value = new ValueReader(reader);
  for (;;) {
    times[index] = time;
    words[2 * index] = value.low;
    words[2 * index + 1] = value.high;
    index += 1;
    if (index === end) break;
    delta += readTime(reader);
    time += delta;
    value.next();
  }
  into.count = end;
}

function readTime(reader: BitReader): number {
  if (reader.read(1) === 0) return 0;
  if (reader.read(1) === 0) return reader.readSigned(NARROW);
  if (reader.read(1) === 0) return reader.readSigned(MEDIUM);
  return reader.read(1) === 0 ? reader.readSigned(WIDE) : reader.readLong();
}

/** The bits of the values of a chunk, one after the other. */
class ValueReader {
  readonly #reader: BitReader;
  high: number;
  low: number;
  #leading = 0;
  #trailing = 0;

  constructor(reader: BitReader) {
    this.#reader = reader;
    this.high = reader.read(32);
    this.low = reader.read(32);
  }

  next(): void {
    const reader = this.#reader;
    if (reader.read(1) === 0) return;
    if (reader.read(1) === 1) {
      this.#leading = reader.read(5);
      this.#trailing = 63 - this.#leading - reader.read(6);
    }
    const trailing = this.#trailing;
    const width = 64 - this.#leading - trailing;
    const above = width > 32 ? reader.read(width - 32) : 0;
    const below = reader.read(Math.min(width, 32));
    if (trailing >= 32) {
      this.high ^= below << (trailing - 32);
    } else {
      this.low ^= below << trailing;
      this.high ^= (above << trailing) | (trailing === 0 ? 0 : below >>> (32 - trailing));
    }
  }
}

/** Writes samples anew, for instance when late ones came in between; at most `most` in each chunk. */
export function encodeChunks({ times, words, count }: SampleBuffer, most: number): Chunk[] {
  const chunks: Chunk[] = [];
  let encoder = new ChunkEncoder();
  for (let index = 0; index < count; index += 1) {
    encoder.append(times[index] ?? 0, words[2 * index + 1] ?? 0, words[2 * index] ?? 0);
    if (encoder.count < most && index < count - 1) continue;
    chunks.push(encoder.chunk);
    encoder = new ChunkEncoder();
  }
  return chunks;
}

/** Takes a chunk out of a larger buffer, or gives it the padding that a reader needs. */
export function chunkFrom(source: Uint8Array, start: number, facts: Omit<Chunk, "bytes">): Chunk {
  const end = start + facts.size + BIT_PADDING;
  if (end <= source.length) return { ...facts, bytes: source.subarray(start, end) };
  const bytes = new Uint8Array(facts.size + BIT_PADDING);
  bytes.set(source.subarray(start, start + facts.size));
  return { ...facts, bytes };
}
