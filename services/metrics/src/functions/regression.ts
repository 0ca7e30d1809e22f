import { KahanSum } from "../engine/kahan.ts";
import type { Window } from "../engine/window.ts";
import { MetricsError } from "../errors.ts";

/** The slope per second of the line that fits the samples best. */
export function deriv(window: Window): number | undefined {
  if (window.end - window.first < 2) return undefined;
  return fitLine(window, window.times[window.first] ?? 0).slope;
}

/** The value that the fitted line has some seconds after the step. */
export function predictLinear(window: Window, [seconds = 0]: readonly number[]): number | undefined {
  if (window.end - window.first < 2) return undefined;
  const { slope, intercept } = fitLine(window, window.timeMs);
  return slope * seconds + intercept;
}

/** Least squares, with time in seconds after `originMs`. */
function fitLine(
  { times, values, first, end }: Window,
  originMs: number,
): { readonly slope: number; readonly intercept: number } {
  const start = values[first] ?? 0;
  const [x, y, xy, xx] = [new KahanSum(), new KahanSum(), new KahanSum(), new KahanSum()];
  let isConstant = true;
  for (let at = first; at < end; at += 1) {
    const value = values[at] ?? 0;
    const seconds = ((times[at] ?? 0) - originMs) / 1000;
    if (value !== start) isConstant = false;
    x.add(seconds);
    y.add(value);
    xy.add(seconds * value);
    xx.add(seconds * seconds);
  }
  if (isConstant)
    return Number.isFinite(start) ? { slope: 0, intercept: start } : { slope: Number.NaN, intercept: Number.NaN };
  const count = end - first;
  const covariance = xy.total - (x.total * y.total) / count;
  const variance = xx.total - (x.total * x.total) / count;
  const slope = covariance / variance;
  return { slope, intercept: y.total / count - (slope * x.total) / count };
}

/** @throws MetricsError `query_refused` unless both factors lie between 0 and 1 */
export function checkSmoothing([smoothing = 0, trend = 0]: readonly number[]): void {
  requireFraction("smoothing", smoothing);
  requireFraction("trend", trend);
}

function requireFraction(name: string, factor: number): void {
  if (factor > 0 && factor < 1) return;
  const detail = `invalid ${name} factor. Expected: 0 < ${name === "trend" ? "tf" : "sf"} < 1, got: ${factor.toFixed(6)}`;
  throw new MetricsError("query_refused", { detail });
}

/** Holt's smoothing with a trend. */
export function doubleExponentialSmoothing(
  { values, first, end }: Window,
  [smoothing = 0, trend = 0]: readonly number[],
): number | undefined {
  if (end - first < 2) return undefined;
  let before = 0;
  let smoothed = values[first] ?? 0;
  let slope = (values[first + 1] ?? 0) - smoothed;
  for (let at = first + 1; at < end; at += 1) {
    if (at > first + 1) slope = trend * (smoothed - before) + (1 - trend) * slope;
    before = smoothed;
    smoothed = smoothing * (values[at] ?? 0) + (1 - smoothing) * (smoothed + slope);
  }
  return smoothed;
}
