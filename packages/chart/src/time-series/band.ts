import type { LineSeriesOption } from "echarts/charts";
import type { Decimated } from "./decimate.ts";
import type { SeriesDraw } from "./series.ts";
import { areaOf, curveOf, interleave, type PaintedSeries, type SeriesView, STILL, shownData } from "./series-option.ts";

/** The series down to which another is filled; none where it stands on another axis or is not shown. */
export function lowerEdge(series: PaintedSeries, all: readonly PaintedSeries[]): PaintedSeries | undefined {
  const { draw: { fillTo } = {}, axis = "left" } = series;
  return all.find((one) => one !== series && one.name === fillTo && (one.axis ?? "left") === axis);
}

/** The area between two series: a line that nobody sees, and on it another with the area between them. */
export function bandOptions(upper: PaintedSeries, lower: PaintedSeries, view: SeriesView): LineSeriesOption[] {
  const { draw = {}, color, name } = upper;
  const [above, below] = [shownData(upper, view), shownData(lower, view)];
  const t = Float64Array.from(new Set([...above.t, ...below.t])).sort();
  const high = valuesAt(above, t, draw);
  const low = valuesAt(below, t, lower.draw ?? {}).map((value, at) => (Number.isNaN(high[at]) ? Number.NaN : value));
  const edge = {
    ...STILL,
    type: "line" as const,
    yAxisIndex: upper.axis === "right" ? 1 : 0,
    stack: `below ${name}`,
    stackStrategy: "all" as const,
    showSymbol: false,
    lineStyle: { width: 0, opacity: 0 },
    connectNulls: draw.spanGaps === true,
    ...curveOf(draw),
  };
  const opacity = view.focus === undefined || view.focus === name ? 1 : 0.15;
  return [
    { ...edge, data: interleave({ t, v: low }) },
    {
      ...edge,
      ...areaOf(color, Float64Array.of(...low, ...high), { draw, view: { ...view, base: Number.NaN }, opacity }),
      data: interleave({ t, v: high.map((value, at) => value - (low[at] ?? Number.NaN)) }),
    },
  ];
}

/** Where the line of a series is, also at times that it has no samples of. */
function valuesAt({ t, v }: Decimated, times: Float64Array, { curve }: SeriesDraw): Float64Array {
  let at = 0;
  return times.map((time) => {
    while (at < t.length && (t[at] ?? 0) < time) at += 1;
    const [after = Number.NaN, end = Number.NaN] = [v[at], t[at]];
    if (end === time) return after;
    const [before = Number.NaN, begin = Number.NaN] = [v[at - 1], t[at - 1]];
    return before + (after - before) * shareOf(curve, (time - begin) / (end - begin));
  });
}

/** How far a line has come to its next sample. */
function shareOf(curve: SeriesDraw["curve"], share: number): number {
  if (curve === "step-after") return 0;
  return curve === "step-before" ? 1 : share;
}
