import type { HistogramNotes } from "../engine/histogram-notes.ts";
import type { Window } from "../engine/window.ts";
import { type AggregateHistograms, averageHistograms, sumHistograms } from "../histogram/aggregate.ts";
import { combineHistograms, divideHistogram, isReset, multiplyHistogram } from "../histogram/arithmetic.ts";
import { areEqual, emptyHistogram, type Histogram, hasCustomBounds, RESET_GAUGE } from "../histogram/histogram.ts";
import { extrapolation, sampledSeconds, secondsUntilZero } from "./rate.ts";

/** A window that holds native histograms, and maybe floats between them. */
export interface HistogramWindow {
  readonly window: Window;
  readonly histograms: readonly (Histogram | undefined)[];
  readonly name: string;
  readonly notes: HistogramNotes;
}

/** Makes one value of such a window. */
export type HistogramWindowFunction = (window: HistogramWindow) => number | Histogram | undefined;

/** The histograms of a window; `undefined` and a warning where floats stand between them. */
export function onlyHistograms({ window, histograms, name, notes }: HistogramWindow): Histogram[] | undefined {
  const found = histograms.slice(window.first, window.end).filter((one) => one !== undefined);
  if (found.length === window.end - window.first) return found;
  notes.mixedKinds(name);
  return undefined;
}

/** Whether a window holds floats alone: then the function of floats knows best. */
export function hasFloatsOnly({ window, histograms }: HistogramWindow): boolean {
  return histograms.slice(window.first, window.end).every((one) => one === undefined);
}

export const rateOfHistograms: HistogramWindowFunction = (range) => {
  const grown = increaseOfHistograms(range);
  if (typeof grown !== "object") return undefined;
  return divideHistogram(grown, (range.window.endMs - range.window.startMs) / 1000);
};

export const increaseOfHistograms: HistogramWindowFunction = (range) => extrapolated(range, "counter");
export const deltaOfHistograms: HistogramWindowFunction = (range) => extrapolated(range, "gauge");

function extrapolated(range: HistogramWindow, kind: "counter" | "gauge"): Histogram | undefined {
  const { window } = range;
  if (window.end - window.first < 2) return undefined;
  const found = onlyHistograms(range);
  const grown = found && growth(found, kind, range);
  if (grown === undefined) return undefined;
  const start = found?.[0]?.count ?? 0;
  const isCounter = kind === "counter";
  const maxBefore = isCounter ? secondsUntilZero(start, grown.count, sampledSeconds(window)) : Number.POSITIVE_INFINITY;
  return multiplyHistogram(grown, extrapolation(window, maxBefore));
}

function growth(found: readonly Histogram[], kind: "counter" | "gauge", range: HistogramWindow): Histogram | undefined {
  const { name, notes } = range;
  const isCounter = kind === "counter";
  const [first, second] = found;
  const last = found.at(-1);
  if (first === undefined || second === undefined || last === undefined) return undefined;
  const areGauges = [first, last].every(({ resetHint }) => resetHint === RESET_GAUGE);
  if (isCounter && found.some(({ resetHint }) => resetHint === RESET_GAUGE)) notes.noCounter(name);
  if (!isCounter && !areGauges) notes.noGauge(name);
  // The first one does not matter where the counts began again behind it.
  const start = isCounter && isReset(second, first) ? emptyHistogram(second.schema, second.bounds) : first;
  const rest = [start, ...found.slice(1)];
  if (rest.some((one) => hasCustomBounds(one) !== hasCustomBounds(start))) {
    notes.mixedSchemas(name);
    return undefined;
  }
  let grown = combineHistograms(last, start, -1, notes.acrossResets("subtraction"));
  for (let at = 1; isCounter && at < rest.length; at += 1) {
    const [before, one] = [rest[at - 1], rest[at]];
    if (before === undefined || one === undefined || grown === undefined || !isReset(one, before)) continue;
    grown = combineHistograms(grown, before, 1, notes.acrossResets("addition"));
  }
  return grown && { ...grown, resetHint: RESET_GAUGE };
}

export const irateOfHistograms: HistogramWindowFunction = (range) => {
  const { window, notes, name } = range;
  const pair = lastTwo(range);
  if (pair === undefined) return undefined;
  const [before, last] = pair;
  if ([before, last].some(({ resetHint }) => resetHint === RESET_GAUGE)) notes.noCounter(name);
  const seconds = ((window.times[window.end - 1] ?? 0) - (window.times[window.end - 2] ?? 0)) / 1000;
  const grown = isReset(last, before) ? last : difference(last, before, range);
  if (grown === undefined || seconds === 0) return undefined;
  return divideHistogram({ ...grown, resetHint: RESET_GAUGE }, seconds);
};

export const ideltaOfHistograms: HistogramWindowFunction = (range) => {
  const pair = lastTwo(range);
  if (pair === undefined) return undefined;
  if (pair.some(({ resetHint }) => resetHint !== RESET_GAUGE)) range.notes.noGauge(range.name);
  const grown = difference(pair[1], pair[0], range);
  return grown && { ...grown, resetHint: RESET_GAUGE };
};

function lastTwo({ window, histograms, name, notes }: HistogramWindow): [Histogram, Histogram] | undefined {
  if (window.end - window.first < 2) return undefined;
  const [before, last] = [histograms[window.end - 2], histograms[window.end - 1]];
  if (before !== undefined && last !== undefined) return [before, last];
  notes.mixedKinds(name);
  return undefined;
}

function difference(one: Histogram, other: Histogram, { notes, name }: HistogramWindow): Histogram | undefined {
  const result = combineHistograms(one, other, -1, notes.acrossResets("subtraction"));
  if (result === undefined) notes.mixedSchemas(name);
  return result;
}

export const sumOfHistograms: HistogramWindowFunction = (range) => aggregated(range, sumHistograms);
export const averageOfHistograms: HistogramWindowFunction = (range) => aggregated(range, averageHistograms);

function aggregated(range: HistogramWindow, aggregate: AggregateHistograms): Histogram | undefined {
  const found = onlyHistograms(range);
  const result = found && aggregate(found, range.notes.during("aggregation"));
  if (found !== undefined && result === undefined) range.notes.mixedSchemas(range.name);
  return result;
}

export const firstOfHistograms: HistogramWindowFunction = ({ window, histograms }) =>
  histograms[window.first] ?? window.values[window.first];

export const lastOfHistograms: HistogramWindowFunction = ({ window, histograms }) =>
  histograms[window.end - 1] ?? window.values[window.end - 1];

/** A float behind a histogram is a change, too. */
export const changesOfHistograms: HistogramWindowFunction = (range) =>
  countSteps(range, (one, before) => {
    if (typeof one === "number" || typeof before === "number") {
      return one !== before && !(Number.isNaN(one) && Number.isNaN(before));
    }
    return !areEqual(one, before);
  });

export const resetsOfHistograms: HistogramWindowFunction = (range) =>
  countSteps(range, (one, before) => {
    if (typeof one === "number" && typeof before === "number") return one < before;
    return typeof one === "number" || typeof before === "number" || isReset(one, before);
  });

function countSteps(
  { window, histograms }: HistogramWindow,
  counts: (one: number | Histogram, before: number | Histogram) => boolean,
): number {
  const at = (index: number) => histograms[index] ?? window.values[index] ?? 0;
  let count = 0;
  for (let index = window.first + 1; index < window.end; index += 1) if (counts(at(index), at(index - 1))) count += 1;
  return count;
}
