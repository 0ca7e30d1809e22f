import {
  type BucketCounts,
  compactBuckets,
  type Histogram,
  hasCustomBounds,
  NO_BUCKETS,
  RESET_GAUGE,
  RESET_NO,
  RESET_UNKNOWN,
  RESET_YES,
  type ResetHint,
  reduceSchema,
  upperBound,
} from "./histogram.ts";

/** What may be odd about the sum or difference of two histograms. */
export interface CombineNotes {
  /** One knows of a reset, the other one knows that there was none. */
  conflictingResets(): void;
  /** Their own bounds differ: only common ones are left. */
  mismatchedBounds(): void;
}

/**
 * The sum of two histograms, or with `sign` -1 their difference, in the wider of their buckets.
 *
 * @returns `undefined` when one has bounds of its own and the other has not
 */
export function combineHistograms(
  one: Histogram,
  other: Histogram,
  sign: 1 | -1,
  notes?: CombineNotes,
): Histogram | undefined {
  if (hasCustomBounds(one) !== hasCustomBounds(other)) return undefined;
  const resetHint = combinedHint(one.resetHint, other.resetHint, notes);
  const totals = { count: one.count + sign * other.count, sum: one.sum + sign * other.sum, resetHint };
  const [left, right] = withCommonBuckets(one, other, notes);
  return {
    ...left,
    ...totals,
    zeroCount: left.zeroCount + sign * right.zeroCount,
    positive: addBuckets(left.positive, right.positive, sign),
    negative: addBuckets(left.negative, right.negative, sign),
  };
}

/** Two histograms of the same kind with the wider of their buckets. */
export function withCommonBuckets(one: Histogram, other: Histogram, notes?: CombineNotes): [Histogram, Histogram] {
  if (hasCustomBounds(one)) return withCommonBounds(one, other, notes);
  const schema = Math.min(one.schema, other.schema);
  return withCommonZero(reduceSchema(one, schema), reduceSchema(other, schema));
}

/** A histogram whose counts and sum are changed alike. */
function scaleHistogram(histogram: Histogram, change: (value: number) => number): Histogram {
  const scaled = ({ indexes, counts }: BucketCounts) => compactBuckets({ indexes, counts: counts.map(change) });
  return {
    ...histogram,
    count: change(histogram.count),
    sum: change(histogram.sum),
    zeroCount: change(histogram.zeroCount),
    positive: scaled(histogram.positive),
    negative: scaled(histogram.negative),
  };
}

/** Times a number; a negative one makes a gauge of it. */
export function multiplyHistogram(histogram: Histogram, factor: number): Histogram {
  const scaled = scaleHistogram(histogram, (value) => value * factor);
  return factor < 0 ? { ...scaled, resetHint: RESET_GAUGE } : scaled;
}

/** Divided by a number. By zero no bucket is left: its share would be no number. */
export function divideHistogram(histogram: Histogram, divisor: number): Histogram {
  const scaled = scaleHistogram(histogram, (value) => value / divisor);
  const marked: Histogram = divisor < 0 ? { ...scaled, resetHint: RESET_GAUGE } : scaled;
  return divisor === 0 ? { ...marked, positive: NO_BUCKETS, negative: NO_BUCKETS } : marked;
}

/** The reset hint of a sum. */
export function combinedHint(one: ResetHint, other: ResetHint, notes: CombineNotes | undefined): ResetHint {
  if (one === RESET_GAUGE || other === RESET_GAUGE) return RESET_GAUGE;
  if (one === other) return one;
  if (one !== RESET_UNKNOWN && other !== RESET_UNKNOWN) notes?.conflictingResets();
  return RESET_UNKNOWN;
}

function addBuckets(one: BucketCounts, other: BucketCounts, sign: 1 | -1): BucketCounts {
  const sum = { indexes: [] as number[], counts: [] as number[] };
  let [left, right] = [0, 0];
  while (left < one.indexes.length || right < other.indexes.length) {
    const leftIndex = one.indexes[left] ?? Number.POSITIVE_INFINITY;
    const rightIndex = other.indexes[right] ?? Number.POSITIVE_INFINITY;
    let count = 0;
    if (leftIndex <= rightIndex) count = one.counts[left++] ?? 0;
    if (rightIndex <= leftIndex) count += sign * (other.counts[right++] ?? 0);
    if (count === 0) continue;
    sum.indexes.push(Math.min(leftIndex, rightIndex));
    sum.counts.push(count);
  }
  return sum;
}

/** Two histograms whose own bounds differ keep those that both have. */
function withCommonBounds(one: Histogram, other: Histogram, notes: CombineNotes | undefined): [Histogram, Histogram] {
  const areSame =
    one.bounds.length === other.bounds.length && one.bounds.every((bound, at) => bound === other.bounds[at]);
  if (areSame) return [one, other];
  notes?.mismatchedBounds();
  const common = one.bounds.filter((bound) => other.bounds.includes(bound));
  return [withBounds(one, common), withBounds(other, common)];
}

function withBounds(histogram: Histogram, bounds: readonly number[]): Histogram {
  const merged = new Map<number, number>();
  for (const [at, index] of histogram.positive.indexes.entries()) {
    const upper = histogram.bounds[index] ?? Number.POSITIVE_INFINITY;
    const found = bounds.findIndex((bound) => bound >= upper);
    const target = found === -1 ? bounds.length : found;
    merged.set(target, (merged.get(target) ?? 0) + (histogram.positive.counts[at] ?? 0));
  }
  return { ...histogram, bounds, positive: { indexes: [...merged.keys()], counts: [...merged.values()] } };
}

/** The zero buckets of two histograms may differ in width: the narrower one takes in what lies in the wider. */
function withCommonZero(one: Histogram, other: Histogram): [Histogram, Histogram] {
  let [left, right] = [one, other];
  while (left.zeroThreshold !== right.zeroThreshold) {
    if (left.zeroThreshold > right.zeroThreshold) right = widenZero(right, left.zeroThreshold);
    else left = widenZero(left, right.zeroThreshold);
  }
  return [left, right];
}

/** Widens the zero bucket; further than asked where the threshold lies inside of a bucket that counts something. */
function widenZero(histogram: Histogram, threshold: number): Histogram {
  if (threshold <= histogram.zeroThreshold) return histogram;
  const { schema, positive, negative } = histogram;
  let reached = threshold;
  for (const { indexes, counts } of [positive, negative]) {
    for (const [at, index] of indexes.entries()) {
      const isCut = upperBound(index - 1, schema) < reached && upperBound(index, schema) > reached;
      if (isCut && counts[at] !== 0) reached = upperBound(index, schema);
    }
  }
  const [above, below] = [splitAt(positive, schema, reached), splitAt(negative, schema, reached)];
  return {
    ...histogram,
    zeroThreshold: reached,
    zeroCount: histogram.zeroCount + above.inside + below.inside,
    positive: above.outside,
    negative: below.outside,
  };
}

function splitAt({ indexes, counts }: BucketCounts, schema: number, threshold: number) {
  let inside = 0;
  const outside: { indexes: number[]; counts: number[] } = { indexes: [], counts: [] };
  for (const [at, index] of indexes.entries()) {
    if (upperBound(index, schema) <= threshold) inside += counts[at] ?? 0;
    else {
      outside.indexes.push(index);
      outside.counts.push(counts[at] ?? 0);
    }
  }
  return { inside, outside };
}

/** Whether the counts of a histogram began again since the one before it. */
export function isReset(histogram: Histogram, before: Histogram): boolean {
  const { resetHint } = histogram;
  if (resetHint === RESET_YES) return true;
  if (resetHint === RESET_NO) return false;
  if (histogram.count < before.count) return true;
  if (hasCustomBounds(histogram) !== hasCustomBounds(before)) return true;
  if (hasCustomBounds(histogram)) {
    const [now, then] = withCommonBounds(histogram, before, undefined);
    return hasFallen(now.positive, then.positive);
  }
  if (histogram.schema > before.schema || histogram.zeroThreshold < before.zeroThreshold) return true;
  const then = widenZero(reduceSchema(before, histogram.schema), histogram.zeroThreshold);
  if (then.zeroThreshold !== histogram.zeroThreshold || histogram.zeroCount < then.zeroCount) return true;
  return hasFallen(histogram.positive, then.positive) || hasFallen(histogram.negative, then.negative);
}

function hasFallen(now: BucketCounts, then: BucketCounts): boolean {
  let at = 0;
  for (let place = 0; place < then.indexes.length; place += 1) {
    const index = then.indexes[place] ?? 0;
    while ((now.indexes[at] ?? index) < index) at += 1;
    const count = now.indexes[at] === index ? (now.counts[at] ?? 0) : 0;
    if (count < (then.counts[place] ?? 0)) return true;
  }
  return false;
}
