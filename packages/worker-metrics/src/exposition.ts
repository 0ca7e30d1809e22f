import type { Metric } from "./metric.ts";
import { type CounterSeries, type GaugeSeries, HistogramSeries } from "./series.ts";

/** A metric of any kind. */
export type AnyMetric = Metric<CounterSeries> | Metric<GaugeSeries> | Metric<HistogramSeries>;

/** `Content-Type` of the text format. */
export const TEXT_FORMAT = "text/plain; version=0.0.4; charset=utf-8";

/**
 * One metric in the text format 0.0.4: HELP, TYPE and its samples, sorted by labels so that two scrapes compare.
 * A metric without a series gives no text at all.
 *
 * @see Prometheus, Exposition formats
 */
export function metricText(metric: AnyMetric): string {
  const { name, help, kind } = metric.definition;
  const series: AnySeries[] = [...metric.series()];
  if (series.length === 0) return "";
  series.sort((one, other) => (one.labelText < other.labelText ? -1 : 1));
  const samples = series.map((one) => seriesText(name, one)).join("");
  return `# HELP ${name} ${escapeHelp(help)}\n# TYPE ${name} ${kind}\n${samples}`;
}

type AnySeries = CounterSeries | GaugeSeries | HistogramSeries;

function seriesText(name: string, series: AnySeries): string {
  if (series instanceof HistogramSeries) return histogramText(name, series);
  return `${name}${braces(series.labelText)} ${numberText(series.value)}\n`;
}

function histogramText(name: string, { labelText, bounds, counts, sum }: HistogramSeries): string {
  const before = labelText === "" ? "" : `${labelText},`;
  let text = "";
  let count = 0;
  for (let bucket = 0; bucket < counts.length; bucket += 1) {
    count += counts[bucket] ?? 0;
    text += `${name}_bucket{${before}le="${numberText(bounds[bucket] ?? Infinity)}"} ${count}\n`;
  }
  return `${text}${name}_sum${braces(labelText)} ${numberText(sum)}\n${name}_count${braces(labelText)} ${count}\n`;
}

function braces(labelText: string): string {
  return labelText === "" ? "" : `{${labelText}}`;
}

/** The shortest text that reads back as the same number; infinities as Go writes them. */
function numberText(value: number): string {
  if (value === Infinity) return "+Inf";
  return value === -Infinity ? "-Inf" : String(value);
}

function escapeHelp(help: string): string {
  return help.replaceAll("\\", "\\\\").replaceAll("\n", "\\n");
}
