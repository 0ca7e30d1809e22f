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

function wholeName(labels: Labels): string {
  const pairs = pairsOf(
    labels,
    Object.keys(labels).filter((name) => name !== "__name__"),
  );
  return `${labels["__name__"] ?? ""}${pairs}`;
}

function pairsOf(labels: Labels, names: readonly string[]): string {
  const pairs = names.filter((name) => labels[name] !== undefined).map((name) => `${name}="${labels[name]}"`);
  return pairs.length === 0 ? "" : `{${pairs.join(", ")}}`;
}
