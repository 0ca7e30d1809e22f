import { KahanMean, KahanSum } from "../engine/kahan.ts";
import { type CombineNotes, combinedHint, combineHistograms, withCommonBuckets } from "./arithmetic.ts";
import {
  areSameNumbers,
  type BucketCounts,
  compactBuckets,
  type Histogram,
  hasCustomBounds,
  RESET_NO,
  RESET_YES,
  type ResetHint,
} from "./histogram.ts";

/** Makes one histogram of many; `undefined` where only some of them have custom bounds. */
export type AggregateHistograms = (all: readonly Histogram[], notes: CombineNotes) => Histogram | undefined;

/** The sum of histograms, in the widest of their buckets. */
export const sumHistograms: AggregateHistograms = (all, notes) =>
  aggregate(all, notes, (aligned) => compensatedTotals(aligned, 1));

/** The average of histograms, finite also where their sum is not. */
export const averageHistograms: AggregateHistograms = (all, notes) =>
  aggregate(all, notes, (aligned) => {
    const totals = compensatedTotals(aligned, aligned.length);
    return areFinite(totals) ? totals : incrementalMeans(aligned);
  });

type Totals = Pick<Histogram, "count" | "sum" | "zeroCount" | "positive" | "negative">;

function aggregate(
  all: readonly Histogram[],
  notes: CombineNotes,
  totalsOf: (aligned: readonly Histogram[]) => Totals,
): Histogram | undefined {
  const [first, ...others] = all;
  if (first === undefined || others.some((one) => hasCustomBounds(one) !== hasCustomBounds(first))) return undefined;
  if (others.length === 0) return first;
  const aligned = others.every((one) => haveSameBuckets(one, first)) ? all : alignedHistograms(all, notes);
  return { ...(aligned[0] ?? first), resetHint: hintOf(all, notes), ...totalsOf(aligned) };
}

function hintOf(all: readonly Histogram[], notes: CombineNotes): ResetHint {
  const hints = new Set(all.map(({ resetHint }) => resetHint));
  if (hints.has(RESET_YES) && hints.has(RESET_NO)) notes.conflictingResets();
  return [...hints].reduce((hint, one) => combinedHint(hint, one, undefined));
}

function haveSameBuckets(one: Histogram, other: Histogram): boolean {
  return (
    one.schema === other.schema && one.zeroThreshold === other.zeroThreshold && areSameNumbers(one.bounds, other.bounds)
  );
}

/** Only when all are added is it known which buckets they have in common. */
function alignedHistograms([first, ...others]: readonly Histogram[], notes: CombineNotes): Histogram[] {
  const boundNotes = { ...notes, conflictingResets: () => undefined };
  let whole = first;
  for (const one of others) whole = whole && (combineHistograms(whole, one, 1, boundNotes) ?? whole);
  return [first, ...others].flatMap((one) => (one && whole ? [withCommonBuckets(one, whole)[0]] : []));
}

function compensatedTotals(aligned: readonly Histogram[], divisor: number): Totals {
  const [count, sum, zeroCount] = [new KahanSum(), new KahanSum(), new KahanSum()];
  const [positive, negative] = [new BucketSums(), new BucketSums()];
  for (const one of aligned) {
    count.add(one.count);
    sum.add(one.sum);
    zeroCount.add(one.zeroCount);
    positive.add(one.positive);
    negative.add(one.negative);
  }
  const [total, totalSum, totalZero] = [count, sum, zeroCount].map((one) => one.sum / divisor + one.lost / divisor);
  return {
    count: total ?? 0,
    sum: totalSum ?? 0,
    zeroCount: totalZero ?? 0,
    positive: positive.dividedBy(divisor),
    negative: negative.dividedBy(divisor),
  };
}

/**
 * Compensated sums of buckets, as `KahanSum` makes one. Neighbours in a chunk share their list of indexes, so that one
 * pass adds them.
 */
class BucketSums {
  #indexes: readonly number[] = [];
  #sums: number[] = [];
  #lost: number[] = [];

  add({ indexes, counts }: BucketCounts): void {
    if (indexes !== this.#indexes) this.#makePlaces(indexes);
    let place = 0;
    for (let at = 0; at < indexes.length; at += 1) {
      while ((this.#indexes[place] ?? Number.POSITIVE_INFINITY) < (indexes[at] ?? 0)) place += 1;
      this.#addAt(place, counts[at] ?? 0);
    }
  }

  dividedBy(divisor: number): BucketCounts {
    const counts = this.#sums.map((sum, at) => sum / divisor + (this.#lost[at] ?? 0) / divisor);
    return compactBuckets({ indexes: this.#indexes, counts });
  }

  #addAt(place: number, value: number): void {
    const sum = this.#sums[place] ?? 0;
    const lost = this.#lost[place] ?? 0;
    const total = sum + value;
    this.#sums[place] = total;
    if (!Number.isFinite(total)) this.#lost[place] = 0;
    else if (Math.abs(sum) >= Math.abs(value)) this.#lost[place] = lost + (sum - total + value);
    else this.#lost[place] = lost + (value - total + sum);
  }

  #makePlaces(wanted: readonly number[]): void {
    if (areSameNumbers(this.#indexes, wanted)) return;
    const [before, sums, lost] = [this.#indexes, this.#sums, this.#lost];
    const known = new Map(before.map((index, at) => [index, at]));
    if (wanted.every((index) => known.has(index))) return;
    this.#indexes = before.length === 0 ? wanted : [...new Set([...before, ...wanted])].sort((a, b) => a - b);
    this.#sums = this.#indexes.map((index) => sums[known.get(index) ?? -1] ?? 0);
    this.#lost = this.#indexes.map((index) => lost[known.get(index) ?? -1] ?? 0);
  }
}

function areFinite({ count, sum, zeroCount, positive, negative }: Totals): boolean {
  const hasNotOverflowed = (value: number) => Math.abs(value) !== Number.POSITIVE_INFINITY;
  return (
    [count, sum, zeroCount].every(hasNotOverflowed) &&
    [positive, negative].every(({ counts }) => counts.every(hasNotOverflowed))
  );
}

/** Slower than sums, and finite where they are not. */
function incrementalMeans(aligned: readonly Histogram[]): Totals {
  const side = (bucketsOf: (one: Histogram) => BucketCounts): BucketCounts => {
    const byIndex = aligned
      .map(bucketsOf)
      .map(({ indexes, counts }) => new Map(indexes.map((i, at) => [i, counts[at]])));
    const indexes = [...new Set(byIndex.flatMap((one) => [...one.keys()]))].sort((one, other) => one - other);
    return { indexes, counts: indexes.map((index) => meanOf(byIndex.map((one) => one.get(index) ?? 0))) };
  };
  return {
    count: meanOf(aligned.map(({ count }) => count)),
    sum: meanOf(aligned.map(({ sum }) => sum)),
    zeroCount: meanOf(aligned.map(({ zeroCount }) => zeroCount)),
    positive: side(({ positive }) => positive),
    negative: side(({ negative }) => negative),
  };
}

function meanOf(values: readonly number[]): number {
  const mean = new KahanMean();
  for (const value of values) mean.add(value);
  return mean.mean;
}
