import {
  assignSeriesColors,
  type ChartTheme,
  dashOf,
  type Series,
  type SeriesColor,
  type SeriesDraw,
} from "@vedette/chart/core";
import { cssColor, type Theme } from "../../model/field/color-name.ts";
import { schemeColor } from "../../model/field/color-scheme.ts";
import { reduceValues } from "../../model/field/reducer.ts";
import { stepAt } from "../../model/field/thresholds.ts";
import type { DisplayField, DisplayFrame } from "../../model/frame/frame.ts";
import { flagOf, type JsonObject, listOf, numberOf, objectOf, oneOf, textOf } from "../../model/json.ts";

/** A series of a panel with the field it is drawn from. */
export interface PanelSeries extends Series {
  /** Unique in the panel; names need not be. */
  readonly id: string;
  readonly color: string;
  readonly field: DisplayField;
  readonly isInLegend: boolean;
  readonly isInTooltip: boolean;
}

interface Look {
  readonly theme: Theme;
  readonly chartTheme: ChartTheme;
}

/** Every number beside a time is a series, unless it is hidden from the picture. */
export function seriesOfFrames(frames: readonly DisplayFrame[], look: Look): PanelSeries[] {
  const found = frames.flatMap(({ fields, isExemplars }) => {
    if (isExemplars === true) return [];
    const time = fields.find(({ type }) => type === "time");
    const numbers = fields.filter(({ type }) => type === "number");
    return time === undefined ? [] : numbers.map((field) => ({ time, field }));
  });
  const shown = found.filter(({ field }) => !isHiddenFrom(field, "viz"));
  const keys = distinctNames(shown.map(({ field }) => field.displayName));
  const colors = assignSeriesColors(
    keys.filter((_, at) => shown[at] !== undefined && isOfPalette(shown[at].field)),
    look.chartTheme.series.length,
    look.chartTheme.hasPatterns,
  );
  // Those whose colours the document names are told apart, too: green from red above all.
  const patterns = look.chartTheme.hasPatterns
    ? assignSeriesColors(
        keys.filter((key) => !colors.has(key)),
        look.chartTheme.series.length,
        true,
      )
    : new Map<string, SeriesColor>();
  const firstUnit = shown[0]?.field.settings.unit ?? "";
  return shown.map(({ time, field }, at) => {
    const key = keys[at] ?? "";
    const slot = colors.get(key);
    const { pattern = 0 } = slot ?? patterns.get(key) ?? {};
    return {
      id: String(at),
      field,
      name: field.displayName,
      t: numbersOf(time.values),
      v: valuesOf(field),
      color: colorOf(field, slot, look),
      axis: axisOf(field, firstUnit),
      draw: { ...drawOf(field, pattern, look.chartTheme), ...gradientOf(field, look.theme) },
      ...stackOf(customOf(field)),
      isInLegend: !isHiddenFrom(field, "legend"),
      isInTooltip: !isHiddenFrom(field, "tooltip"),
    };
  });
}

/** Two series of one name must not look alike: the second is told apart by its number. */
function distinctNames(names: readonly string[]): string[] {
  const seen = new Map<string, number>();
  return names.map((name) => {
    const before = seen.get(name) ?? 0;
    seen.set(name, before + 1);
    return before === 0 ? name : `${name} (${before + 1})`;
  });
}

export function customOf({ settings }: DisplayField): JsonObject {
  return settings.custom ?? {};
}

export function isHiddenFrom(field: DisplayField, where: "viz" | "legend" | "tooltip"): boolean {
  return flagOf(objectOf(customOf(field)["hideFrom"])[where], false);
}

function numbersOf(values: ArrayLike<unknown>): Float64Array {
  return values instanceof Float64Array
    ? values
    : Float64Array.from(values, (value) => (typeof value === "number" ? value : Number.NaN));
}

/** `negative-Y` draws what goes out below what comes in; old graphs may count gaps as zero. */
function valuesOf(field: DisplayField): Float64Array {
  const read = numbersOf(field.values);
  const hasZeros = customOf(field)["nullValueMode"] === "null as zero";
  const values = hasZeros ? read.map((value) => (Number.isNaN(value) ? 0 : value)) : read;
  return customOf(field)["transform"] === "negative-Y" ? values.map((value) => -value) : values;
}

/** Colours that belong to the series, not to its values. */
function isOfPalette({ settings }: DisplayField): boolean {
  return (settings.color?.mode ?? "palette-classic").startsWith("palette");
}

function colorOf(field: DisplayField, slot: SeriesColor | undefined, look: Look): string {
  const { color } = field.settings;
  const { series, rest } = look.chartTheme;
  if (slot !== undefined) return slot.index === undefined ? rest : (series[slot.index] ?? rest);
  if (color?.mode === "fixed" || color?.mode === "shades") return cssColor(color.fixedColor ?? "text", look.theme);
  return colorByValue(field, look.theme);
}

/** By the value that the settings name: its last, lowest or highest. */
function colorByValue(field: DisplayField, theme: Theme): string {
  const { settings, values } = field;
  const value = Number(reduceValues(REDUCED_BY[settings.color?.seriesBy ?? "last"], Array.from(values)) ?? Number.NaN);
  return colorsOf(field, theme)(value);
}

/** The colour of each value of a field, by its thresholds or in the range of its scheme: its limits, else what it has. */
function colorsOf({ settings, values }: DisplayField, theme: Theme): (value: number) => string {
  const { color, thresholds, min = 0, max = 100 } = settings;
  const all = Array.from(values);
  const low = settings.min ?? Number(reduceValues("min", all) ?? 0);
  const high = settings.max ?? Number(reduceValues("max", all) ?? 1);
  return (value) => {
    const byScheme = schemeColor(color?.mode ?? "", (value - low) / (high - low || 1), theme);
    const step = thresholds === undefined ? undefined : stepAt(thresholds, value, { min, max });
    return byScheme ?? cssColor(step?.color ?? "text", theme);
  };
}

const REDUCED_BY = { last: "lastNotNull", min: "min", max: "max" } as const;

function axisOf(field: DisplayField, firstUnit: string): "left" | "right" {
  const placement = customOf(field)["axisPlacement"];
  if (placement === "right") return "right";
  if (placement === "left") return "left";
  return (field.settings.unit ?? "") === firstUnit ? "left" : "right";
}

const CURVES = { linear: "linear", smooth: "smooth", stepBefore: "step-before", stepAfter: "step-after" } as const;
const DRAWN_AS = { line: "line", bars: "bars", points: "points" } as const;

/** Pixels of the type for which documents say how wide lines are; on a wall, and for whoever reads larger letters, both are larger. */
const DESK_TYPE = 11;

/** A length that is meant for a desk, as long as the type of the chart asks. */
export function scaledToType(atDesk: number, { fontSize }: ChartTheme): number {
  return (atDesk * fontSize) / DESK_TYPE;
}

/** What the colours of a scheme do not do already. */
function fadeOf(gradientMode: unknown): Pick<SeriesDraw, "fade"> {
  const mode = oneOf(gradientMode, ["none", "opacity", "hue", "scheme"], "none");
  if (mode === "none") return {};
  return { fade: mode === "hue" ? "hue" : "opacity" };
}

function drawOf(field: DisplayField, pattern: SeriesColor["pattern"], chartTheme: ChartTheme): SeriesDraw {
  const custom = customOf(field);
  const as = DRAWN_AS[oneOf(custom["drawStyle"], ["line", "bars", "points"], "line")];
  const width = numberOf(custom["lineWidth"]) ?? 1;
  return {
    as,
    curve: CURVES[oneOf(custom["lineInterpolation"], ["linear", "smooth", "stepBefore", "stepAfter"], "linear")],
    width: scaledToType(width === 1 ? 1.5 : width, chartTheme),
    ...fillOf(custom, as),
    ...fadeOf(custom["gradientMode"]),
    points: oneOf(custom["showPoints"], ["auto", "always", "never"], "auto"),
    pointSize: scaledToType(numberOf(custom["pointSize"]) ?? 5, chartTheme),
    spanGaps: spanOf(custom["spanNulls"]),
    ...gapOf(custom["insertNulls"]),
    ...barOf(custom),
    ...dashesOf(custom["lineStyle"], { pattern, width, chartTheme }),
    ...(pattern !== 0 && { hatch: pattern }),
  };
}

/** Between two lines there is always an area, also where nobody said how dark it is. */
const BETWEEN_OPACITY = 35;

function fillOf({ fillOpacity, fillBelowTo }: JsonObject, as: SeriesDraw["as"]): Pick<SeriesDraw, "fill" | "fillTo"> {
  const fill = numberOf(fillOpacity) ?? (as === "bars" ? 80 : 0);
  const fillTo = as === "line" ? textOf(fillBelowTo) : "";
  return fillTo === "" ? { fill: fill / 100 } : { fill: (fill || BETWEEN_OPACITY) / 100, fillTo };
}

/** By value as well as over the whole line, where colours are about values at all. */
function gradientOf(field: DisplayField, theme: Theme): Pick<SeriesDraw, "colorOf"> {
  const isByValue = !isOfPalette(field) && !["fixed", "shades"].includes(field.settings.color?.mode ?? "");
  if (customOf(field)["gradientMode"] !== "scheme" || !isByValue) return {};
  const colorAt = colorsOf(field, theme);
  const isBelow = customOf(field)["transform"] === "negative-Y";
  return { colorOf: isBelow ? (value) => colorAt(-value) : colorAt };
}

function spanOf(spanNulls: unknown): boolean | number {
  return typeof spanNulls === "boolean" ? spanNulls : (numberOf(spanNulls) ?? false);
}

function gapOf(insertNulls: unknown): Pick<SeriesDraw, "gapAfter"> {
  const gapAfter = numberOf(insertNulls);
  return gapAfter === undefined || gapAfter <= 0 ? {} : { gapAfter };
}

const BAR_ALIGN: ReadonlyMap<unknown, "before" | "after"> = new Map([
  [-1, "before"],
  [1, "after"],
]);

function barOf({ barWidthFactor, barAlignment }: JsonObject): Pick<SeriesDraw, "barWidth" | "barAlign"> {
  const width = numberOf(barWidthFactor);
  return {
    ...(width === undefined ? {} : { barWidth: Math.min(1, Math.max(0.01, width)) }),
    barAlign: BAR_ALIGN.get(barAlignment) ?? "center",
  };
}

interface Stroke {
  readonly pattern: SeriesColor["pattern"];
  /** Of the line at a desk. */
  readonly width: number;
  readonly chartTheme: ChartTheme;
}

/** The document's own dashes, else those that tell the ninth series from the first. */
function dashesOf(lineStyle: unknown, { pattern, width, chartTheme }: Stroke): Pick<SeriesDraw, "dash"> {
  const { fill, dash } = objectOf(lineStyle);
  const drawn = (lengths: readonly number[]) => ({ dash: lengths.map((length) => scaledToType(length, chartTheme)) });
  if (fill === "dash") return drawn(numbersIn(dash) ?? [8, 6]);
  // Dots are written as strokes of no length: they are as long as the line is wide.
  const dots = fill === "dot" ? (numbersIn(dash) ?? [1, 4]) : undefined;
  if (dots !== undefined) return drawn(dots.map((length, at) => (at % 2 === 0 ? Math.max(length, width) : length)));
  return pattern === 0 ? {} : { dash: dashOf(pattern, chartTheme.fontSize) };
}

function numbersIn(value: unknown): readonly number[] | undefined {
  const numbers = listOf(value).filter((item) => typeof item === "number");
  return numbers.length === 0 ? undefined : numbers;
}

function stackOf(custom: JsonObject): { stack?: string; stackAs?: "sum" | "share" } {
  const { mode, group } = objectOf(custom["stacking"]);
  // Dashboards take one series out of the stack, e.g. a total, by a group that is false.
  if ((mode !== "normal" && mode !== "percent") || group === false) return {};
  return { stack: textOf(group, "A") || "A", stackAs: mode === "percent" ? "share" : "sum" };
}
