import { type ChartOption, type ChartTheme, timeTicks } from "@vedette/chart/core";
import { cssColor, type Theme } from "../../model/field/color-name.ts";
import { valueLine } from "../../model/field/value-text.ts";
import type { DisplayFrame } from "../../model/frame/frame.ts";
import { type JsonObject, objectOf, textOf } from "../../model/json.ts";
import type { Span } from "../../model/time/time-range.ts";
import type { PanelExemplar } from "../time-series/panel-exemplars.ts";

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
  { unit, span }: { unit: string; span: Span },
): Cells | undefined {
  const series = frames.flatMap(({ fields, isExemplars }) => {
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
    ]).filter(([, , count]) => count > 0),
  );
  const rows = series.map(({ field }) =>
    bucketName(field.labels["le"] ?? field.displayName, unit || field.settings.unit),
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

function bucketName(limit: string, unit: string | undefined): string {
  const number = Number(limit);
  return Number.isFinite(number) && limit !== "" ? valueLine(number, { unit }) : limit;
}

interface HeatmapLook {
  readonly span: Span;
  readonly size: { readonly width: number };
  readonly chartTheme: ChartTheme;
  readonly timeZone: string;
  readonly exemplars?: readonly PlacedExemplar[];
  /** Of exemplars, as the panel asks for it; the text's unless given. */
  readonly exemplarColor?: string;
}

/** As a panel's options ask for exemplars. */
export function exemplarLook(options: JsonObject, theme: Theme): Pick<HeatmapLook, "exemplarColor"> {
  const color = textOf(objectOf(options["exemplars"])["color"]);
  return color === "" ? {} : { exemplarColor: cssColor(color, theme) };
}

export function heatmapOption(
  { times, rows, byRow, most }: Cells,
  { chartTheme, timeZone, span, size, exemplars = [], exemplarColor = chartTheme.text }: HeatmapLook,
): ChartOption {
  const label = { color: chartTheme.label, fontFamily: chartTheme.font, fontSize: chartTheme.fontSize };
  const ticks = timeTicks({ ...span, count: Math.max(2, Math.floor(size.width / 90)), timeZone });
  const labels = new Map(ticks.map(({ value, label: text }) => [nearest(times, value), text]));
  return {
    animation: false,
    grid: { left: 4, right: 8, top: 8, bottom: 2, outerBoundsMode: "same", outerBoundsContain: "axisLabel" },
    xAxis: {
      type: "category",
      data: times.map(String),
      axisTick: { show: false },
      axisLine: { show: false },
      axisLabel: {
        ...label,
        interval: (at: number) => labels.has(at),
        formatter: (_: string, at: number) => labels.get(at) ?? "",
      },
    },
    yAxis: {
      type: "category",
      data: [...rows],
      axisTick: { show: false },
      axisLine: { show: false },
      axisLabel: { ...label, hideOverlap: true },
    },
    visualMap: {
      show: false,
      type: "continuous",
      seriesIndex: byRow.map((_, row) => row),
      min: 0,
      max: most || 1,
      inRange: { color: [...chartTheme.ramp] },
    },
    // One series for each bucket, so that keys walk along a bucket and from one to the next.
    series: [
      ...byRow.map((data) => ({
        type: "heatmap" as const,
        data: data.map((cell) => [...cell]),
        emphasis: { itemStyle: { borderColor: chartTheme.text, borderWidth: 2 } },
        itemStyle: {
          borderColor: chartTheme.background,
          borderWidth: size.width / Math.max(1, times.length) > 5 ? 1 : 0,
        },
      })),
      ...(exemplars.length === 0
        ? []
        : [
            {
              type: "scatter" as const,
              data: exemplars.map(({ column, row }) => [column, row]),
              symbol: "diamond",
              symbolSize: 10,
              z: 3,
              itemStyle: { color: exemplarColor, borderColor: chartTheme.background, borderWidth: 1 },
            },
          ]),
    ],
  };
}

function nearest(times: readonly number[], wanted: number): number {
  return times.reduce(
    (best, time, at) => (Math.abs(time - wanted) < Math.abs((times[best] ?? 0) - wanted) ? at : best),
    0,
  );
}
