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
  ["TiBy", "tibibytes"],
  ["kBy", "kilobytes"],
  // Many write it so, and Prometheus knows no other.
  ["KBy", "kilobytes"],
  ["MBy", "megabytes"],
  ["GBy", "gigabytes"],
  ["TBy", "terabytes"],
  ["m", "meters"],
  ["V", "volts"],
  ["A", "amperes"],
  ["J", "joules"],
  ["W", "watts"],
  ["g", "grams"],
  ["Cel", "celsius"],
  ["Hz", "hertz"],
  ["1", ""],
  ["%", "percent"],
]);

/** What stands behind the stroke: `By/s`. */
const UNITS_BELOW: ReadonlyMap<string, string> = new Map([
  ["s", "second"],
  ["m", "minute"],
  ["h", "hour"],
  ["d", "day"],
  ["w", "week"],
  ["mo", "month"],
  ["y", "year"],
]);

/** The name under which a point of a metric is stored. */
export function nameOf(metric: OtlpMetric, point: OtlpPoint, strategy: TranslationStrategy): string {
  const endings = strategy.endsWith("with_suffixes") ? endingsOf(metric, point) : NO_ENDINGS;
  return isEscaped(strategy) ? plainName(metric.name, endings) : nameAsIs(metric.name, endings);
}

/** What a name says at its end, in this order; empty where it says nothing. */
interface Endings {
  readonly unit: string;
  /** Begins with `per_`. */
  readonly below: string;
  /** Of a counter `total`, of a gauge that is a share `ratio`. */
  readonly kind: string;
}

const NO_ENDINGS: Endings = { unit: "", below: "", kind: "" };

function endingsOf({ unit, isMonotonic }: OtlpMetric, { value: { kind } }: OtlpPoint): Endings {
  const [over = "", under = ""] = unit.split(/\/(.*)/s).map((part) => part.replace(/\{[^}]*\}/g, "").trim());
  return {
    unit: UNITS.get(over) ?? over,
    below: under === "" ? "" : `per_${UNITS_BELOW.get(under) ?? under}`,
    kind: isMonotonic ? "total" : unit === "1" && kind === "number" ? "ratio" : "",
  };
}

/** Letters, digits, `:` and single `_`; a unit that the name says already is not said again. */
function plainName(name: string, { unit, below, kind }: Endings): string {
  const words = wordsOf(name);
  const added = [unit, below].map((ending) => wordsOf(ending).join("_")).filter((word) => !words.includes(word));
  const kept = kind === "" ? words : words.filter((word) => word !== kind);
  const plain = [...kept, ...added, kind].filter((word) => word !== "").join("_");
  return /^\d/.test(plain) ? `_${plain}` : plain;
}

function wordsOf(text: string): string[] {
  return text.split(/[^a-zA-Z0-9:]+/).filter((word) => word !== "");
}

/** The name stays; what it ends in already is not added again. */
function nameAsIs(name: string, { unit, below, kind }: Endings): string {
  let whole = withoutEnding(withoutEnding(name, kind), below);
  if (unit !== "" && !whole.endsWith(unit)) whole += `_${unit}`;
  return [whole, below, kind].filter((word) => word !== "").join("_");
}

/** Takes an ending off, and the sign before it. */
function withoutEnding(name: string, ending: string): string {
  const isThere = ending !== "" && name.endsWith(ending) && name.length > ending.length + 1;
  return isThere ? name.slice(0, -ending.length - 1) : name;
}

/** Attributes as labels; two that come to one name are both kept. */
export function attributeLabels(attributes: Attributes, strategy: TranslationStrategy): [string, string][] {
  const labels = new Map<string, string>();
  for (const [key, text] of [...attributes].sort(([one], [other]) => (one < other ? -1 : 1))) {
    const name = isEscaped(strategy) ? labelName(key) : key;
    if (name === "") continue;
    const known = labels.get(name);
    labels.set(name, known === undefined ? text : `${known};${text}`);
  }
  return [...labels];
}

function isEscaped(strategy: TranslationStrategy): boolean {
  return strategy.startsWith("underscore");
}

/** @see Prometheus, translation of OTLP: a name that begins with a digit or one `_` gets a word before it */
function labelName(key: string): string {
  const name = key.replace(/[^a-zA-Z0-9_]/gu, "_");
  if (/^\d/.test(name)) return `key_${name}`;
  return /^_(?!_)/.test(name) ? `key${name}` : name;
}
