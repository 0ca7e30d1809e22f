import { promqlLabelName } from "@vedette/client/label-name";
import type { FrameQuery } from "./frame.ts";

type Labels = Readonly<Record<string, string>>;

/**
 * What the series of a query are called: by `legendFormat` with its `{{label}}`, by their whole name when there is
 * none, and with `__auto` by the labels that tell them apart.
 */
export function seriesNames(
  series: readonly Labels[],
  { legendFormat, expr, name = expr }: Pick<FrameQuery, "legendFormat" | "expr" | "name">,
): string[] {
  if (legendFormat === "__auto") return autoNames(series, name);
  if (legendFormat === "") return series.map((labels) => wholeName(labels) || name);
  return series.map((labels) => legendText(legendFormat, labels) || wholeName(labels) || name);
}

function legendText(format: string, labels: Labels): string {
  return format.replaceAll(/\{\{\s*([^{}]*?)\s*\}\}/g, (_, name: string) =>
    Object.hasOwn(labels, name) ? (labels[name] ?? "") : "",
  );
}

function autoNames(series: readonly Labels[], expr: string): string[] {
  const names = [...new Set(series.flatMap((labels) => Object.keys(labels)))].filter((name) => name !== "__name__");
  const telling = names.filter((name) => new Set(series.map((labels) => labels[name])).size > 1);
  if (series.length === 1) return series.map((labels) => labels["__name__"] ?? (pairsOf(labels, names) || expr));
  return series.map((labels) => {
    const [only, ...more] = telling;
    const text = only === undefined || more.length > 0 ? pairsOf(labels, telling) : (labels[only] ?? "");
    return text || labels["__name__"] || expr;
  });
}

/** As PromQL writes the series: a UTF-8 name of a metric stands in the braces, in quotes. */
function wholeName(labels: Labels): string {
  const names = Object.keys(labels).filter((name) => name !== "__name__");
  const metric = labels["__name__"] ?? "";
  if (metric === "" || PLAIN_METRIC.test(metric)) return `${metric}${pairsOf(labels, names)}`;
  return `{${[JSON.stringify(metric), ...writtenPairs(labels, names)].join(", ")}}`;
}

const PLAIN_METRIC = /^[a-zA-Z_:][a-zA-Z0-9_:]*$/;

function pairsOf(labels: Labels, names: readonly string[]): string {
  const pairs = writtenPairs(labels, names);
  return pairs.length === 0 ? "" : `{${pairs.join(", ")}}`;
}

function writtenPairs(labels: Labels, names: readonly string[]): readonly string[] {
  return names.filter((name) => labels[name] !== undefined).map((name) => `${promqlLabelName(name)}="${labels[name]}"`);
}
