import type { EChartsCoreOption } from "echarts/core";
import { describeSeries } from "./describe-series.ts";

/** The data of a chart as rows: what people read who do not see it. */
export interface ChartTable {
  readonly columns: readonly string[];
  readonly rows: readonly (readonly (string | number | null)[])[];
}

interface NamedValues {
  readonly name: string;
  readonly points: readonly { readonly key: string; readonly value: number | null }[];
}

/** A chart in words: kinds and number of series, of each its last, lowest and highest value and its trend. */
export function describeChart(
  option: EChartsCoreOption,
  format: (value: number) => string = (value) => value.toLocaleString(),
): string {
  const kinds = [...new Set(seriesOf(option).map((series) => String(series["type"])))];
  const series = namedValues(option).map(({ name, points }) => ({
    name,
    v: points.map(({ value }) => value ?? Number.NaN),
  }));
  const text = describeSeries(series, { format });
  return kinds.length === 0 || text === "No data."
    ? text
    : `${capitalised(kinds.join(" and "))} chart. ${text}`.slice(0, 600);
}

/** One row for each category or position, one column for each series. */
export function tableOfChart(option: EChartsCoreOption): ChartTable {
  const series = namedValues(option);
  const keys = [...new Set(series.flatMap(({ points }) => points.map(({ key }) => key)))];
  const values = series.map(({ points }) => new Map(points.map(({ key, value }) => [key, value])));
  return {
    columns: ["", ...series.map(({ name }) => name)],
    rows: keys.map((key) => [key, ...values.map((byKey) => byKey.get(key) ?? null)]),
  };
}

type Members = Readonly<Record<string, unknown>>;

function namedValues(option: EChartsCoreOption): NamedValues[] {
  const categories = categoriesOf(option);
  return seriesOf(option).map((series, at) => ({
    name: String(series["name"] ?? `series ${at + 1}`),
    points: listOf(series["data"]).map((item, index) => pointOf(item, categories[index] ?? String(index + 1))),
  }));
}

function pointOf(item: unknown, key: string): { key: string; value: number | null } {
  const value = isMembers(item) && !Array.isArray(item) ? item["value"] : item;
  const name = isMembers(item) && typeof item["name"] === "string" ? item["name"] : undefined;
  if (Array.isArray(value)) return { key: name ?? String(value[0]), value: numberOf(value[1]) };
  return { key: name ?? key, value: numberOf(value) };
}

function numberOf(value: unknown): number | null {
  return typeof value === "number" && Number.isFinite(value) ? value : null;
}

function categoriesOf(option: EChartsCoreOption): readonly string[] {
  const axes = [option["xAxis"], option["yAxis"]].flatMap(listOf).filter(isMembers);
  return listOf(axes.find(({ data }) => Array.isArray(data))?.["data"]).map(String);
}

function seriesOf(option: EChartsCoreOption): readonly Members[] {
  return listOf(option["series"]).filter(isMembers);
}

function listOf(value: unknown): readonly unknown[] {
  if (value === undefined || value === null) return [];
  if (ArrayBuffer.isView(value)) return Array.from(value as Float64Array); // data of series are numbers
  return Array.isArray(value) ? value : [value];
}

function isMembers(value: unknown): value is Members {
  return typeof value === "object" && value !== null;
}

function capitalised(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
