import type { ChartTheme } from "../theme.ts";
import { domainOf } from "./domain.ts";
import type { Series, TimeSeriesLook, ValueAxis } from "./series.ts";
import { widestText } from "./text-width.ts";
import { type TimeTick, type TimeTickOptions, timeTicks } from "./time-ticks.ts";
import { type ValueTicks, valueTicks } from "./value-ticks.ts";

/** Where the plot lies in its element, and the ticks of its axes. All in CSS pixels. */
export interface Plot {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
  readonly from: number;
  readonly to: number;
  readonly time: readonly TimeTick[];
  readonly values: { readonly left: PlotAxis; readonly right: PlotAxis | undefined };
}

export interface PlotAxis extends ValueTicks {
  readonly axis: ValueAxis;
  readonly labels: readonly string[];
}

interface PlotOptions {
  readonly size: { readonly width: number; readonly height: number };
  readonly series: readonly Series[];
  readonly range: { readonly from: number; readonly to: number };
  readonly look: TimeSeriesLook;
  readonly theme: ChartTheme;
}

/** Width in sizes of type from one label of time to the next. */
const TICK = 7.5;
/** Steps of a value axis that an eye still takes in at once, however large the panel. */
const MOST_VALUES = 8;
/** The same of the axis of time, along which an eye goes anyway. */
const MOST_TIMES = 16;
/** The most ticks that are tried where fewer are no two. */
const MOST_TRIED = 6;

/** As many ticks as are read with ease; where that is one, which says nothing of how long the range is, closer ones that fit. */
function ticksOf(options: Omit<TimeTickOptions, "count">, width: number, theme: ChartTheme): readonly TimeTick[] {
  const count = Math.max(1, Math.min(MOST_TIMES, Math.floor(width / (theme.fontSize * TICK))));
  const easy = timeTicks({ ...options, count });
  for (let more = count + 1; easy.length < 2 && more <= MOST_TRIED; more++) {
    const [first, second, ...others] = timeTicks({ ...options, count: more });
    if (first === undefined || second === undefined) continue;
    const apart = ((second.value - first.value) / (options.to - options.from)) * width;
    const wide = 2 * halfLabel([first, second, ...others], theme) + theme.fontSize / 2;
    return apart >= wide ? [first, second, ...others] : easy;
  }
  return easy;
}

/** Measures labels and divides the element between plot and axes. */
export function plotOf({ size, series, range, look, theme }: PlotOptions): Plot {
  const isBare = look.isBare === true || isTiny(size, theme);
  const line = isBare ? 0 : Math.ceil(theme.fontSize * 1.3);
  const top = isBare ? 1 : Math.ceil(theme.fontSize / 2) + 2;
  const height = Math.max(1, size.height - top - (isBare ? 1 : line + 6));
  const axisOn = (side: "left" | "right") =>
    plotAxis(
      series.filter(({ axis = "left" }) => axis === side),
      { axis: isBare ? { ...look[side], isHidden: true } : (look[side] ?? {}), range, height, theme },
    );
  const rightAxis = series.some(({ axis }) => axis === "right") ? axisOn("right") : undefined;
  const isAllRight = series.length > 0 && series.every(({ axis }) => axis === "right");
  const leftAxis = isAllRight && rightAxis !== undefined ? unseen(rightAxis) : axisOn("left");
  const left = isBare ? 0 : roomFor(leftAxis, theme) || 8;
  const time = isBare
    ? []
    : ticksOf({ ...range, timeZone: look.timeZone, locale: look.locale }, size.width - left, theme);
  const right = isBare ? 0 : rightAxis === undefined ? halfLabel(time, theme) : roomFor(rightAxis, theme);
  const width = Math.max(1, size.width - left - right);
  return { left, top, width, height, ...range, time, values: { left: leftAxis, right: rightAxis } };
}

/** Too small for axes: their labels would lie over each other and leave nothing to the data. */
export function isTiny({ width, height }: PlotOptions["size"], { fontSize }: ChartTheme): boolean {
  return height < fontSize * 4 || width < fontSize * 8;
}

/** Stands for an axis that no series has: grid and limits go by the other one. */
function unseen(other: PlotAxis): PlotAxis {
  return { ...other, axis: { ...other.axis, isHidden: true, hasGrid: other.axis.hasGrid ?? true } };
}

interface PlotAxisOptions {
  readonly axis: ValueAxis;
  readonly range: { readonly from: number; readonly to: number };
  readonly height: number;
  readonly theme: ChartTheme;
}

function plotAxis(series: readonly Series[], { axis, range, height, theme }: PlotAxisOptions): PlotAxis {
  const { low, high } = domainOf(series, { ...range, isPositive: axis.log !== undefined });
  const count = Math.max(1, Math.min(MOST_VALUES, Math.round(height / (theme.fontSize * 3.2))));
  const ticks = valueTicks(low, high, { ...axis, count });
  const format = axis.format ?? plainFormat(series);
  const most = ticks.ticks.reduce((largest, value) => Math.max(largest, Math.abs(value)), 0);
  const labels = ticks.ticks.map((value) => {
    const own = Math.abs(value);
    return format(value, axis.log === undefined ? { step: ticks.step, most } : { step: own, most: own });
  });
  return { ...ticks, axis, labels };
}

/** Numbers as they are, with the unit of the series where all have the same. */
function plainFormat(series: readonly Series[]): (value: number) => string {
  const [unit = "", ...others] = new Set(series.map((one) => one.unit));
  return (value) => (unit === "" || others.length > 0 ? String(value) : `${value} ${unit}`);
}

/** The label of a tick at the very end reaches half its width beyond it. */
function halfLabel(ticks: readonly TimeTick[], theme: ChartTheme): number {
  const widest = widestText(
    ticks.map(({ label }) => label),
    theme.font,
    theme.fontSize,
  );
  return Math.ceil(Math.max(theme.fontSize, widest) / 2 + 2);
}

function roomFor({ axis, labels }: PlotAxis, theme: ChartTheme): number {
  if (axis.isHidden === true) return 0;
  const name = axis.name === undefined || axis.name === "" ? 0 : theme.fontSize * 1.5;
  return Math.ceil(widestText(labels, theme.font, theme.fontSize) + 8 + name);
}

/** Horizontal pixel of a time. */
export function xOf(plot: Plot, time: number): number {
  return plot.left + ((time - plot.from) / (plot.to - plot.from)) * plot.width;
}

export function timeAt(plot: Plot, x: number): number {
  return plot.from + ((x - plot.left) / plot.width) * (plot.to - plot.from);
}

/** Vertical pixel of a value. */
export function yOf(plot: Plot, value: number, side: "left" | "right" = "left"): number {
  const { min, max, axis } = plot.values[side] ?? plot.values.left;
  const scale = axis.log === undefined ? (n: number) => n : Math.log;
  const share = (scale(value) - scale(min)) / (scale(max) - scale(min));
  return plot.top + (1 - share) * plot.height;
}
