import type { TextFormat } from "./exposition.ts";

/** The media type of a format, for `Content-Type`. */
export function contentTypeOf(format: TextFormat): string {
  return format === "openmetrics"
    ? "application/openmetrics-text; version=1.0.0; charset=utf-8"
    : "text/plain; version=0.0.4; charset=utf-8";
}

/**
 * The format a scraper wants: OpenMetrics when it asks for it and does not like plain text better, else plain text.
 *
 * @param accept - the `Accept` header
 * @see RFC 9110, 12.5.1
 */
export function negotiateFormat(accept = ""): TextFormat {
  const ranges = accept.split(",").map(readRange);
  const weightOf = (type: string): number =>
    Math.max(0, ...ranges.flatMap((range) => (range.type === type ? [range.weight] : [])));
  const openMetrics = weightOf("application/openmetrics-text");
  return openMetrics > 0 && openMetrics >= weightOf("text/plain") ? "openmetrics" : "text";
}

function readRange(text: string): { type: string; weight: number } {
  const [type = "", ...parameters] = text.split(";").map((part) => part.trim().toLowerCase());
  const weight = Number(parameters.find((parameter) => parameter.startsWith("q="))?.slice(2) ?? 1);
  return { type, weight: weight >= 0 && weight <= 1 ? weight : 0 };
}
