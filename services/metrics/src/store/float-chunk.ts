import { BitReader, BitWriter } from "./bits.ts";
import { type Chunk, FLOAT_ENCODING } from "./chunk.ts";
import { emptyXor, readTimeStep, readXor, writeTimeStep, writeXor, type XorState } from "./sample-bits.ts";
import type { SampleBuffer } from "./sample-buffer.ts";

/**
 * Writes a chunk of floats sample by sample: times as differences of differences, values as XOR with the one before.
 * What is written is never changed, so that a reader may look at the bytes of the first `count` samples while more are
 * appended.
 *
 * @see Gorilla: A Fast, Scalable, In-Memory Time Series Database, 4.1
 */
export class FloatChunkEncoder implements XorState {
  readonly #bits = new BitWriter();
  count = 0;
  minTime = 0;
  maxTime = 0;
  #delta = 0;
  high = 0;
  low = 0;
  leading = 64;
  trailing = 0;

  /** The samples so far. */
  get chunk(): Chunk {
    const { count, minTime, maxTime } = this;
    const size = (this.#bits.length + 7) >>> 3;
    return { encoding: FLOAT_ENCODING, bytes: this.#bits.bytes, size, count, minTime, maxTime };
  }

  /** Time of the sample before the last. */
  get timeBefore(): number {
    return this.maxTime - this.#delta;
  }

  /** Appends a sample by the two halves of its bits. Times do not fall. */
  append(time: number, high: number, low: number): void {
    if (this.count === 0) this.#writeFirst(time, high, low);
    else this.#writeNext(time, high, low);
    this.maxTime = time;
    this.count += 1;
  }

  #writeFirst(time: number, high: number, low: number): void {
    this.minTime = time;
    this.#bits.writeLong(time);
    this.#bits.write(high, 32);
    this.#bits.write(low, 32);
    this.high = high;
    this.low = low;
  }

  #writeNext(time: number, high: number, low: number): void {
    const delta = time - this.maxTime;
    writeTimeStep(delta - this.#delta, this.#bits);
    this.#delta = delta;
    writeXor(this.#bits, this, high, low);
  }
}

/** Appends the samples of a chunk of floats to a buffer. */
export function decodeFloats({ bytes, count }: Pick<Chunk, "bytes" | "count">, into: SampleBuffer): void {
  if (count === 0) return;
  into.reserve(into.count + count);
  const reader = new BitReader(bytes);
  const { times, words } = into;
  let index = into.count;
  const end = index + count;
  let time = reader.readLong();
  let delta = 0;
  const value = emptyXor();
  value.high = reader.read(32);
  value.low = reader.read(32);
  for (;;) {
    times[index] = time;
    words[2 * index] = value.low;
    words[2 * index + 1] = value.high;
    index += 1;
    if (index === end) break;
    delta += readTimeStep(reader);
    time += delta;
    readXor(reader, value);
  }
  into.count = end;
}
