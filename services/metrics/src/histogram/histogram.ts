/** Counts of buckets by their index, rising; buckets without an observation are left out. */
export interface BucketCounts {
  /** Rising. */
  readonly indexes: readonly number[];
  readonly counts: readonly number[];
}

/** Whether the counts began again before a histogram, as its sender says. */
export const RESET_UNKNOWN = 0;
export const RESET_YES = 1;
export const RESET_NO = 2;
/** It is no counter: it may fall. */
export const RESET_GAUGE = 3;

export const RESET_HINTS = [RESET_UNKNOWN, RESET_YES, RESET_NO, RESET_GAUGE] as const;

export type ResetHint = (typeof RESET_HINTS)[number];

/** A number that is none counts as unknown. */
export function resetHintOf(code: number): ResetHint {
  return RESET_HINTS[code] ?? RESET_UNKNOWN;
}

/** The schema of histograms that bring their own bounds. */
export const CUSTOM_SCHEMA = -53;
export const MIN_SCHEMA = -4;
export const MAX_SCHEMA = 8;

/**
 * A native histogram. A bucket with index i of schema s counts what lies in (b^(i-1), b^i] with b = 2^(2^-s); with
 * custom bounds what lies in (bounds[i-1], bounds[i]].
 *
 * @see Prometheus, Native Histograms
 */
export interface Histogram {
  readonly schema: number;
  readonly resetHint: ResetHint;
  readonly count: number;
  readonly sum: number;
  readonly zeroThreshold: number;
  readonly zeroCount: number;
  readonly positive: BucketCounts;
  readonly negative: BucketCounts;
  /** Upper bounds, rising; the last bucket is without one. Empty but for the custom schema. */
  readonly bounds: readonly number[];
}

export const NO_BUCKETS: BucketCounts = { indexes: [], counts: [] };

export function emptyHistogram(schema: number, bounds: readonly number[] = []): Histogram {
  return {
    schema,
    resetHint: RESET_UNKNOWN,
    count: 0,
    sum: 0,
    zeroThreshold: 0,
    zeroCount: 0,
    positive: NO_BUCKETS,
    negative: NO_BUCKETS,
    bounds,
  };
}

export function hasCustomBounds({ schema }: Pick<Histogram, "schema">): boolean {
  return schema === CUSTOM_SCHEMA;
}

/** The greatest value that a bucket of an exponential schema counts. */
export function upperBound(index: number, schema: number): number {
  const bound = 2 ** (index * 2 ** -schema);
  // The last bucket goes as far as numbers do.
  return bound === Number.POSITIVE_INFINITY && 2 ** ((index - 1) * 2 ** -schema) < bound ? Number.MAX_VALUE : bound;
}

/** A bucket with its bounds. */
export interface Bucket {
  readonly lower: number;
  readonly upper: number;
  readonly count: number;
  /** Which bounds belong to it: negative buckets have their lower one, the zero bucket has both. */
  readonly includes: "lower" | "upper" | "both";
}

/** All buckets with an observation, from the least values to the greatest. */
export function bucketsOf(histogram: Histogram): Bucket[] {
  if (hasCustomBounds(histogram)) return customBuckets(histogram);
  const { schema, positive, negative, zeroCount, zeroThreshold } = histogram;
  const buckets: Bucket[] = [];
  for (let at = negative.indexes.length - 1; at >= 0; at -= 1) {
    const index = negative.indexes[at] ?? 0;
    const count = negative.counts[at] ?? 0;
    buckets.push({
      lower: -upperBound(index, schema),
      upper: -upperBound(index - 1, schema),
      count,
      includes: "lower",
    });
  }
  if (zeroCount !== 0) {
    buckets.push({ lower: -zeroThreshold, upper: zeroThreshold, count: zeroCount, includes: "both" });
  }
  for (const [at, index] of positive.indexes.entries()) {
    const count = positive.counts[at] ?? 0;
    buckets.push({ lower: upperBound(index - 1, schema), upper: upperBound(index, schema), count, includes: "upper" });
  }
  return buckets;
}

function customBuckets({ positive, bounds }: Histogram): Bucket[] {
  return positive.indexes.map((index, at) => ({
    lower: index === 0 ? Number.NEGATIVE_INFINITY : (bounds[index - 1] ?? Number.POSITIVE_INFINITY),
    upper: bounds[index] ?? Number.POSITIVE_INFINITY,
    count: positive.counts[at] ?? 0,
    includes: "upper",
  }));
}

/** Leaves out buckets that count nothing. */
export function compactBuckets({ indexes, counts }: BucketCounts): BucketCounts {
  if (!counts.includes(0)) return { indexes, counts };
  const kept: { readonly indexes: number[]; readonly counts: number[] } = { indexes: [], counts: [] };
  for (let at = 0; at < counts.length; at += 1) {
    const count = counts[at] ?? 0;
    if (count === 0) continue;
    kept.indexes.push(indexes[at] ?? 0);
    kept.counts.push(count);
  }
  return kept;
}

/** A histogram without the buckets that count nothing. */
export function compactHistogram(histogram: Histogram): Histogram {
  const { positive, negative } = histogram;
  return { ...histogram, positive: compactBuckets(positive), negative: compactBuckets(negative) };
}

/** A histogram with wider buckets; the same when its schema is the wanted one. */
export function reduceSchema(histogram: Histogram, schema: number): Histogram {
  if (histogram.schema <= schema || hasCustomBounds(histogram)) return histogram;
  const shift = histogram.schema - schema;
  return {
    ...histogram,
    schema,
    positive: widen(histogram.positive, shift),
    negative: widen(histogram.negative, shift),
  };
}

/** Index of the bucket of a schema that is `shift` smaller. */
function widerIndex(index: number, shift: number): number {
  return Math.ceil(index / 2 ** shift);
}

function widen({ indexes, counts }: BucketCounts, shift: number): BucketCounts {
  const merged = new Map<number, number>();
  for (const [at, index] of indexes.entries()) {
    const wider = widerIndex(index, shift);
    merged.set(wider, (merged.get(wider) ?? 0) + (counts[at] ?? 0));
  }
  return { indexes: [...merged.keys()], counts: [...merged.values()] };
}

/** Whether two histograms are the same in every part that counts. */
export function areEqual(one: Histogram, other: Histogram): boolean {
  const sameNumber = (left: number, right: number) => left === right || (Number.isNaN(left) && Number.isNaN(right));
  return (
    one.schema === other.schema &&
    sameNumber(one.count, other.count) &&
    sameNumber(one.sum, other.sum) &&
    one.zeroCount === other.zeroCount &&
    one.zeroThreshold === other.zeroThreshold &&
    areSameBuckets(one.positive, other.positive) &&
    areSameBuckets(one.negative, other.negative) &&
    areSameNumbers(one.bounds, other.bounds)
  );
}

export function areSameNumbers(one: readonly number[], other: readonly number[]): boolean {
  return one === other || (one.length === other.length && one.every((number, at) => number === other[at]));
}

function areSameBuckets(one: BucketCounts, other: BucketCounts): boolean {
  const [left, right] = [compactBuckets(one), compactBuckets(other)];
  return (
    left.indexes.length === right.indexes.length &&
    left.indexes.every((index, at) => index === right.indexes[at] && left.counts[at] === right.counts[at])
  );
}
