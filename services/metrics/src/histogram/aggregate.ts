import { KahanMean, KahanSum } from "../engine/kahan.ts";
import { type CombineNotes, combinedHint, combineHistograms, withCommonBuckets } from "./arithmetic.ts";
import {
  type BucketCounts,
  type Histogram,
  hasCustomBounds,
  RESET_NO,
  RESET_YES,
  type ResetHint,
} from "./histogram.ts";

/** Makes one histogram of many; `undefined` where only some of them have custom bounds. */
export type AggregateHistograms = (all: readonly Histogram[], notes: CombineNotes) => Histogram | undefined;

/** The sum of histograms, in the widest of their buckets. */
export const sumHistograms: AggregateHistograms = (all, notes) => aggregate(all, notes, compensatedSum);

/** The average of histograms, finite also where their sum is not. */
export const averageHistograms: AggregateHistograms = (all, notes) => aggregate(all, notes, compensatedMean);

/** Aggregates one number of each histogram. */
type AggregateNumbers = (values: Iterable<number>, count: number) => number;

function compensatedSum(values: Iterable<number>): number {
  const sum = new KahanSum();
  for (const value of values) sum.add(value);
  return sum.total;
}

function compensatedMean(values: Iterable<number>, count: number): number {
  const mean = new KahanMean();
  let missing = count;
  for (const value of values) {
    mean.add(value);
    missing -= 1;
  }
  for (; missing > 0; missing -= 1) mean.add(0);
  return mean.mean;
}

function aggregate(all: readonly Histogram[], notes: CombineNotes, ofNumbers: AggregateNumbers): Histogram | undefined {
  const [first, ...others] = all;
  if (first === undefined || others.some((one) => hasCustomBounds(one) !== hasCustomBounds(first))) return undefined;
  if (others.length === 0) return first;
  const hints = new Set(all.map(({ resetHint }) => resetHint));
  if (hints.has(RESET_YES) && hints.has(RESET_NO)) notes.conflictingResets();
  const boundNotes = { ...notes, conflictingResets: () => undefined };
  // Only when all are added is it known which buckets they have in common.
  let whole = first;
  for (const one of others) whole = combineHistograms(whole, one, 1, boundNotes) ?? whole;
  const aligned = all.map((one) => withCommonBuckets(one, whole)[0]);
  const number = (read: (one: Histogram) => number) => ofNumbers(aligned.map(read), all.length);
  return {
    ...whole,
    resetHint: all
      .map(({ resetHint }) => resetHint)
      .reduce<ResetHint>((hint, one) => combinedHint(hint, one, undefined), first.resetHint),
    count: number(({ count }) => count),
    sum: number(({ sum }) => sum),
    zeroCount: number(({ zeroCount }) => zeroCount),
    positive: aggregateBuckets(
      aligned.map(({ positive }) => positive),
      ofNumbers,
    ),
    negative: aggregateBuckets(
      aligned.map(({ negative }) => negative),
      ofNumbers,
    ),
  };
}

function aggregateBuckets(sides: readonly BucketCounts[], ofNumbers: AggregateNumbers): BucketCounts {
  const byIndex = new Map<number, number[]>();
  for (const { indexes, counts } of sides) {
    for (const [at, index] of indexes.entries()) {
      const found = byIndex.get(index);
      if (found === undefined) byIndex.set(index, [counts[at] ?? 0]);
      else found.push(counts[at] ?? 0);
    }
  }
  const indexes = [...byIndex.keys()].sort((one, other) => one - other);
  return { indexes, counts: indexes.map((index) => ofNumbers(byIndex.get(index) ?? [], sides.length)) };
}
