import type { BarSeriesOption, LineSeriesOption } from "echarts/charts";
import { color as colors } from "echarts/core";
import { hatch } from "../hatch.ts";
import { type Decimated, decimate, decimateIndices } from "./decimate.ts";
import { breakGaps, bridgeGaps, loneValues } from "./gaps.ts";
import type { Series, SeriesDraw } from "./series.ts";

export interface SeriesView {
  readonly from: number;
  readonly to: number;
  /** Pixels of the plot. */
  readonly width: number;
  /** Values at or below zero cannot be shown. */
  readonly isLog: boolean;
  /** The series that the pointer singles out; the others step back. */
  readonly focus: string | undefined;
  /** The value at which areas end; `NaN` where they end elsewhere. */
  readonly base: number;
  /** What hatched bars let through. */
  readonly background: string;
  /** Of the chart, for hatches are larger where letters are. */
  readonly fontSize: number;
}

export interface PaintedSeries extends Series {
  readonly color: string;
}

type DrawnSeries = LineSeriesOption | BarSeriesOption;

/** ECharts' options for a series: itself, and the points that its line cannot show. */
export function seriesOptions(series: PaintedSeries, view: SeriesView): DrawnSeries[] {
  const { draw = {} } = series;
  const axis = { yAxisIndex: series.axis === "right" ? 1 : 0, ...STILL };
  const stack = series.stack === undefined ? {} : { stack: `${series.axis ?? "left"} ${series.stack}` };
  const data = shownData(series, view);
  const opacity = view.focus === undefined || view.focus === series.name ? 1 : 0.15;
  if (draw.as === "bars") return [{ ...axis, ...stack, ...bars(series, { data, view, opacity }) }];
  const drawn = { ...axis, ...stack, ...line(series, { data, view, opacity }) };
  const lone =
    series.stack === undefined && draw.as !== "points" && drawn.showSymbol !== true ? loneValues(data) : NONE;
  return lone.t.length === 0 ? [drawn] : [drawn, { ...axis, ...points(series.color, lone, opacity) }];
}

const NONE: Decimated = { t: new Float64Array(), v: new Float64Array() };

/** Nothing in a time chart moves or answers the pointer by itself: the cursor is drawn over it. */
export const STILL = {
  silent: true,
  animation: false,
  emphasis: { disabled: true },
  dimensions: ["t", "v"],
} satisfies Partial<LineSeriesOption>;

export function shownData(series: Series, view: SeriesView): Decimated {
  const { t, v, draw = {} } = series;
  const positive = view.isLog ? v.map((value) => (value > 0 ? value : Number.NaN)) : v;
  const spanned =
    typeof draw.spanGaps === "number" ? bridgeGaps({ t, v: positive }, draw.spanGaps) : { t, v: positive };
  // A stack is drawn by index: its members must keep the same times, so none of them is thinned out alone.
  if (series.stack !== undefined) return spanned;
  const broken = draw.gapAfter === undefined ? spanned : breakGaps(spanned, draw.gapAfter);
  return decimate(broken.t, broken.v, view.from, view.to, view.width);
}

interface Drawing {
  readonly data: Decimated;
  readonly view: SeriesView;
  readonly opacity: number;
}

function line({ color, draw = {}, stack }: PaintedSeries, { data, view, opacity }: Drawing): LineSeriesOption {
  const isPoints = draw.as === "points";
  const showSymbol = isPoints || draw.points === "always" || (draw.points !== "never" && isSparse(data, view));
  return {
    type: "line",
    data: interleave(data),
    showSymbol,
    symbol: "circle",
    symbolSize: draw.pointSize ?? 4,
    itemStyle: { color, opacity },
    connectNulls: draw.spanGaps === true,
    lineStyle: {
      color: byHeight(color, data.v, { draw, view }),
      opacity: isPoints ? 0 : opacity,
      width: isPoints ? 0 : (draw.width ?? 1.5),
      ...dashOf(draw),
      join: "round",
    },
    ...curveOf(draw),
    ...areaOf(color, data.v, { draw, view, opacity }),
    ...(stack === undefined ? {} : { connectNulls: draw.spanGaps !== false }),
  };
}

/** The area of a line, whose decal is that of its items: it has no other way to get one. */
export function areaOf(
  color: string,
  values: Float64Array,
  { draw, view, opacity }: Painting & { readonly opacity: number },
): Pick<LineSeriesOption, "areaStyle" | "itemStyle"> {
  if (!draw.fill) return {};
  const areaStyle = {
    color: areaColor(color, values, { draw, view }),
    opacity: draw.fill * opacity,
    origin: "auto" as const,
  };
  return draw.hatch
    ? { areaStyle, itemStyle: { color, opacity, decal: hatch(draw.hatch, color, view.fontSize) } }
    : { areaStyle };
}

function bars({ color, draw = {} }: PaintedSeries, { data, view, opacity }: Drawing): BarSeriesOption {
  const width = barWidth(data, view, draw.barWidth);
  return {
    type: "bar",
    data: interleave(aligned(data, ((ALIGN[draw.barAlign ?? "center"] * width) / view.width) * (view.to - view.from))),
    barMaxWidth: WIDEST_BAR * view.fontSize,
    barMinWidth: 1,
    barWidth: width,
    barGap: "0%",
    itemStyle: {
      color,
      opacity: (draw.fill ?? 0.8) * opacity,
      ...(draw.hatch && { decal: hatch(draw.hatch, view.background, view.fontSize) }),
      borderColor: color,
      borderWidth: data.t.length * 6 < view.width ? (draw.width ?? 0) : 0,
    },
  };
}

function points(color: string, data: Decimated, opacity: number): LineSeriesOption {
  return {
    type: "line",
    data: interleave(data),
    showSymbol: true,
    symbol: "circle",
    symbolSize: 3,
    itemStyle: { color, opacity },
    lineStyle: { width: 0, opacity: 0 },
  };
}

/** In sizes of type. */
const WIDEST_BAR = 4.4;

/** How far the middle of a bar is from its time, in bars. */
const ALIGN = { before: -0.5, center: 0, after: 0.5 } as const;

function aligned({ t, v }: Decimated, shiftMs: number): Decimated {
  return shiftMs === 0 ? { t, v } : { t: t.map((time) => time + shiftMs), v };
}

/** Pixels of one bar. */
function barWidth({ t }: Decimated, view: SeriesView, share = 0.7): number {
  let gap = view.to - view.from;
  for (let at = 1; at < t.length; at++) gap = Math.min(gap, (t[at] ?? 0) - (t[at - 1] ?? 0));
  return Math.min(WIDEST_BAR * view.fontSize, Math.max(1, (gap / (view.to - view.from)) * view.width * share));
}

export function curveOf({ curve }: SeriesDraw): Partial<LineSeriesOption> {
  if (curve === "smooth") return { smooth: 0.35, smoothMonotone: "x" };
  if (curve === "step-before") return { step: "start" };
  return curve === "step-after" ? { step: "end" } : {};
}

function dashOf({ dash }: SeriesDraw): { type?: number[] } {
  return dash === undefined || dash.length === 0 ? {} : { type: [...dash] };
}

type Paint = NonNullable<NonNullable<LineSeriesOption["areaStyle"]>["color"]>;

interface Painting {
  readonly draw: SeriesDraw;
  readonly view: SeriesView;
}

function areaColor(color: string, values: Float64Array, { draw, view }: Painting): Paint {
  if (draw.colorOf !== undefined) return byHeight(color, Float64Array.of(view.base, ...values), { draw, view });
  if (draw.fade === "hue") return downwards([color, modifyHSL(color, (hue) => hue + NEIGHBOUR_DEG)]);
  // "transparent" is black in SVG, and grey on the way there in a canvas.
  return draw.fade === "opacity" ? downwards([color, modifyAlpha(color, 0) ?? color]) : color;
}

/** To the next hue on the wheel. */
const NEIGHBOUR_DEG = 40;
const { modifyAlpha, modifyHSL } = colors;

/** Colours between two heights: as many as the eye needs. */
const SHADES = 33;

/** From the highest value down to the lowest: ECharts spreads a gradient over what it paints. */
function byHeight(color: string, values: Float64Array, { draw: { colorOf }, view }: Painting): Paint {
  if (colorOf === undefined || view.isLog) return color;
  const known = values.filter(Number.isFinite);
  const high = known.reduce((most, value) => Math.max(most, value), Number.NEGATIVE_INFINITY);
  const low = known.reduce((least, value) => Math.min(least, value), Number.POSITIVE_INFINITY);
  if (!(high > low)) return known.length === 0 ? color : colorOf(high);
  return downwards(Array.from({ length: SHADES }, (_, at) => colorOf(high - ((high - low) * at) / (SHADES - 1))));
}

function downwards(colors: readonly string[]): Paint {
  const colorStops = colors.map((color, at) => ({ offset: at / (colors.length - 1), color }));
  return { type: "linear", x: 0, y: 0, x2: 0, y2: 1, colorStops };
}

/** So few points that each can be seen by itself. */
function isSparse({ t }: Decimated, view: SeriesView): boolean {
  return t.length > 0 && t.length * 18 < view.width;
}

/** Time and value in turn: many times faster than pairs, and ECharts takes it, though its types do not say so. */
export function interleave({ t, v }: Decimated): number[] {
  const pairs = new Float64Array(t.length * 2);
  for (let at = 0; at < t.length; at++) {
    pairs[at * 2] = t[at] ?? 0;
    pairs[at * 2 + 1] = v[at] ?? Number.NaN;
  }
  return pairs as ArrayLike<number> as number[]; // see above
}

/** Thins out a stack by the sum of its members, so that all keep the same times. */
export function decimateStack(members: readonly PaintedSeries[], view: SeriesView): PaintedSeries[] {
  const t = members[0]?.t ?? new Float64Array();
  const sum = t.map((_, at) => members.reduce((total, { v }) => total + (Number.isNaN(v[at]) ? 0 : (v[at] ?? 0)), 0));
  const kept = decimateIndices(t, sum, { from: view.from, to: view.to, columns: view.width });
  if (kept === undefined) return [...members];
  const times = Float64Array.from(kept, (at) => t[at] ?? 0);
  return members.map((member) => ({
    ...member,
    t: times,
    v: Float64Array.from(kept, (at) => member.v[at] ?? Number.NaN),
  }));
}
