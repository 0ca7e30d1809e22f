import { lowerBound } from "./decimate.ts";
import type { OverlayPoint } from "./overlay.ts";
import { type Plot, xOf, yOf } from "./plot.ts";
import type { Series } from "./series.ts";
import type { PaintedSeries } from "./series-option.ts";

/** Where the cursor stands, and the value of each series there. */
export interface Cursor {
  /** Time of the sample that the cursor snapped to. */
  readonly time: number;
  /** For each series the index of its sample at that time; -1 where it has none near. */
  readonly indices: readonly number[];
  /** The series closest to the pointer; -1 when the cursor came from elsewhere. */
  readonly nearest: number;
  /** Index of the point mark under the pointer; -1 for none. */
  readonly mark?: number;
  /** Viewport pixels of the pointer; `undefined` when the cursor came from elsewhere. */
  readonly pointer: { readonly x: number; readonly y: number } | undefined;
}

/** The sample times closest to a time, one for each series, and the closest of all. */
export function samplesAt(series: readonly Pick<Series, "t">[], time: number): { time: number; indices: number[] } {
  const closest = series.map(({ t }) => closestIndex(t, time));
  const times = series.map(({ t }, at) => t[closest[at] ?? -1] ?? Number.NaN).filter((near) => !Number.isNaN(near));
  const snapped = times.reduce(
    (best, near) => (Math.abs(near - time) < Math.abs(best - time) ? near : best),
    times[0] ?? time,
  );
  const indices = series.map(({ t }, at) => {
    const index = closest[at] ?? -1;
    return Math.abs((t[index] ?? Number.NaN) - snapped) <= toleranceOf(t) ? index : -1;
  });
  return { time: snapped, indices };
}

/** Half the distance between samples: one further away belongs to another moment. */
function toleranceOf(t: Float64Array): number {
  const count = t.length - 1;
  return count < 1 ? 0 : ((t[count] ?? 0) - (t[0] ?? 0)) / count / 2;
}

function closestIndex(t: Float64Array, time: number): number {
  const after = lowerBound(t, time);
  if (after === 0) return t.length === 0 ? -1 : 0;
  if (after === t.length) return after - 1;
  return (t[after] ?? 0) - time < time - (t[after - 1] ?? 0) ? after : after - 1;
}

/** Pixels of the samples; of a stack's members where they really lie, on top of each other. */
export function cursorPoints(plot: Plot, series: readonly PaintedSeries[], indices: readonly number[]): OverlayPoint[] {
  const bases = new Map<string, number>();
  return series.flatMap((one, at) => {
    const index = indices[at] ?? -1;
    const value = one.v[index] ?? Number.NaN;
    if (index < 0 || Number.isNaN(value)) return [];
    return [
      { x: xOf(plot, one.t[index] ?? 0), y: yOf(plot, stackedValue(one, value, bases), one.axis), color: one.color },
    ];
  });
}

function stackedValue({ stack, axis = "left" }: PaintedSeries, value: number, bases: Map<string, number>): number {
  if (stack === undefined) return value;
  const key = `${axis} ${stack} ${value < 0 ? "below" : "above"}`;
  const top = (bases.get(key) ?? 0) + value;
  bases.set(key, top);
  return top;
}

/** Index of the series whose point is closest to a height. */
export function nearestSeries(
  plot: Plot,
  series: readonly PaintedSeries[],
  { indices, y }: { readonly indices: readonly number[]; readonly y: number },
): number {
  const bases = new Map<string, number>();
  let nearest = -1;
  let distance = Number.POSITIVE_INFINITY;
  series.forEach((one, at) => {
    const value = one.v[indices[at] ?? -1] ?? Number.NaN;
    if (Number.isNaN(value)) return;
    const away = Math.abs(yOf(plot, stackedValue(one, value, bases), one.axis) - y);
    if (away < distance) {
      distance = away;
      nearest = at;
    }
  });
  return nearest;
}
