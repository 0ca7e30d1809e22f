import type { BucketCounts, Histogram } from "../histogram/histogram.ts";

/** High half of the bits that stand for a native histogram in a column of floats: a NaN, and no stale marker. */
export const HISTOGRAM_HIGH = 0x7ff80000;

const number = new Float64Array(1);
const words = new Uint32Array(number.buffer);
/** @see FNV-1a, 32 bits */
const PRIME = 0x01000193;

/** The low half of these bits: other histograms have another one, but for a chance of one in four billion. */
export function digestOf({ schema, count, sum, zeroCount, zeroThreshold, positive, negative }: Histogram): number {
  const digest = mix(mix(mix(mix(schema, count), sum), zeroCount), zeroThreshold);
  return mixBuckets(mixBuckets(digest, positive), negative) >>> 0;
}

function mixBuckets(before: number, { indexes, counts }: BucketCounts): number {
  let digest = before;
  for (let at = 0; at < counts.length; at += 1) {
    const count = counts[at] ?? 0;
    if (count !== 0) digest = mix(digest ^ (indexes[at] ?? 0), count);
  }
  // What is counted on one side is not what is counted on the other.
  return Math.imul(digest + 1, PRIME);
}

function mix(digest: number, value: number): number {
  // There are many NaNs, and on the way through a number one may become another.
  number[0] = Number.isNaN(value) ? 0 : value;
  return Math.imul(Math.imul(digest ^ (words[0] ?? 0), PRIME) ^ (words[1] ?? 0), PRIME);
}
