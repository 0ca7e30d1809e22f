import type { EChartsCoreOption } from "echarts/core";
import { describeSeries, ENGLISH, LONGEST, numberInWords } from "./describe-series.ts";
import { pointsOf, type SeriesPoint, seriesOf } from "./series-points.ts";

/** The data of a chart as rows: what people read who do not see it. */
export interface ChartTable {
  readonly columns: readonly string[];
  readonly rows: readonly (readonly (string | number | null)[])[];
}

/**
 * A chart in words: kinds and number of series, of each its last, lowest and highest value and its trend; on an axis of
 * time from when to when, and when each was so low and so high.
 */
export function describeChart(option: EChartsCoreOption, format: (value: number) => string = numberInWords): string {
  const kinds = [...new Set(seriesOf(option).map((series) => String(series["type"])))];
  const series = pointsOf(option).map(({ name, points }) => ({
    name,
    v: points.map(({ value }) => value ?? Number.NaN),
    ...(points.every(({ time }) => time !== undefined) ? { t: points.map(({ time }) => time ?? Number.NaN) } : {}),
  }));
  const head = kinds.length === 0 ? "" : `${capitalised(kinds.join(" and "))} chart. `;
  const time = (at: number) => new Date(at).toLocaleString();
  const text = describeSeries(series, { format, time, room: LONGEST - head.length });
  return text === ENGLISH.noData ? text : `${head}${text}`;
}

/**
 * One row for each category or position, one column for each series. Where a series has several values at one position,
 * each has a row. Times rise.
 */
export function tableOfChart(option: EChartsCoreOption): ChartTable {
  const series = pointsOf(option);
  const columns = series.map(({ points }) => numbered(points));
  const places = new Map(columns.flatMap((column) => [...column].map(([id, { key, time }]) => [id, { key, time }])));
  const rows = [...places];
  if (rows.every(([, { time }]) => time !== undefined)) rows.sort(([, a], [, b]) => (a.time ?? 0) - (b.time ?? 0));
  return {
    columns: ["", ...series.map(({ name }) => name)],
    rows: rows.map(([id, { key }]) => [key, ...columns.map((column) => column.get(id)?.value ?? null)]),
  };
}

/** Points by their position and by how many of the same series stand there before them. */
function numbered(points: readonly SeriesPoint[]): ReadonlyMap<string, SeriesPoint> {
  const seen = new Map<string, number>();
  return new Map(
    points.map((point) => {
      const before = seen.get(point.key) ?? 0;
      seen.set(point.key, before + 1);
      return [`${before} ${point.key}`, point];
    }),
  );
}

function capitalised(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
