import type { Attributes, OtlpMetric, OtlpPoint } from "./otlp-message.ts";

/**
 * How names become those of metrics: with signs that PromQL needs no quotes for or as they are, with units and `_total`
 * or without.
 */
export type TranslationStrategy =
  | "underscore_with_suffixes"
  | "underscore_without_suffixes"
  | "no_utf8_escaping_with_suffixes"
  | "no_translation";

/** Words for units. @see OpenTelemetry, Prometheus compatibility: Metric Metadata */
const UNITS: ReadonlyMap<string, string> = new Map([
  ["d", "days"],
  ["h", "hours"],
  ["min", "minutes"],
  ["s", "seconds"],
  ["ms", "milliseconds"],
  ["us", "microseconds"],
  ["ns", "nanoseconds"],
  ["By", "bytes"],
  ["KiBy", "kibibytes"],
  ["MiBy", "mebibytes"],
  ["GiBy", "gibibytes"],
  ["kBy", "kilobytes"],
  ["MBy", "megabytes"],
  ["GBy", "gigabytes"],
  ["m", "meters"],
  ["V", "volts"],
  ["A", "amperes"],
  ["J", "joules"],
  ["W", "watts"],
  ["g", "grams"],
  ["Cel", "celsius"],
  ["Hz", "hertz"],
  ["%", "percent"],
]);

const UNITS_OF_TIME: ReadonlyMap<string, string> = new Map([
  ["s", "second"],
  ["m", "minute"],
  ["h", "hour"],
  ["d", "day"],
]);

/** The name under which a point of a metric is stored. */
export function nameOf(metric: OtlpMetric, point: OtlpPoint, strategy: TranslationStrategy): string {
  const name = isEscaped(strategy) ? plainName(metric.name) : metric.name;
  return strategy.endsWith("with_suffixes") ? withSuffixes(name, metric, point) : name;
}

function withSuffixes(name: string, { unit, isMonotonic }: OtlpMetric, { value: { kind } }: OtlpPoint): string {
  const word = unit === "1" && kind === "number" && !isMonotonic ? "ratio" : unitWord(unit);
  const withUnit = word === "" || name.split(/[_.]/).includes(word) ? name : `${name}_${word}`;
  return isMonotonic && !withUnit.endsWith("_total") ? `${withUnit.replace(/_total(?=_|$)/, "")}_total` : withUnit;
}

/** `By/s` is bytes per second; what stands in braces is a comment. */
function unitWord(unit: string): string {
  const [over = "", under] = unit.replace(/\{[^}]*\}/g, "").split("/");
  const word = UNITS.get(over) ?? (over === "1" ? "" : plainName(over).replace(/^_+|_+$/g, ""));
  if (under === undefined || under === "") return word;
  const per = UNITS_OF_TIME.get(under) ?? plainName(under);
  return word === "" ? `per_${per}` : `${word}_per_${per}`;
}

/** Attributes as labels; two that come to one name are both kept. */
export function attributeLabels(attributes: Attributes, strategy: TranslationStrategy): [string, string][] {
  const labels = new Map<string, string>();
  for (const [key, text] of [...attributes].sort(([one], [other]) => (one < other ? -1 : 1))) {
    const name = isEscaped(strategy) ? plainName(key).replaceAll(":", "_") : key;
    const known = labels.get(name);
    labels.set(name, known === undefined ? text : `${known};${text}`);
  }
  return [...labels];
}

function isEscaped(strategy: TranslationStrategy): boolean {
  return strategy.startsWith("underscore");
}

function plainName(text: string): string {
  const plain = text.replace(/[^a-zA-Z0-9_:]+/g, "_").replace(/_{2,}/g, "_");
  return /^\d/.test(plain) ? `_${plain}` : plain;
}
