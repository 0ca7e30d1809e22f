import { type ChartOption, type ChartTheme, isTiny, timeTicks } from "@vedette/chart/core";
import { keptLanguage } from "../../../messages/language.ts";
import { type ValueFormat, valueLine } from "../../model/field/value-text.ts";
import type { DisplayFrame } from "../../model/frame/frame.ts";
import { type JsonObject, numberOf, objectOf, textOf } from "../../model/json.ts";
import type { Span } from "../../model/time/time-range.ts";
import type { PanelExemplar } from "../time-series/panel-exemplars.ts";
import { scaledToType } from "../time-series/series-of-frames.ts";
import { countedFrames } from "./heatmap-counts.ts";
import type { HeatmapLook } from "./heatmap-look.ts";

/** Counts by time and bucket. */
export interface Cells {
  /** Milliseconds since 1970, rising. */
  readonly times: readonly number[];
  /** Names of buckets, from the lowest up. */
  readonly rows: readonly string[];
  /** Column, row, count of what was counted, for each bucket. */
  readonly byRow: readonly (readonly (readonly [number, number, number])[])[];
  readonly most: number;
  /** Upper limits of the buckets; `NaN` where a row is none. */
  readonly limits: readonly number[];
}

/** Columns beyond these are thinner than a pixel. */
const MOST_COLUMNS = 1500;

/** The times of a range, also where nothing was counted: a picture of an hour is an hour wide. */
function wholeRange(known: readonly number[], { from, to }: Span): readonly number[] {
  const [first = from] = known;
  const step = known.slice(1).reduce((least, time, at) => Math.min(least, time - (known[at] ?? 0)), to - from);
  const start = first - Math.floor((first - from) / step) * step;
  const count = Math.floor((to - start) / step) + 1;
  return count > MOST_COLUMNS || known.length < 2 ? known : Array.from({ length: count }, (_, at) => start + at * step);
}

/** `undefined` when nothing was counted over time. */
export function cellsOf(
  frames: readonly DisplayFrame[],
  { options, span }: { readonly options: JsonObject; readonly span: Span },
): Cells | undefined {
  const isShown = countFilter(options["filterValues"]);
  const axis = objectOf(options["yAxis"]);
  const decimals = numberOf(axis["decimals"]);
  const series = countedFrames(frames, options, span).flatMap(({ fields, isExemplars }) => {
    if (isExemplars === true) return [];
    const time = fields.find(({ type }) => type === "time");
    return time === undefined ? [] : fields.filter(({ type }) => type === "number").map((field) => ({ time, field }));
  });
  if (series.length === 0) return undefined;
  const known = [...new Set(series.flatMap(({ time }) => Array.from(time.values, Number)))].sort((a, b) => a - b);
  const times = wholeRange(known, span);
  const columnOf = new Map(times.map((time, column) => [time, column]));
  const byRow = series.map(({ time, field }, row) =>
    Array.from(field.values, (value, at): readonly [number, number, number] => [
      columnOf.get(Number(time.values[at])) ?? 0,
      row,
      Number(value),
    ]).filter(([, , count]) => isShown(count)),
  );
  const rows = series.map(({ field }) =>
    bucketName(field.labels["le"] ?? field.displayName, {
      unit: textOf(axis["unit"]) || field.settings.unit,
      decimals,
    }),
  );
  const limits = series.map(({ field }) => Number(field.labels["le"]?.replace(/^\+?Inf$/, "Infinity") ?? Number.NaN));
  return { times, rows, byRow, limits, most: byRow.flat().reduce((most, [, , count]) => Math.max(most, count), 0) };
}

/** An exemplar in the cell that it was counted in. */
export interface PlacedExemplar {
  readonly column: number;
  readonly row: number;
  readonly exemplar: PanelExemplar;
}

/** The cells of exemplars; of several in one the largest. */
export function placeExemplars(
  { times, limits }: Cells,
  exemplars: readonly PanelExemplar[],
): readonly PlacedExemplar[] {
  const byCell = new Map<string, PlacedExemplar>();
  for (const exemplar of exemplars) {
    const row = limits.findIndex((limit) => exemplar.value <= limit);
    if (row < 0) continue;
    const column = nearest(times, exemplar.time);
    const cell = `${column} ${row}`;
    const known = byCell.get(cell);
    if (known === undefined || known.exemplar.value < exemplar.value) byCell.set(cell, { column, row, exemplar });
  }
  return [...byCell.values()].sort((one, other) => one.column - other.column);
}

/** Nothing is no cell; documents may leave out more: what is at most `le`, or at least `ge`. */
function countFilter(filterValues: unknown): (count: number) => boolean {
  const { le, ge } = objectOf(filterValues);
  const [few, many] = [numberOf(le) ?? 0, numberOf(ge) ?? Number.POSITIVE_INFINITY];
  return (count) => count > Math.max(0, few) && count < many;
}

function bucketName(limit: string, format: ValueFormat): string {
  const number = Number(limit);
  return Number.isFinite(number) && limit !== "" ? valueLine(number, format) : limit;
}

interface HeatmapPlace {
  readonly look: HeatmapLook;
  readonly span: Span;
  readonly size: { readonly width: number; readonly height: number };
  readonly chartTheme: ChartTheme;
  readonly timeZone: string;
  readonly exemplars?: readonly PlacedExemplar[];
}

/** Type below which a number in a cell cannot be read, in shares of the chart's. */
const LEAST_CELL = { width: 3.2, height: 1.2 };
const SCALE_HEIGHT = 2.4;
/** Room that a time and a character of a name take, in sizes of type. */
const TIME_WIDTH = 7.5;
const CHARACTER = 0.58;
/** Share of the panel that names of buckets take at most. */
const MOST_NAMES = 0.35;
const LABEL_GAP = 0.73;

export function heatmapOption(
  { times, rows, byRow, most }: Cells,
  { look, chartTheme, timeZone, span, size, exemplars = [] }: HeatmapPlace,
): ChartOption {
  const { fontSize } = chartTheme;
  const label = { color: chartTheme.label, fontFamily: chartTheme.font, fontSize };
  const margin = Math.round(fontSize * LABEL_GAP);
  const names = look.axis === "hidden" ? 0 : widthOfNames(rows, { size, chartTheme });
  const count = Math.max(1, Math.floor((size.width - names) / (fontSize * TIME_WIDTH)));
  const ticks = timeTicks({ ...span, count, timeZone, locale: keptLanguage() });
  const labels = new Map(ticks.map(({ value, label: text }) => [columnAt(times, value), text]));
  const cell = { width: size.width / Math.max(1, times.length), height: size.height / Math.max(1, rows.length) };
  const hasRoom =
    cell.width > LEAST_CELL.width * chartTheme.fontSize && cell.height > LEAST_CELL.height * chartTheme.fontSize;
  const scale = look.hasScale ? Math.ceil(SCALE_HEIGHT * chartTheme.fontSize) : 0;
  const [least, greatest] = [look.least ?? 0, look.most ?? (most || 1)];
  return {
    animation: false,
    grid: { left: 4, right: 8, top: 8, bottom: 2 + scale, outerBoundsMode: "same", outerBoundsContain: "axisLabel" },
    xAxis: [
      { type: "category", data: times.map(String), show: false },
      // Round times are seldom those of a column: their labels stand between.
      {
        type: "value",
        position: "bottom",
        min: -0.5,
        max: times.length - 0.5,
        axisTick: { show: false },
        axisLine: { show: false },
        splitLine: { show: false },
        axisLabel: {
          ...label,
          margin,
          show: !isTiny(size, chartTheme),
          customValues: [...labels.keys()].filter((column) => column >= -0.5 && column <= times.length - 0.5),
          formatter: (column: number) => labels.get(column) ?? "",
        },
      },
    ],
    yAxis: {
      type: "category",
      data: [...rows],
      inverse: look.isReversed,
      position: look.axis === "right" ? "right" : "left",
      ...(look.axisName === "" ? {} : { name: look.axisName, nameLocation: "middle", nameTextStyle: label }),
      axisTick: { show: false },
      axisLine: { show: false },
      axisLabel: {
        ...label,
        margin,
        show: look.axis !== "hidden" && !isTiny(size, chartTheme),
        interval: Math.max(0, Math.ceil((fontSize * 1.3) / cell.height) - 1),
        width: size.width * MOST_NAMES,
        overflow: "truncate",
      },
    },
    visualMap: {
      show: look.hasScale,
      type: "continuous",
      seriesIndex: byRow.map((_, row) => row),
      min: least,
      max: greatest > least ? greatest : least + 1,
      inRange: { color: [...look.colors] },
      ...SCALE,
      text: [valueLine(greatest), valueLine(least)],
      textStyle: label,
      itemWidth: chartTheme.fontSize * 0.8,
      textGap: scaledToType(10, chartTheme),
      itemHeight: Math.min(scaledToType(160, chartTheme), size.width / 3),
    },
    // One series for each bucket, so that keys walk along a bucket and from one to the next.
    series: [
      ...byRow.map((data) => ({
        type: "heatmap" as const,
        data: data.map((cell) => [...cell]),
        emphasis: { itemStyle: { borderColor: chartTheme.text, borderWidth: 2 } },
        itemStyle: {
          borderColor: chartTheme.background,
          borderWidth: cell.width > 5 ? (look.gap ?? 1) : 0,
        },
        label: {
          show: look.counts === "always" || (look.counts === "auto" && hasRoom),
          ...{ color: chartTheme.text, fontFamily: chartTheme.font, fontSize: chartTheme.fontSize },
          textBorderColor: chartTheme.background,
          textBorderWidth: 2,
          formatter: ({ value }: { value?: unknown }) => valueLine(Number(Array.isArray(value) ? value[2] : value)),
        },
      })),
      ...(exemplars.length === 0
        ? []
        : [
            {
              type: "scatter" as const,
              data: exemplars.map(({ column, row }) => [column, row]),
              symbol: "diamond",
              symbolSize: scaledToType(10, chartTheme),
              z: 3,
              itemStyle: { color: look.exemplarColor, borderColor: chartTheme.background, borderWidth: 1 },
            },
          ]),
    ],
  };
}

function widthOfNames(
  names: readonly string[],
  { size, chartTheme }: Pick<HeatmapPlace, "size" | "chartTheme">,
): number {
  const longest = names.reduce((most, name) => Math.max(most, name.length), 0);
  return Math.min(size.width * MOST_NAMES, longest * chartTheme.fontSize * CHARACTER);
}

/** The scale of colours lies below the picture and is not for pressing. */
const SCALE = {
  orient: "horizontal" as const,
  left: "center" as const,
  bottom: 0,
  calculable: false,
  hoverLink: false,
  padding: 0,
};

/** Where a time lies among the columns, also between two of them. */
function columnAt(times: readonly number[], time: number): number {
  const after = times.findIndex((one) => one >= time);
  const at = Math.max(1, after < 0 ? times.length - 1 : after);
  const [from = time, to = time] = [times[at - 1], times[at]];
  return to === from ? 0 : at - 1 + (time - from) / (to - from);
}

function nearest(times: readonly number[], wanted: number): number {
  return times.reduce(
    (best, time, at) => (Math.abs(time - wanted) < Math.abs((times[best] ?? 0) - wanted) ? at : best),
    0,
  );
}
