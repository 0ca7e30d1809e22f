import type { HistogramNotes } from "../engine/histogram-notes.ts";
import type { Window } from "../engine/window.ts";
import { combineHistograms, divideHistogram, isReset, multiplyHistogram } from "../histogram/arithmetic.ts";
import { type Histogram, hasCustomBounds, RESET_GAUGE } from "../histogram/histogram.ts";
import type { Edges } from "../promql/syntax.ts";
import type { EdgeImplementation } from "./declaration.ts";
import { changesOfHistograms, type HistogramWindow, onlyHistograms, resetsOfHistograms } from "./histogram-windows.ts";
import { changes, resets } from "./over-time.ts";

/** The samples at both edges of a window: values there are theirs, or lie between one of them and its neighbour. */
interface EdgeSamples {
  /** The last sample at or before the start; the first one behind it where there is none. */
  readonly first: number;
  /** The last sample of the window; smoothed, the first one at or behind its end. */
  readonly last: number;
}

/** `undefined` for a window in which there is no sample. @see Prometheus, Extended range selectors */
function edgeSamples({ times, first, end, startMs, endMs }: Window, edges: Edges): EdgeSamples | undefined {
  if (end === first) return undefined;
  const newest = end - 1;
  let before = first;
  while (before + 1 < newest && (times[before + 1] ?? 0) <= startMs) before += 1;
  let last = newest;
  if (edges === "smoothed") {
    last = first;
    while (last < newest && (times[last] ?? 0) < endMs) last += 1;
  }
  const isEmpty = (times[last] ?? 0) <= startMs || (edges === "smoothed" && (times[before] ?? 0) > endMs);
  return isEmpty ? undefined : { first: before, last };
}

type Kind = "counter" | "gauge";

/** How much a series grew between the edges of a window. */
function growthBetween(window: Window, edges: Edges, kind: Kind): number | undefined {
  const found = edgeSamples(window, edges);
  if (found === undefined) return undefined;
  const [left, right] = edgeValues(window, found, edges, kind);
  if (kind === "gauge") return right - left;
  return right - left + lostBetween(window, found, left, right);
}

function rateBetween(window: Window, edges: Edges): number | undefined {
  const grown = growthBetween(window, edges, "counter");
  return grown === undefined ? undefined : grown / ((window.endMs - window.startMs) / 1000);
}

function edgeValues(window: Window, { first, last }: EdgeSamples, edges: Edges, kind: Kind): [number, number] {
  const { times, values, startMs, endMs } = window;
  const isBefore = edges === "smoothed" && (times[first] ?? 0) < startMs;
  const isBehind = edges === "smoothed" && last > window.first && (times[last] ?? 0) > endMs;
  return [
    isBefore ? between(window, first, startMs, kind) : (values[first] ?? 0),
    isBehind ? between(window, last - 1, endMs, kind) : (values[last] ?? 0),
  ];
}

/** The value at a time between a sample and the next. A counter that began again meanwhile began at zero. */
function between({ times, values }: Window, at: number, time: number, kind: Kind): number {
  const [start, end] = [times[at] ?? 0, times[at + 1] ?? 0];
  const to = values[at + 1] ?? 0;
  const from = kind === "counter" && to < (values[at] ?? 0) ? 0 : (values[at] ?? 0);
  return from + ((to - from) * (time - start)) / (end - start);
}

/** What a counter lost where it began again, the edges included. */
function lostBetween(window: Window, { first, last }: EdgeSamples, left: number, right: number): number {
  const { times, values, startMs, endMs } = window;
  let lost = 0;
  let before = left;
  for (let at = first; at <= last; at += 1) {
    const time = times[at] ?? 0;
    if (time <= startMs || time >= endMs) continue;
    const value = values[at] ?? 0;
    if (value < before) lost += before;
    before = value;
  }
  return right < before ? lost + before : lost;
}

/** The window with a sample at each of its edges in place of those beyond. */
function withEdgeSamples(window: Window, edges: Edges): Window | undefined {
  const found = edgeSamples(window, edges);
  if (found === undefined) return undefined;
  const { startMs, endMs, timeMs } = window;
  const [left, right] = edgeValues(window, found, edges, "gauge");
  const inside: number[] = [];
  for (let at = found.first; at <= found.last; at += 1) {
    const time = window.times[at] ?? 0;
    if (time > startMs && time < endMs) inside.push(at);
  }
  const times = Float64Array.of(startMs, ...inside.map((at) => window.times[at] ?? 0), endMs);
  const values = Float64Array.of(left, ...inside.map((at) => window.values[at] ?? 0), right);
  return { times, values, first: 0, end: times.length, startMs, endMs, timeMs, lastReset: times.length };
}

/** The samples that a range selector with such edges shows when it is asked for by itself. */
export function samplesBetween(window: Window, edges: Edges): Pick<Window, "times" | "values"> | undefined {
  return withEdgeSamples(window, edges);
}

function histogramGrowth(range: HistogramWindow, edges: Edges, kind: Kind): Histogram | undefined {
  const { window, notes, name } = range;
  const found = edgeSamples(window, edges);
  const all = found && onlyHistograms(range);
  if (found === undefined || all === undefined) return undefined;
  const used = all.slice(found.first - window.first, found.last - window.first + 1);
  if (used.some((one) => hasCustomBounds(one) !== hasCustomBounds(used[0] ?? one))) {
    notes.mixedSchemas(name);
    return undefined;
  }
  if (kind === "counter" && used.some(({ resetHint }) => resetHint === RESET_GAUGE)) notes.noCounter(name);
  const left = histogramAt(range, found.first, edges === "smoothed" ? window.startMs : undefined, kind);
  const right = histogramAt(range, found.last - 1, edges === "smoothed" ? window.endMs : undefined, kind, found.last);
  if (left === undefined || right === undefined) return undefined;
  if (kind === "gauge" && [left, right].some(({ resetHint }) => resetHint !== RESET_GAUGE)) notes.noGauge(name);
  const difference = combineHistograms(right, left, -1, notes.acrossResets("subtraction"));
  const grown = kind === "gauge" ? difference : difference && addLost(difference, range, found, { left, right, edges });
  return grown && { ...grown, resetHint: RESET_GAUGE };
}

/** The histogram of a sample, or between it and the next where the time lies there. */
function histogramAt(
  { window, histograms, notes }: HistogramWindow,
  at: number,
  time: number | undefined,
  kind: Kind,
  exact = at,
): Histogram | undefined {
  const [from, to] = [histograms[at], histograms[at + 1]];
  const [start, end] = [window.times[at] ?? 0, window.times[at + 1] ?? 0];
  if (time === undefined || from === undefined || to === undefined || !(start < time && time < end)) {
    return histograms[exact];
  }
  return histogramBetween(from, to, { share: (time - start) / (end - start), kind, notes });
}

/** How far a time lies between two histograms, and what they count. */
interface Place {
  readonly share: number;
  readonly kind: Kind;
  readonly notes: HistogramNotes;
}

/** The histogram between two others; `undefined` where only one of them has custom bounds. */
export function histogramBetween(from: Histogram, to: Histogram, { share, kind, notes }: Place): Histogram | undefined {
  if (hasCustomBounds(from) !== hasCustomBounds(to)) return undefined;
  if (kind === "counter" && isReset(to, from)) return multiplyHistogram(to, share);
  const difference = combineHistograms(to, from, -1, notes.acrossResets("subtraction"));
  return difference && combineHistograms(multiplyHistogram(difference, share), from, 1, notes.acrossResets("addition"));
}

function addLost(
  difference: Histogram,
  { window, histograms, notes }: HistogramWindow,
  found: EdgeSamples,
  { left, right, edges }: { readonly left: Histogram; readonly right: Histogram; readonly edges: Edges },
): Histogram | undefined {
  let sum: Histogram | undefined = difference;
  let before = left;
  let start = found.first + 1;
  const [first, second] = [histograms[found.first], histograms[found.first + 1]];
  const isBefore = edges === "smoothed" && (window.times[found.first] ?? 0) < window.startMs;
  if (isBefore && first !== undefined && second !== undefined && isReset(second, first)) {
    // The value at the start lies behind the reset already.
    before = second;
    start += 1;
  }
  if (start > found.last) return sum;
  for (let at = start; at < found.last; at += 1) {
    const one = histograms[at];
    if (one === undefined) continue;
    if (isReset(one, before)) sum = sum && combineHistograms(sum, before, 1, notes.acrossResets("addition"));
    before = one;
  }
  return isReset(right, before) ? sum && combineHistograms(sum, before, 1, notes.acrossResets("addition")) : sum;
}

const BOTH: readonly Edges[] = ["anchored", "smoothed"];
const ANCHORED: readonly Edges[] = ["anchored"];

export const rateWithEdges: EdgeImplementation = {
  edges: BOTH,
  apply: rateBetween,
  histograms: (range, edges) => {
    const grown = histogramGrowth(range, edges, "counter");
    return grown && divideHistogram(grown, (range.window.endMs - range.window.startMs) / 1000);
  },
};

export const increaseWithEdges: EdgeImplementation = {
  edges: BOTH,
  apply: (window, edges) => growthBetween(window, edges, "counter"),
  histograms: (range, edges) => histogramGrowth(range, edges, "counter"),
};

export const deltaWithEdges: EdgeImplementation = {
  edges: BOTH,
  apply: (window, edges) => growthBetween(window, edges, "gauge"),
  histograms: (range, edges) => histogramGrowth(range, edges, "gauge"),
};

/** A function that counts steps from one sample to the next: the one before the window begins the first step. */
function countingSteps(
  ofFloats: (window: Window) => number,
  ofHistograms: (range: HistogramWindow) => number | Histogram | undefined,
): EdgeImplementation {
  return {
    edges: ANCHORED,
    apply: (window, edges) => {
      const filled = withEdgeSamples(window, edges);
      return filled && ofFloats(filled);
    },
    histograms: (range, edges) => {
      const found = edgeSamples(range.window, edges);
      if (found === undefined) return undefined;
      return ofHistograms({ ...range, window: { ...range.window, first: found.first, end: found.last + 1 } });
    },
  };
}

export const changesWithEdges = countingSteps(changes, changesOfHistograms);
export const resetsWithEdges = countingSteps(resets, resetsOfHistograms);
