import { KahanMean, KahanSum } from "../engine/kahan.ts";
import { quantileOf } from "../engine/quantile.ts";
import type { Window } from "../engine/window.ts";

export function sumOverTime({ values, first, end }: Window): number {
  const sum = new KahanSum();
  for (let at = first; at < end; at += 1) sum.add(values[at] ?? 0);
  return sum.total;
}

export function avgOverTime({ values, first, end }: Window): number {
  const mean = new KahanMean();
  for (let at = first; at < end; at += 1) mean.add(values[at] ?? 0);
  return mean.mean;
}

export function countOverTime({ first, end }: Window): number {
  return end - first;
}

export function presentOverTime(): number {
  return 1;
}

export function firstOverTime({ values, first }: Window): number {
  return values[first] ?? 0;
}

export function lastOverTime({ values, end }: Window): number {
  return values[end - 1] ?? 0;
}

export function minOverTime(window: Window): number {
  return window.values[indexOfLeast(window)] ?? 0;
}

export function maxOverTime(window: Window): number {
  return window.values[indexOfMost(window)] ?? 0;
}

export function tsOfFirstOverTime({ times, first }: Window): number {
  return (times[first] ?? 0) / 1000;
}

export function tsOfLastOverTime({ times, end }: Window): number {
  return (times[end - 1] ?? 0) / 1000;
}

export function tsOfMinOverTime(window: Window): number {
  return (window.times[indexOfLeast(window)] ?? 0) / 1000;
}

export function tsOfMaxOverTime(window: Window): number {
  return (window.times[indexOfMost(window)] ?? 0) / 1000;
}

/** The last of the least values; NaN counts only when there is nothing else. */
function indexOfLeast({ values, first, end }: Window): number {
  let index = first;
  for (let at = first + 1; at < end; at += 1) {
    const least = values[index] ?? 0;
    if ((values[at] ?? 0) <= least || Number.isNaN(least)) index = at;
  }
  return index;
}

function indexOfMost({ values, first, end }: Window): number {
  let index = first;
  for (let at = first + 1; at < end; at += 1) {
    const most = values[index] ?? 0;
    if ((values[at] ?? 0) >= most || Number.isNaN(most)) index = at;
  }
  return index;
}

export function stdvarOverTime({ values, first, end }: Window): number {
  const mean = new KahanSum();
  const squares = new KahanSum();
  for (let at = first; at < end; at += 1) {
    const value = values[at] ?? 0;
    const delta = value - mean.total;
    mean.add(delta / (at - first + 1));
    squares.add(delta * (value - mean.total));
  }
  return squares.total / (end - first);
}

export function stddevOverTime(window: Window): number {
  return Math.sqrt(stdvarOverTime(window));
}

export function quantileOverTime({ values, first, end }: Window, [quantile = Number.NaN]: readonly number[]): number {
  return quantileOf(quantile, values.slice(first, end));
}

/** The median of the distances from the median; NaN when one of the values is. */
export function madOverTime({ values, first, end }: Window): number {
  const window = values.slice(first, end);
  if (window.some(Number.isNaN)) return Number.NaN;
  const median = quantileOf(0.5, window);
  return quantileOf(
    0.5,
    window.map((value) => Math.abs(value - median)),
  );
}

export function changes({ values, first, end }: Window): number {
  let count = 0;
  for (let at = first + 1; at < end; at += 1) {
    const before = values[at - 1] ?? 0;
    const value = values[at] ?? 0;
    if (value !== before && !(Number.isNaN(value) && Number.isNaN(before))) count += 1;
  }
  return count;
}

export function resets({ values, first, end }: Window): number {
  let count = 0;
  for (let at = first + 1; at < end; at += 1) {
    if ((values[at] ?? 0) < (values[at - 1] ?? 0)) count += 1;
  }
  return count;
}
