import { type ChartOption, type ChartTheme, hatch, isTiny, timeTicks, valueTicks } from "@vedette/chart/core";
import { keptLanguage } from "../../../messages/language.ts";
import { type DisplayContext, displayValue } from "../../model/field/display-value.ts";
import { ticksOf, unitOf } from "../../model/field/unit.ts";
import { tickText, tickUnitOf } from "../../model/field/value-text.ts";
import type { DisplayField } from "../../model/frame/frame.ts";
import { type JsonObject, numberOf, objectOf, oneOf, textOf } from "../../model/json.ts";
import type { Size } from "../../view/use-size.ts";
import { scaledToType } from "../time-series/series-of-frames.ts";
import type { Bars, Groups } from "./bar-groups.ts";

/** How the options of a panel draw groups of bars. */
export interface BarLook {
  readonly isFlat: boolean;
  readonly stacking: "none" | "normal" | "percent";
  /** Share of its group's room that all bars of a group take, and of its own room that a bar takes. 0 to 1. */
  readonly groupWidth: number;
  readonly barWidth: number;
  /** Share of its width that a bar is rounded by, 0 to 0.5. */
  readonly radius: number | undefined;
  readonly values: "auto" | "always" | "never";
  /** CSS pixels beside type of the usual size; the chart's own unless given. */
  readonly valueSize: number | undefined;
  /** Degrees, against the clock. */
  readonly turned: number;
  /** Characters of a label; 0 for all. */
  readonly longest: number;
}

/** Who stands below the bars, and in which type. */
interface BarNames {
  readonly groups: Groups;
  readonly fontSize: number;
}

/**
 * Bars stand where the panel is wide, and lie where it is high or only so has room for names; unless its options say. The
 * range of a histogram never stands on its side.
 */
export function barLook(options: JsonObject, size: Size, names: BarNames): BarLook {
  const direction = oneOf(options["orientation"], ["auto", "horizontal", "vertical"], "auto");
  return {
    isFlat: direction === "horizontal" || (direction === "auto" && lies(size, names)),
    stacking: oneOf(options["stacking"], ["none", "normal", "percent"], "none"),
    groupWidth: shareOf(options["groupWidth"], 0.7),
    barWidth: shareOf(options["barWidth"], 0.97),
    radius: numberOf(options["barRadius"]),
    values: oneOf(options["showValue"], ["auto", "always", "never"], "auto"),
    valueSize: numberOf(objectOf(options["text"])["valueSize"]),
    turned: numberOf(options["xTickLabelRotation"]) ?? 0,
    longest: numberOf(options["xTickLabelMaxLength"]) ?? 0,
  };
}

/** Moments and steps of a range need no name each. */
function needsNames({ times, isRange = false }: Groups): boolean {
  return times === undefined && !isRange;
}

function lies({ width, height }: Size, { groups, fontSize }: BarNames): boolean {
  const { labels, isRange = false } = groups;
  if (width < height) return !isRange;
  const wanted = Math.min(longestOf(labels) * CHARACTER, LONGEST_LABEL) * fontSize;
  const below = (width - VALUE_AXIS.upright * fontSize) / labels.length - fontSize / 2;
  const beside = (height - VALUE_AXIS.flat * fontSize) / labels.length;
  return needsNames(groups) && wanted > below && beside > fontSize * LEAST_LINE;
}

function longestOf(texts: readonly string[]): number {
  return texts.reduce((most, text) => Math.max(most, text.length), 0);
}

function shareOf(value: unknown, otherwise: number): number {
  return Math.min(1, Math.max(0.05, numberOf(value) ?? otherwise));
}

interface BarPicture {
  readonly look: BarLook;
  readonly chartTheme: ChartTheme;
  readonly context: DisplayContext;
  readonly size: Size;
}

/** In sizes of type. Three values in a wide panel are no walls; labels longer than this are cut. */
const WIDEST_BAR = 11;
const LONGEST_LABEL = 8.2;
const LABEL_GAP = 0.73;
const CHARACTER = 0.58;
/** A label below a bar is at least so wide, and a bar that lies at least so high. */
const LEAST_LABEL = 3.5;
const LEAST_LINE = 1.3;
/** CSS pixels left free where the labels stand, and on the other sides. */
const EDGE = 4;
const FAR_EDGE = 8;
/** What the numbers beside the bars take of the panel, and what those below bars that lie. */
const VALUE_AXIS = { upright: 4, flat: 2.2 };
/** Room for a tick, along an axis that lies and one that stands. */
const TICK = { flat: 5.5, upright: 2.2 };
const MOST_TICKS = 5;
/** Between the end of a bar and its value, and beyond that. */
const VALUE_GAP = 6;

export function barOption(groups: Groups, bars: readonly Bars[], picture: BarPicture): ChartOption {
  const { look, chartTheme, size } = picture;
  const { isFlat, stacking, groupWidth, barWidth } = look;
  const label = {
    color: chartTheme.label,
    fontFamily: chartTheme.font,
    fontSize: chartTheme.fontSize,
    margin: Math.round(chartTheme.fontSize * LABEL_GAP),
  };
  const widest = chartTheme.fontSize * WIDEST_BAR;
  const heights = barHeights(groups, bars, stacking);
  const settings = bars[0]?.field.settings ?? {};
  const unit = stacking === "percent" ? { unit: "percent" } : { unit: settings.unit, decimals: settings.decimals };
  const { step, min, max, ticks } = valueTicks(
    settings.min ?? Math.min(0, ...ends(heights, stacking, -1)),
    settings.max ?? Math.max(0, ...ends(heights, stacking, 1)),
    {
      ...ticksOf(unitOf(unit.unit)),
      tickUnit: (most) => tickUnitOf(most, unit),
      count: ticksIn(size, look, chartTheme),
    },
  );
  const hasLabels = !isTiny(size, chartTheme);
  const tick = (number: number) => tickText(number, { step, most: max }, unit);
  const axisRoom = isFlat ? VALUE_AXIS.flat : longestOf(ticks.map(tick)) * CHARACTER + LABEL_GAP;
  const plot = (isFlat ? size.height : size.width) - EDGE - FAR_EDGE - (hasLabels ? axisRoom * chartTheme.fontSize : 0);
  const room = Math.max(1, plot) / Math.max(1, groups.names.length);
  const upright = look.turned === 0 ? labelBelow(room, groups, chartTheme) : size.height * 0.4;
  const labelWidth = isFlat ? size.width * 0.3 : upright;
  // The label of the last group stands in its middle.
  const overhang =
    isFlat || look.turned !== 0
      ? 0
      : (Math.min(longestOf(groups.labels) * chartTheme.fontSize * CHARACTER, labelWidth) - room) / 2;
  const category = {
    type: "category" as const,
    data: groups.labels.map((text) => shortened(text, look.longest)),
    axisTick: { show: false },
    axisLine: { show: false },
    axisLabel: {
      ...label,
      hideOverlap: true,
      show: hasLabels,
      rotate: isFlat ? 0 : look.turned,
      width: labelWidth,
      overflow: "truncate" as const,
      ...everyName(groups, look, labelWidth < room),
      ...roundTimes(groups, picture),
    },
  };
  const value = {
    type: "value" as const,
    min,
    max,
    interval: step,
    splitLine: { lineStyle: { color: chartTheme.grid } },
    axisLabel: {
      ...label,
      show: hasLabels,
      formatter: tick,
    },
  };
  const thickness = Math.min(
    widest,
    ((room * groupWidth) / (stacking === "none" ? Math.max(1, bars.length) : 1)) * barWidth,
  );
  const items = bars.map((one, at) =>
    (heights[at] ?? []).map((height, row) => itemOf(one, row, { height, groups, thickness, picture })),
  );
  const edges = farEdges(items.flat(), { min, max }, picture);
  return {
    animation: false,
    grid: {
      left: EDGE,
      right: Math.max(edges.right, overhang),
      top: edges.top,
      bottom: EDGE,
      outerBoundsMode: "same",
      outerBoundsContain: "axisLabel",
    },
    xAxis: isFlat ? value : category,
    yAxis: isFlat ? { ...category, inverse: true } : value,
    series: bars.map((one, at) => ({
      type: "bar" as const,
      name: one.name,
      emphasis: { itemStyle: { borderColor: chartTheme.text, borderWidth: 1 } },
      barMaxWidth: widest,
      barCategoryGap: `${((1 - groupWidth) * 100).toFixed(0)}%`,
      barGap: `${((1 / barWidth - 1) * 100).toFixed(0)}%`,
      ...(stacking === "none" ? {} : { stack: "all" }),
      itemStyle: {
        color: one.color,
        ...(one.hatch !== 0 && { decal: hatch(one.hatch, chartTheme.background, chartTheme.fontSize) }),
        opacity: (numberOf(one.field.settings.custom?.["fillOpacity"]) ?? 80) / 100,
        borderRadius: look.radius === undefined ? 2 : Math.round(Math.min(0.5, look.radius) * thickness),
      },
      data: items[at] ?? [],
    })),
  };
}

function ticksIn({ width, height }: Size, { isFlat }: BarLook, { fontSize }: ChartTheme): number {
  const room = isFlat ? width / TICK.flat : height / TICK.upright;
  return Math.max(1, Math.min(MOST_TICKS, Math.floor(room / fontSize)));
}

/** As wide as its group, so that each has its own; those that nobody needs are left out instead. */
function labelBelow(room: number, groups: Groups, { fontSize }: ChartTheme): number {
  const most = fontSize * LONGEST_LABEL;
  return needsNames(groups) ? Math.min(most, Math.max(fontSize * LEAST_LABEL, room - fontSize / 2)) : most;
}

/** Labels that are cut to the room of their group never overlap: ECharts would leave out some for air. */
function everyName(groups: Groups, { isFlat, turned }: BarLook, fits: boolean): { readonly interval?: number } {
  return fits && !isFlat && turned === 0 && needsNames(groups) ? { interval: 0 } : {};
}

/** Labels at round times where there is no room for one below each group. */
function roundTimes({ times = [] }: Groups, { look, chartTheme, context, size }: BarPicture) {
  const [from, to] = [times[0], times.at(-1)];
  const line = chartTheme.fontSize * (look.isFlat ? 1.8 : 7.5);
  const count = Math.floor((look.isFlat ? size.height : size.width) / line);
  if (from === undefined || to === undefined || to <= from || times.length <= count) return {};
  const ticks = timeTicks({ from, to, count, timeZone: context.timeZone, locale: keptLanguage() });
  const labels = new Map(ticks.map(({ value, label }) => [times.findIndex((time) => time >= value), label]));
  return {
    interval: (at: number) => labels.has(at),
    formatter: (_: string, at: number) => labels.get(at) ?? "",
  };
}

function shortened(text: string, longest: number): string {
  return longest > 0 && text.length > longest ? `${text.slice(0, longest)}…` : text;
}

/** How far each bar reaches, by field and group: its value, or its share of the group in percent. */
function barHeights({ names }: Groups, bars: readonly Bars[], stacking: BarLook["stacking"]): readonly number[][] {
  const values = bars.map(({ field }) => names.map((_, row) => numberAt(field, row)));
  if (stacking !== "percent") return values;
  const totals = names.map((_, row) => values.reduce((sum, column) => sum + Math.abs(column[row] || 0), 0));
  return values.map((column) => column.map((value, row) => (value / (totals[row] || 1)) * 100));
}

function numberAt({ values }: DisplayField, row: number): number {
  const value = values[row];
  return typeof value === "number" ? value : Number.NaN;
}

/** Where the bars of each group end on one side of zero: what is stacked ends where all of it does. */
function ends(heights: readonly (readonly number[])[], stacking: BarLook["stacking"], sign: 1 | -1): number[] {
  const onSide = (value: number) => (value * sign > 0 ? value : 0);
  if (stacking === "none") return heights.flatMap((column) => column.map(onSide));
  const groups = heights[0]?.map((_, row) => heights.reduce((sum, column) => sum + onSide(column[row] ?? 0), 0));
  return groups ?? [];
}

interface BarItem {
  readonly height: number;
  readonly groups: Groups;
  /** Of the bar, CSS pixels. */
  readonly thickness: number;
  readonly picture: BarPicture;
}

function itemOf({ field }: Bars, row: number, item: BarItem) {
  const { height, groups, picture } = item;
  const color = colorAt(field, row, groups, picture.context);
  const label = valueLabel(field, row, item);
  if (color === undefined && label === undefined) return height;
  return { value: height, ...(color && { itemStyle: { color } }), ...(label && { label }) };
}

/** The value at the end of its bar, or inside where bars are stacked; `undefined` where it has no room or is not wanted. */
function valueLabel(field: DisplayField, row: number, { height, thickness, picture }: BarItem) {
  const { look, chartTheme, context } = picture;
  if (Number.isNaN(height) || look.values === "never") return undefined;
  const fontSize = look.valueSize === undefined ? chartTheme.fontSize : scaledToType(look.valueSize, chartTheme);
  const text = displayValue(field.values[row], field, context).line;
  const room = look.isFlat ? fontSize + 2 : text.length * fontSize * 0.6 + 2;
  if (look.values === "auto" && room > thickness) return undefined;
  const font = { fontFamily: chartTheme.font, fontSize, opacity: 1, formatter: () => text };
  if (look.stacking !== "none") return { ...font, show: true, position: "inside" as const, color: "#03070b" };
  return {
    ...font,
    show: true,
    position: END[look.isFlat ? "flat" : "upright"][height < 0 ? 0 : 1],
    color: chartTheme.text,
  };
}

/** Room in CSS pixels for the values at the ends of the longest bars, which reach beyond the end of the axis. */
function farEdges(
  items: readonly ReturnType<typeof itemOf>[],
  { min, max }: { readonly min: number; readonly max: number },
  { look, chartTheme, size }: BarPicture,
): { readonly right: number; readonly top: number } {
  const long = look.isFlat ? size.width - chartTheme.fontSize * LONGEST_LABEL : size.height;
  const plot = long - chartTheme.fontSize * VALUE_AXIS.flat;
  const past = items.map((item) => {
    if (typeof item === "number" || item.label === undefined || item.value < 0 || look.stacking !== "none") return 0;
    const { fontSize, formatter } = item.label;
    const text = look.isFlat ? formatter().length * fontSize * CHARACTER : fontSize;
    return text + VALUE_GAP - Math.max(0, (max - item.value) / (max - min || 1)) * plot;
  });
  const edge = past.reduce((most, one) => Math.max(most, one), FAR_EDGE);
  return look.isFlat ? { right: edge, top: FAR_EDGE } : { right: FAR_EDGE, top: edge };
}

/** Where a bar ends, below zero and above it. */
const END = { flat: ["left", "right"], upright: ["bottom", "top"] } as const;

/** A bar has the colour of the field named for it, or of its own value where thresholds or a scheme colour it. */
function colorAt(field: DisplayField, row: number, { colorBy }: Groups, context: DisplayContext): string | undefined {
  if (colorBy !== undefined) return displayValue(colorBy.values[row], colorBy, context).color;
  const mode = textOf(field.settings.color?.mode);
  const isByValue = mode === "thresholds" || mode.startsWith("continuous-");
  return isByValue ? displayValue(field.values[row], field, context).color : undefined;
}
