import { type Plot, xOf } from "./plot.ts";
import type { TimeMark } from "./series.ts";

/** A mark in the plot, in CSS pixels; a moment has no width. */
export interface PlacedMark {
  readonly left: number;
  readonly width: number;
  readonly color: string;
}

/** Narrower spans are drawn as moments. */
const NARROWEST = 3;

/** The marks that fall into the plot; what sticks out is cut off at its edges. */
export function placeTimeMarks(marks: readonly TimeMark[], plot: Plot): readonly PlacedMark[] {
  return marks.flatMap(({ from, to = from, color }) => {
    if (to < plot.from || from > plot.to || !(to >= from)) return [];
    const left = xOf(plot, Math.max(from, plot.from));
    const width = xOf(plot, Math.min(to, plot.to)) - left;
    return [{ left, width: width < NARROWEST ? 0 : width, color }];
  });
}
