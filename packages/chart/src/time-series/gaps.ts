import type { Decimated } from "./decimate.ts";

/** Takes out the missing values of gaps of at most `spanMs`, so that the line runs across them. */
export function bridgeGaps({ t, v }: Decimated, spanMs: number): Decimated {
  const kept: number[] = [];
  let lastValue = -1;
  for (let at = 0; at < v.length; at++) {
    if (Number.isNaN(v[at])) {
      kept.push(at);
      continue;
    }
    if (lastValue >= 0 && (t[at] ?? 0) - (t[lastValue] ?? 0) <= spanMs) {
      while ((kept.at(-1) ?? lastValue) > lastValue) kept.pop();
    }
    kept.push(at);
    lastValue = at;
  }
  return { t: Float64Array.from(kept, (at) => t[at] ?? 0), v: Float64Array.from(kept, (at) => v[at] ?? 0) };
}

/** Puts a missing value between samples that are further apart than `mostMs`, so that the line ends there. */
export function breakGaps({ t, v }: Decimated, mostMs: number): Decimated {
  const times: number[] = [];
  const values: number[] = [];
  for (let at = 0; at < t.length; at++) {
    const time = t[at] ?? 0;
    const before = t[at - 1] ?? time;
    if (time - before > mostMs) {
      times.push((before + time) / 2);
      values.push(Number.NaN);
    }
    times.push(time);
    values.push(v[at] ?? Number.NaN);
  }
  return { t: Float64Array.from(times), v: Float64Array.from(values) };
}

/** Values without a neighbour, which a line cannot show. */
export function loneValues({ t, v }: Decimated): Decimated {
  const lone: number[] = [];
  for (let at = 0; at < v.length; at++) {
    if (!isMissing(v, at) && isMissing(v, at - 1) && isMissing(v, at + 1)) lone.push(at);
  }
  return { t: Float64Array.from(lone, (at) => t[at] ?? 0), v: Float64Array.from(lone, (at) => v[at] ?? 0) };
}

function isMissing(v: Float64Array, at: number): boolean {
  return Number.isNaN(v[at] ?? Number.NaN);
}
