import { assignSeriesColors, type ChartOption, type ChartTheme, hatch, type SeriesColor } from "@vedette/chart/core";
import { cssColor } from "../../model/field/color-name.ts";
import { type DisplayContext, type DisplayValue, displayValue } from "../../model/field/display-value.ts";
import { valueLine } from "../../model/field/value-text.ts";
import type { DisplayField, DisplayFrame } from "../../model/frame/frame.ts";
import { type JsonObject, objectOf, oneOf, textsOf } from "../../model/json.ts";
import { type ReducedValue, reducedValues } from "../single-value/reduced-values.ts";

/** A part of the whole, in words and colour. */
export interface Slice {
  readonly key: string;
  readonly name: string;
  /** Of the whole, 0 to 1: ECharts draws nothing of numbers that are very small. */
  readonly part: number;
  readonly color: string;
  /** Lines across it, from the ninth part on. */
  readonly hatch: SeriesColor["pattern"];
  readonly text: string;
  readonly share: string;
  readonly of: ReducedValue;
  readonly shown: DisplayValue;
}

interface SliceLook extends DisplayContext {
  readonly chartTheme: ChartTheme;
}

/** The parts, the largest first. What is not above zero, or without end, is no part. */
export function slicesOf(
  frames: readonly DisplayFrame[],
  options: JsonObject,
  { chartTheme, ...context }: SliceLook,
): readonly Slice[] {
  const values = reducedValues(frames, options).filter(
    ({ value, field }) => typeof value === "number" && value > 0 && Number.isFinite(value) && !isHidden(field),
  );
  const colors = assignSeriesColors(
    values.map(({ name }) => name),
    chartTheme.series.length,
    chartTheme.hasPatterns,
  );
  const total = values.reduce((sum, { value }) => sum + Number(value), 0);
  return values
    .map((value): Slice => {
      const index = colors.get(value.name)?.index;
      const shown = displayValue(value.value, value.field, context);
      return {
        key: value.key,
        name: value.name,
        part: Number(value.value) / total,
        hatch: colors.get(value.name)?.pattern ?? 0,
        color:
          fixedColor(value, context.theme) ??
          (index === undefined ? chartTheme.rest : (chartTheme.series[index] ?? chartTheme.rest)),
        text: shown.line,
        share: valueLine(Number(value.value) / total, { unit: "percentunit" }),
        of: value,
        shown,
      };
    })
    .toSorted((a, b) => b.part - a.part);
}

function isHidden({ settings }: DisplayField): boolean {
  return objectOf(settings.custom?.["hideFrom"])["viz"] === true;
}

interface Size {
  readonly width: number;
  readonly height: number;
}

/** What stands in the legend, and in which size. */
export interface PieLegend {
  readonly placement: unknown;
  readonly names: readonly string[];
  /** Texts of each column behind the name. */
  readonly columns: readonly (readonly string[])[];
  /** In CSS pixels. */
  readonly fontSize: number;
  /** A wall is not scrolled: numbers that have no room there are cut off. */
  readonly scrolls?: boolean;
}

/** Sizes of type below which a pie has no parts to see. */
const LEAST_PIE = 5.5;
/** Widths in sizes of type: of a letter, a digit, what stands around them, and the longest name that is shown whole. */
const LETTER = 0.56;
const DIGIT = 0.58;
const COLUMN_GAP = 1;
const LEGEND_GAP = 3.3;
const LONGEST_NAME = 24;
/** On a wall, of a line of the legend, and what is between it and the pie in lines: `dashboard.css`. */
const WALL_LINE = 1.53;
const GAP_ABOVE = 0.3;
/** What a name keeps where nobody scrolls. */
const LEAST_NAME = 5;

/**
 * Where the legend stands, and the room that it leaves to the pie.
 *
 * @param legend - nothing when there is none
 */
export function pieRoom(
  size: Size,
  legend: PieLegend | undefined,
): { readonly isBeside: boolean; readonly chart: Size } {
  const { width, height } = size;
  if (legend === undefined) return { isBeside: false, chart: size };
  const isBeside = oneOf(legend.placement, ["bottom", "right"], "bottom") === "right" || width > height * 1.6;
  const least = LEAST_PIE * legend.fontSize;
  const hasRoom = legend.scrolls !== false || width - legendWidth(legend, LEAST_NAME) >= least;
  if (!isBeside || !hasRoom) return { isBeside: false, chart: { width, height: heightAbove(legend, height) } };
  const roomBeside = width - Math.ceil(legendWidth(legend));
  return {
    isBeside,
    chart: {
      width: Math.max(Math.min(least, height), Math.min(Math.floor(width * 0.55), roomBeside, height)),
      height,
    },
  };
}

/** @returns how many of its columns a legend has room for beside a name: a number that is cut off says something wrong */
export function fittingColumns(legend: PieLegend, room: number): number {
  const fits = (count: number) =>
    legendWidth({ ...legend, columns: legend.columns.slice(0, count) }, LEAST_NAME) <= Math.ceil(room);
  return legend.columns.findLastIndex((_, at) => fits(at + 1)) + 1;
}

/** Where nobody scrolls, the legend has its lines whole, up to half of the height. */
function heightAbove({ names, fontSize, scrolls }: PieLegend, height: number): number {
  const most = Math.floor(height * 0.66);
  if (scrolls !== false) return most;
  const line = WALL_LINE * fontSize;
  const lines = Math.min(names.length, Math.floor(height / 2 / line));
  return Math.min(most, Math.floor(height - (lines + GAP_ABOVE) * line));
}

function legendWidth({ names, columns, fontSize }: PieLegend, longestName = LONGEST_NAME): number {
  const name = Math.min(longestName, longest(names)) * LETTER;
  const numbers = columns.reduce((sum, texts) => sum + longest(texts) * DIGIT + COLUMN_GAP, 0);
  return (LEGEND_GAP + name + numbers) * fontSize;
}

/** What the legend can tell of a part, by the names that dashboards have for it. */
const COLUMNS = [
  ["value", "text"],
  ["percent", "share"],
] as const;

/** @returns what the legend tells of each part behind its name, all of it when nothing is named */
export function pieColumns(legend: JsonObject): readonly (typeof COLUMNS)[number][1][] {
  const asked = textsOf(legend["values"]);
  return COLUMNS.filter(([name]) => asked.length === 0 || asked.includes(name)).map(([, column]) => column);
}

/** @param fontSize - of the legend, in CSS pixels */
export function pieLegend(slices: readonly Slice[], legend: JsonObject, fontSize: number): PieLegend {
  const columns = pieColumns(legend).map((column) => slices.map((slice) => slice[column]));
  return { placement: legend["placement"], names: slices.map(({ name }) => name), columns, fontSize };
}

function longest(texts: readonly string[]): number {
  return texts.reduce((most, { length }) => Math.max(most, length), 0);
}

function fixedColor({ field: { settings } }: ReducedValue, theme: "dark" | "light"): string | undefined {
  const { mode, fixedColor: color } = settings.color ?? {};
  return mode === "fixed" ? cssColor(color ?? "text", theme) : undefined;
}

/** What stands in the parts, by the names that dashboards have for it, in the order of its lines. */
const LABELS = [["name", "name"], ...COLUMNS] as const;

/** Shares of half the chart: where the parts end, and where they begin. */
const OUTER = 0.92;
const INNER_OF_DONUT = 0.56;
/** Where texts in the parts of a whole pie may begin: at its middle they would meet. */
const INNER_OF_PIE = 0.25;
/** Height of a line of text in sizes of type. */
const LABEL_LINE = 1.3;

/** @returns what is written into each part; nothing unless it is asked for */
export function pieLabels(options: JsonObject): readonly (typeof LABELS)[number][1][] {
  const asked = textsOf(options["displayLabels"]);
  return LABELS.filter(([name]) => asked.includes(name)).map(([, text]) => text);
}

interface PieLook {
  readonly isDonut: boolean;
  readonly labels: ReturnType<typeof pieLabels>;
  readonly chartTheme: ChartTheme;
  readonly size: Size;
}

/** Whether a text lies within its part: it must not lie over the next, nor beyond the edge. */
function fitsPart(lines: readonly string[], { from, part }: Arc, { isDonut, chartTheme, size }: PieLook): boolean {
  const half = Math.min(size.width, size.height) / 2;
  const inner = (isDonut ? INNER_OF_DONUT : 0) * half;
  const ring = OUTER * half - Math.max(inner, INNER_OF_PIE * half);
  const across = part >= 0.5 ? Number.POSITIVE_INFINITY : (inner + OUTER * half) * Math.sin(Math.PI * part);
  // From the top on, clockwise; a text stays level wherever its part lies.
  const angle = 2 * Math.PI * (from + part / 2);
  const [sine, cosine] = [Math.abs(Math.sin(angle)), Math.abs(Math.cos(angle))];
  const width = longest(lines) * DIGIT * chartTheme.fontSize + 6;
  const height = lines.length * LABEL_LINE * chartTheme.fontSize;
  return width * sine + height * cosine <= ring && width * cosine + height * sine <= across;
}

/** Of a circle, in shares of the whole. */
interface Arc {
  readonly from: number;
  readonly part: number;
}

export function pieOption(slices: readonly Slice[], look: PieLook): ChartOption {
  const { isDonut, labels, chartTheme } = look;
  let end = 0;
  const { background: color, font: fontFamily, fontSize } = chartTheme;
  // ECharts takes the width of a Chinese character for it, which fonts without Chinese do not have.
  const lineHeight = Math.round(fontSize * LABEL_LINE);
  return {
    animation: false,
    series: [
      {
        type: "pie",
        radius: [isDonut ? `${INNER_OF_DONUT * 100}%` : 0, `${OUTER * 100}%`],
        center: ["50%", "50%"],
        label: {
          show: labels.length > 0,
          position: "inside",
          color,
          fontFamily,
          fontSize,
          lineHeight,
          fontWeight: 600,
        },
        labelLine: { show: false },
        itemStyle: { borderColor: chartTheme.background, borderWidth: slices.length > 1 ? 1.5 : 0 },
        emphasis: { scale: false, itemStyle: { borderColor: chartTheme.text, borderWidth: 2 } },
        data: slices.map((slice) => {
          const lines = labels.map((text) => slice[text]);
          const arc = { from: end, part: slice.part };
          end += slice.part;
          return {
            name: slice.name,
            value: slice.part,
            label: { show: lines.length > 0 && fitsPart(lines, arc, look), formatter: () => lines.join("\n") },
            itemStyle: {
              color: slice.color,
              ...(slice.hatch !== 0 && { decal: hatch(slice.hatch, color, chartTheme.fontSize) }),
            },
          };
        }),
      },
    ],
  };
}
