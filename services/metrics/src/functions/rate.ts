import type { Window } from "../engine/window.ts";

/** A window's edge this many mean distances away from its nearest sample is not reached by extrapolation. */
const EXTRAPOLATION_REACH = 1.1;

/** How much a counter grew per second, extrapolated to the whole window. */
export function rate(window: Window): number | undefined {
  const grown = increase(window);
  return grown === undefined ? undefined : grown / ((window.endMs - window.startMs) / 1000);
}

/** How much a counter grew, extrapolated to the whole window. A falling value is a counter that began again. */
export function increase(window: Window): number | undefined {
  if (window.end - window.first < 2) return undefined;
  const grown = growth(window);
  return grown * extrapolation(window, secondsToZero(window, grown));
}

/** The difference of a gauge over the window, extrapolated to the whole of it. */
export function delta(window: Window): number | undefined {
  const { values, first, end } = window;
  if (end - first < 2) return undefined;
  const difference = (values[end - 1] ?? 0) - (values[first] ?? 0);
  return difference * extrapolation(window, Number.POSITIVE_INFINITY);
}

/** Growth per second between the last two samples. */
export function irate({ times, values, end, first }: Window): number | undefined {
  if (end - first < 2) return undefined;
  const before = values[end - 2] ?? 0;
  const last = values[end - 1] ?? 0;
  const seconds = ((times[end - 1] ?? 0) - (times[end - 2] ?? 0)) / 1000;
  return seconds === 0 ? undefined : (last < before ? last : last - before) / seconds;
}

/** Difference between the last two samples. */
export function idelta({ values, end, first }: Window): number | undefined {
  return end - first < 2 ? undefined : (values[end - 1] ?? 0) - (values[end - 2] ?? 0);
}

function growth({ values, first, end, lastReset }: Window): number {
  let grown = (values[end - 1] ?? 0) - (values[first] ?? 0);
  if (lastReset <= first) return grown;
  for (let at = first + 1; at < end; at += 1) {
    const before = values[at - 1] ?? 0;
    if ((values[at] ?? 0) < before) grown += before;
  }
  return grown;
}

function secondsToZero(window: Window, grown: number): number {
  return secondsUntilZero(window.values[window.first] ?? 0, grown, sampledSeconds(window));
}

/** Time before the first sample at which a counter that grew like this was zero: it is drawn back no further. */
export function secondsUntilZero(start: number, grown: number, sampled: number): number {
  return grown > 0 && start >= 0 ? sampled * (start / grown) : Number.POSITIVE_INFINITY;
}

export function sampledSeconds({ times, first, end }: Window): number {
  return ((times[end - 1] ?? 0) - (times[first] ?? 0)) / 1000;
}

/** The factor from the time between the first and last sample to the time that they stand for. */
export function extrapolation(window: Window, maxSecondsBefore: number): number {
  const { times, first, end, startMs, endMs } = window;
  const sampled = sampledSeconds(window);
  const spacing = sampled / (end - first - 1);
  const toStart = ((times[first] ?? 0) - startMs) / 1000;
  const toEnd = (endMs - (times[end - 1] ?? 0)) / 1000;
  const reach = spacing * EXTRAPOLATION_REACH;
  const before = Math.min(toStart >= reach ? spacing / 2 : toStart, maxSecondsBefore);
  const after = toEnd >= reach ? spacing / 2 : toEnd;
  return (sampled + before + after) / sampled;
}
