import { type Bucket, bucketsOf, type Histogram, hasCustomBounds } from "./histogram.ts";

/** Receives what a caller should know about NaN observations, which are in no bucket. */
export interface QuantileNotes {
  /** The quantile is one of them. */
  nanResult(): void;
  /** They count among the greatest. */
  nanSkew(): void;
}

/** No bucket counts anything, as when all observations are NaN. */
const NO_BUCKET: Bucket = { lower: 0, upper: 0, count: 0, includes: "both" };

/** Whether there are NaN observations: the sum alone is NaN after infinities of both signs, too. */
function hasNaNs(histogram: Histogram): boolean {
  return Number.isNaN(histogram.sum) && countInBuckets(histogram) < histogram.count;
}

function countInBuckets(histogram: Histogram): number {
  return bucketsOf(histogram).reduce((total, { count }) => total + count, 0);
}

/** The value below which the share `quantile` of the observations lies. */
export function histogramQuantile(quantile: number, histogram: Histogram, notes?: QuantileNotes): number {
  if (quantile < 0) return Number.NEGATIVE_INFINITY;
  if (quantile > 1) return Number.POSITIVE_INFINITY;
  if (histogram.count === 0 || Number.isNaN(quantile)) return Number.NaN;
  // NaN observations count among the greatest: only from below the ranks are right.
  const mayHaveNaNs = Number.isNaN(histogram.sum);
  const isForward = mayHaveNaNs || quantile < 0.5;
  const rank = (isForward ? quantile : 1 - quantile) * histogram.count;
  const { bucket, seen } = bucketAt(rank, isForward ? bucketsOf(histogram) : bucketsOf(histogram).reverse());
  const edge = edgeOf(bucket, histogram);
  if (edge !== undefined) return edge;
  const bounds = interpolatedBounds(bucket, histogram);
  const reached = Math.min(seen, histogram.count);
  if (reached < rank) {
    if (!mayHaveNaNs) return bounds.upper;
    notes?.nanResult();
    return Number.NaN;
  }
  if (hasNaNs(histogram)) notes?.nanSkew();
  const inBucket = isForward ? rank - (reached - bucket.count) : reached - rank;
  return interpolate({ ...bucket, ...bounds }, inBucket / bucket.count, histogram);
}

/** The first bucket with which so many observations are seen, or the last one that has any. */
function bucketAt(rank: number, buckets: readonly Bucket[]): { bucket: Bucket; seen: number } {
  let [seen, found]: [number, Bucket] = [0, NO_BUCKET];
  for (const bucket of buckets) {
    if (bucket.count === 0) continue;
    found = bucket;
    seen += bucket.count;
    if (seen >= rank) break;
  }
  return { bucket: found, seen };
}

/** The outermost buckets of custom bounds have no width: their one bound is all that is known. */
function edgeOf({ lower, upper }: Bucket, histogram: Histogram): number | undefined {
  if (!hasCustomBounds(histogram)) return undefined;
  if (lower === Number.NEGATIVE_INFINITY) return upper <= 0 ? upper : undefined;
  return upper === Number.POSITIVE_INFINITY ? lower : undefined;
}

/** The zero bucket of a histogram without negative values begins at zero, and the first of custom ones does, too. */
function interpolatedBounds({ lower, upper }: Bucket, histogram: Histogram): { lower: number; upper: number } {
  if (hasCustomBounds(histogram)) {
    return { lower: lower === Number.NEGATIVE_INFINITY && upper > 0 ? 0 : lower, upper };
  }
  if (!(lower < 0 && upper > 0)) return { lower, upper };
  const [above, below] = [histogram.positive.indexes.length, histogram.negative.indexes.length];
  if (below === 0 && above > 0) return { lower: 0, upper };
  return above === 0 && below > 0 ? { lower, upper: 0 } : { lower, upper };
}

function isLinear({ lower, upper }: Pick<Bucket, "lower" | "upper">, histogram: Histogram): boolean {
  return hasCustomBounds(histogram) || (lower <= 0 && upper >= 0);
}

/** Exponential buckets are assumed to be filled evenly on a logarithmic scale. */
function interpolate(bucket: Bucket, fraction: number, histogram: Histogram): number {
  const { lower, upper } = bucket;
  if (isLinear(bucket, histogram)) return lower + (upper - lower) * fraction;
  const [logLower, logUpper] = [Math.log2(Math.abs(lower)), Math.log2(Math.abs(upper))];
  if (lower > 0) return 2 ** (logLower + (logUpper - logLower) * fraction);
  return -(2 ** (logUpper + (logLower - logUpper) * (1 - fraction)));
}

/**
 * The share of the observations between two values.
 *
 * @param noteNaNs - called when there are NaN observations, which are in no share
 */
export function histogramFraction(
  from: number,
  to: number,
  histogram: Histogram,
  noteNaNs: () => void = () => undefined,
): number {
  if (histogram.count === 0 || Number.isNaN(from) || Number.isNaN(to)) return Number.NaN;
  if (from >= to) return 0;
  const buckets = bucketsOf(histogram).map((bucket) => ({ ...bucket, ...interpolatedBounds(bucket, histogram) }));
  if (hasNaNs(histogram)) noteNaNs();
  return (rankOf(to, buckets, histogram) - rankOf(from, buckets, histogram)) / histogram.count;
}

/** How many observations lie below a value. */
function rankOf(value: number, buckets: readonly Bucket[], histogram: Histogram): number {
  let rank = 0;
  for (const bucket of buckets) {
    if (bucket.lower >= value) return rank;
    if (bucket.upper > value) return rank + bucket.count * shareBelow(value, bucket, histogram);
    rank += bucket.count;
  }
  return Number.isNaN(histogram.sum) ? rank : histogram.count;
}

function shareBelow(value: number, bucket: Bucket, histogram: Histogram): number {
  const { lower, upper } = bucket;
  if (upper === Number.POSITIVE_INFINITY || lower === Number.NEGATIVE_INFINITY) {
    return lower === Number.NEGATIVE_INFINITY ? 1 : 0;
  }
  if (isLinear(bucket, histogram)) return (value - lower) / (upper - lower);
  const [logLower, logUpper, logValue] = [lower, upper, value].map((number) => Math.log2(Math.abs(number))) as [
    number,
    number,
    number,
  ];
  if (value > 0) return (logValue - logLower) / (logUpper - logLower);
  return 1 - (logValue - logUpper) / (logLower - logUpper);
}

/** The variance, as if all observations of a bucket were its middle. */
export function histogramVariance(histogram: Histogram): number {
  const mean = histogram.sum / histogram.count;
  let variance = 0;
  for (const bucket of bucketsOf(histogram)) {
    const delta = middleOf(bucket, histogram) - mean;
    variance += bucket.count * delta * delta;
  }
  return variance / histogram.count;
}

function middleOf({ lower, upper }: Bucket, histogram: Histogram): number {
  if (hasCustomBounds(histogram)) {
    if (lower === Number.NEGATIVE_INFINITY) return upper > 0 ? upper / 2 : upper;
    return upper === Number.POSITIVE_INFINITY ? lower : (lower + upper) / 2;
  }
  if (lower <= 0 && upper >= 0) return 0;
  const middle = Math.sqrt(upper * lower);
  return upper < 0 ? -middle : middle;
}
