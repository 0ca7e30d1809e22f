import { BIT_PADDING } from "./bits.ts";

/** How the samples of a chunk are written. */
export const FLOAT_ENCODING = 1;
export const HISTOGRAM_ENCODING = 2;
export const ENCODINGS: readonly number[] = [FLOAT_ENCODING, HISTOGRAM_ENCODING];

/** Some samples of one series, compressed. */
export interface Chunk {
  /** One of `ENCODINGS`. */
  readonly encoding: number;
  /** Goes on for `BIT_PADDING` bytes behind the last bit. */
  readonly bytes: Uint8Array;
  /** Bytes that hold bits. */
  readonly size: number;
  readonly count: number;
  readonly minTime: number;
  readonly maxTime: number;
}

/** Takes a chunk out of a larger buffer, or gives it the padding that a reader needs. */
export function chunkFrom(source: Uint8Array, start: number, facts: Omit<Chunk, "bytes">): Chunk {
  const end = start + facts.size + BIT_PADDING;
  if (end <= source.length) return { ...facts, bytes: source.subarray(start, end) };
  const bytes = new Uint8Array(facts.size + BIT_PADDING);
  bytes.set(source.subarray(start, start + facts.size));
  return { ...facts, bytes };
}
