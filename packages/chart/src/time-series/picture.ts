import { assignSeriesColors, dashOf } from "../series-color.ts";
import type { ChartTheme } from "../theme.ts";
import { bandOptions, lowerEdge } from "./band.ts";
import { type Plot, plotOf } from "./plot.ts";
import { type PlotOption, plotOption } from "./plot-option.ts";
import type { Series, TimeSeriesLook } from "./series.ts";
import { decimateStack, type PaintedSeries, type SeriesView, seriesOptions } from "./series-option.ts";
import { alignStacks, stacksOf } from "./stack.ts";

/** What a time chart shows. */
export interface Picture {
  readonly series: readonly Series[];
  readonly range: { readonly from: number; readonly to: number };
  readonly look: TimeSeriesLook;
  readonly theme: ChartTheme;
}

export interface DrawnPicture {
  readonly plot: Plot;
  readonly painted: readonly PaintedSeries[];
  readonly option: PlotOption;
}

/** Lays out a time chart of a size, the same on a screen and in a file. */
export function drawPicture(
  { series, range, look, theme }: Picture,
  size: { readonly width: number; readonly height: number },
  focus: string | undefined,
): DrawnPicture {
  const painted = paint(alignStacks(series), theme);
  const plot = plotOf({ size, series: painted, range, look, theme });
  const view = { ...range, width: plot.width, focus, background: theme.background, fontSize: theme.fontSize };
  const thinned = thinOutStacks(painted, { ...view, base: 0, isLog: false });
  const drawn = greyBelow(thinned, theme).flatMap((one) => {
    const side = one.axis ?? "left";
    const viewed = { ...view, base: baseOf(plot, side), isLog: look[side]?.log !== undefined };
    if (one.draw?.fillTo === undefined) return seriesOptions(one, viewed);
    const lower = lowerEdge(one, thinned);
    const band = lower === undefined ? [] : bandOptions(one, lower, viewed);
    return [...band, ...seriesOptions({ ...one, draw: { ...one.draw, fill: 0 } }, viewed)];
  });
  const limits = (look.thresholds ?? []).filter(({ as }) => as !== "area").map(({ from }) => from);
  return { plot, painted, option: plotOption(plot, { series: drawn, theme, limits }) };
}

/** Zero, or the end of the axis that is nearest to it. */
function baseOf({ values }: Plot, side: "left" | "right"): number {
  const { min, max } = values[side] ?? values.left;
  return Math.min(max, Math.max(min, 0));
}

/** Of many lines those with a colour of their own are drawn last, for they can be told from each other. */
function greyBelow(series: readonly PaintedSeries[], { rest }: ChartTheme): readonly PaintedSeries[] {
  const isGrey = ({ color, stack }: PaintedSeries) => color === rest && stack === undefined;
  return series.some(isGrey) ? series.toSorted((a, b) => Number(isGrey(b)) - Number(isGrey(a))) : series;
}

/** Gives a colour to each series that brought none. */
function paint(series: readonly Series[], theme: ChartTheme): PaintedSeries[] {
  const colors = assignSeriesColors(
    series.filter(({ color }) => color === undefined).map(({ name }) => name),
    theme.series.length,
    theme.hasPatterns,
  );
  return series.map((one) => {
    const { index, pattern } = colors.get(one.name) ?? { index: undefined, pattern: 0 };
    const color = one.color ?? (index === undefined ? theme.rest : (theme.series[index] ?? theme.rest));
    const dash = pattern === 0 ? {} : { dash: dashOf(pattern, theme.fontSize), hatch: pattern };
    return { ...one, color, draw: { ...dash, ...one.draw } };
  });
}

function thinOutStacks(series: readonly PaintedSeries[], view: SeriesView): PaintedSeries[] {
  const thinned = new Map<Series, PaintedSeries>();
  for (const members of stacksOf(series).values()) {
    const painted = series.filter((one) => members.includes(one));
    decimateStack(painted, view).forEach((member, at) => {
      const original = painted[at];
      if (original !== undefined) thinned.set(original, member);
    });
  }
  return series.map((one) => thinned.get(one) ?? one);
}
