import {
  type Bucket,
  type BucketCounts,
  compactBuckets,
  type Histogram,
  hasCustomBounds,
  upperBound,
} from "./histogram.ts";

/** What of a bucket is left, and the value that its observations are taken to have. */
interface Rest {
  readonly count: number;
  readonly middle: number;
}

/** Which observations are cut off. */
export type TrimSide = "above" | "below";

/**
 * A histogram without the observations above or below a value. Inside the bucket where the value lies the observations
 * are assumed to be spread as quantiles assume it; the sum is estimated from what is left. A histogram that loses
 * nothing stays as it is.
 */
export function trimHistogram(histogram: Histogram, value: number, side: TrimSide): Histogram {
  const trim = new Trim(histogram, value, side);
  const positive = trim.buckets(histogram.positive, 1);
  const negative = trim.buckets(histogram.negative, -1);
  const zeroCount = trim.zero();
  if (!trim.hasCut) return histogram;
  return { ...histogram, count: trim.count, sum: trim.sum, zeroCount, positive, negative };
}

class Trim {
  readonly #histogram: Histogram;
  readonly #value: number;
  readonly #side: TrimSide;
  count = 0;
  sum = 0;
  hasCut = false;

  constructor(histogram: Histogram, value: number, side: TrimSide) {
    this.#histogram = histogram;
    this.#value = value;
    this.#side = side;
  }

  /** What is left of the buckets of one sign. */
  buckets({ indexes, counts }: BucketCounts, sign: 1 | -1): BucketCounts {
    const left = indexes.map((index, at) => {
      const count = counts[at] ?? 0;
      return count === 0
        ? 0
        : this.#take(count, this.#restOf({ ...boundsOf(this.#histogram, index, sign), count }, sign));
    });
    return compactBuckets({ indexes, counts: left });
  }

  /** What is left of the zero bucket. */
  zero(): number {
    const { zeroCount, zeroThreshold, positive, negative } = this.#histogram;
    if (zeroCount === 0) return 0;
    const [hasPositive, hasNegative] = [positive.indexes.length > 0, negative.indexes.length > 0];
    const lower = hasPositive && !hasNegative ? 0 : -zeroThreshold;
    const upper = hasNegative && !hasPositive ? 0 : zeroThreshold;
    return this.#take(zeroCount, this.#linearRest({ lower, upper, count: zeroCount }));
  }

  #take(count: number, rest: Rest): number {
    if (rest.count !== count) this.hasCut = true;
    this.count += rest.count;
    this.sum += rest.middle * rest.count;
    return rest.count;
  }

  #restOf(bucket: Bounds, sign: 1 | -1): Rest {
    const { lower, upper, count } = bucket;
    const isLinear = hasCustomBounds(this.#histogram);
    const kept = this.#side === "above" ? upper <= this.#value : lower >= this.#value;
    if (kept) return { count, middle: middleOf(lower, upper, sign, isLinear) };
    const gone = this.#side === "above" ? lower >= this.#value : upper <= this.#value;
    if (gone) return NOTHING;
    if (!Number.isFinite(lower) || !Number.isFinite(upper)) return this.#restOfOpen(bucket);
    if (isLinear) return this.#linearRest(bucket);
    const below = count * shareBelow(this.#value, bucket, sign);
    return this.#side === "above"
      ? { count: below, middle: middleOf(lower, this.#value, sign, isLinear) }
      : { count: count - below, middle: middleOf(this.#value, upper, sign, isLinear) };
  }

  #linearRest({ lower, upper, count }: Bounds): Rest {
    const value = this.#value;
    const isAbove = this.#side === "above";
    if (isAbove ? value >= upper : value <= lower) return { count, middle: (lower + upper) / 2 };
    if (isAbove ? value <= lower : value >= upper) return NOTHING;
    const share = (value - lower) / (upper - lower);
    return isAbove
      ? { count: count * share, middle: (lower + value) / 2 }
      : { count: count * (1 - share), middle: (value + upper) / 2 };
  }

  /** How far the observations of a bucket without one of its bounds reach is unknown. */
  #restOfOpen({ lower, upper, count }: Bounds): Rest {
    if (upper === Number.POSITIVE_INFINITY) {
      const isKept = this.#side === "below" && lower !== Number.NEGATIVE_INFINITY;
      return isKept ? { count, middle: this.#value } : NOTHING;
    }
    if (lower !== Number.NEGATIVE_INFINITY) return NOTHING;
    // As quantiles assume it: the first bucket of custom bounds begins at zero, or is no wider than its bound.
    if (upper > 0) return this.#value < 0 ? NOTHING : this.#linearRest({ lower: 0, upper, count });
    return this.#side === "above" ? { count, middle: this.#value } : NOTHING;
  }
}

const NOTHING: Rest = { count: 0, middle: 0 };

type Bounds = Pick<Bucket, "lower" | "upper" | "count">;

function boundsOf(histogram: Histogram, index: number, sign: 1 | -1): Pick<Bucket, "lower" | "upper"> {
  const { schema, bounds } = histogram;
  if (hasCustomBounds(histogram)) {
    const lower = index === 0 ? Number.NEGATIVE_INFINITY : (bounds[index - 1] ?? Number.POSITIVE_INFINITY);
    return { lower, upper: bounds[index] ?? Number.POSITIVE_INFINITY };
  }
  const [inner, outer] = [upperBound(index - 1, schema), upperBound(index, schema)];
  return sign === 1 ? { lower: inner, upper: outer } : { lower: -outer, upper: -inner };
}

/** The share of an exponential bucket below a value inside of it. */
function shareBelow(value: number, { lower, upper }: Bounds, sign: 1 | -1): number {
  const [logLower, logUpper, logValue] = [
    Math.log2(Math.abs(lower)),
    Math.log2(Math.abs(upper)),
    Math.log2(Math.abs(value)),
  ];
  if (sign === 1) return (logValue - logLower) / (logUpper - logLower);
  return 1 - (logValue - logUpper) / (logLower - logUpper);
}

function middleOf(lower: number, upper: number, sign: 1 | -1, isLinear: boolean): number {
  if (lower === Number.NEGATIVE_INFINITY && upper === Number.POSITIVE_INFINITY) return 0;
  if (lower === Number.NEGATIVE_INFINITY) return upper > 0 ? upper / 2 : upper;
  if (upper === Number.POSITIVE_INFINITY) return lower;
  return isLinear ? (lower + upper) / 2 : sign * Math.sqrt(Math.abs(lower * upper));
}
