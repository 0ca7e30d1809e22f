import type { EChartsCoreOption } from "echarts/core";
import { describeSeries } from "./describe-series.ts";
import { pointsOf, seriesOf } from "./series-points.ts";

/** The data of a chart as rows: what people read who do not see it. */
export interface ChartTable {
  readonly columns: readonly string[];
  readonly rows: readonly (readonly (string | number | null)[])[];
}

/**
 * A chart in words: kinds and number of series, of each its last, lowest and highest value and its trend; on an axis of
 * time from when to when, and when each was so low and so high.
 */
export function describeChart(
  option: EChartsCoreOption,
  format: (value: number) => string = (value) => value.toLocaleString(),
): string {
  const kinds = [...new Set(seriesOf(option).map((series) => String(series["type"])))];
  const series = pointsOf(option).map(({ name, points }) => ({
    name,
    v: points.map(({ value }) => value ?? Number.NaN),
    ...(points.every(({ time }) => time !== undefined) ? { t: points.map(({ time }) => time ?? Number.NaN) } : {}),
  }));
  const text = describeSeries(series, { format, time: (time) => new Date(time).toLocaleString() });
  return kinds.length === 0 || text === "No data."
    ? text
    : `${capitalised(kinds.join(" and "))} chart. ${text}`.slice(0, 600);
}

/** One row for each category or position, one column for each series. */
export function tableOfChart(option: EChartsCoreOption): ChartTable {
  const series = pointsOf(option);
  const keys = [...new Set(series.flatMap(({ points }) => points.map(({ key }) => key)))];
  const values = series.map(({ points }) => new Map(points.map(({ key, value }) => [key, value])));
  return {
    columns: ["", ...series.map(({ name }) => name)],
    rows: keys.map((key) => [key, ...values.map((byKey) => byKey.get(key) ?? null)]),
  };
}

function capitalised(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
