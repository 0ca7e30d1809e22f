import { type ChartTheme, DESK_FONT_SIZE } from "../theme.ts";
import { type Plot, xOf, yOf } from "./plot.ts";
import type { PointMark } from "./series.ts";

/** A mark in the plot, in CSS pixels. */
export interface PlacedPoint {
  /** Its place among all that were given. */
  readonly index: number;
  readonly x: number;
  readonly y: number;
  readonly color: string;
}

/** The marks whose time is in the plot. */
export function placePoints(points: readonly PointMark[], plot: Plot): readonly PlacedPoint[] {
  return points.flatMap(({ time, value, color }, index) => {
    if (!(time >= plot.from && time <= plot.to) || Number.isNaN(value)) return [];
    const y = Math.min(plot.top + plot.height, Math.max(plot.top, yOf(plot, value)));
    return [{ index, x: xOf(plot, time), y, color }];
  });
}

/** Pixels around a mark that still count as pointing at it, in type of the usual size. */
const NEAR = 9;

/** Index of the mark at a place; -1 for none. */
export function pointNear(
  points: readonly PlacedPoint[],
  at: { readonly x: number; readonly y: number },
  { fontSize }: ChartTheme,
): number {
  let found = { index: -1, away: (NEAR * fontSize) / DESK_FONT_SIZE };
  for (const { index, x, y } of points) {
    const away = Math.hypot(x - at.x, y - at.y);
    if (away < found.away) found = { index, away };
  }
  return found.index;
}
