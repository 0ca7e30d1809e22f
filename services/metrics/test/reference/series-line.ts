import { combineHistograms } from "../../src/histogram/arithmetic.ts";
import {
  emptyHistogram,
  type Histogram,
  RESET_GAUGE,
  RESET_NO,
  RESET_UNKNOWN,
  RESET_YES,
  type ResetHint,
} from "../../src/histogram/histogram.ts";
import { type Labels, labelsOf, METRIC_NAME } from "../../src/labels/labels.ts";
import { parseNumber, parseString } from "../../src/promql/literal.ts";

/** A native histogram of a script. Its reset hint is only compared where the script gives one. */
export interface LiteralHistogram {
  readonly histogram: Histogram;
  readonly hasHint: boolean;
}

/** What a script has at one step of a series; `undefined` where there is nothing. */
export type LiteralValue = number | "stale" | LiteralHistogram | undefined;

/** A series as a script writes it: labels, and a value for each step. */
export interface SeriesLine {
  readonly labels: Labels;
  readonly values: readonly LiteralValue[];
}

const QUOTED = /"(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])*'|`[^`]*`/;
const LABEL = new RegExp(
  `\\s*(${QUOTED.source}|[^\\s"'\`{},=]+)\\s*(?:=\\s*(${QUOTED.source}))?\\s*(?:,|(?=\\}))`,
  "y",
);

/** @throws TypeError for a line that is not a series */
export function parseSeriesLine(line: string): SeriesLine {
  const [, name = ""] = /^([^\s{]*)/.exec(line) ?? [];
  const entries: [string, string][] = name === "" ? [] : [[METRIC_NAME, name]];
  let at = name.length;
  if (line[at] === "{") {
    at += 1;
    LABEL.lastIndex = at;
    for (let found = LABEL.exec(line); found !== null; found = LABEL.exec(line)) {
      at = LABEL.lastIndex;
      const [, label = "", value] = found;
      entries.push(value === undefined ? [METRIC_NAME, unquote(label)] : [unquote(label), unquote(value)]);
    }
    const [closing] = /^\s*\}/.exec(line.slice(at)) ?? [];
    if (closing === undefined) throw new TypeError(`the labels of a series do not end: ${line}`);
    at += closing.length;
  }
  return { labels: labelsOf(entries), values: parseValues(line.slice(at)) };
}

function unquote(text: string): string {
  return /^["'`]/.test(text) ? (parseString(text) ?? "") : text;
}

/** A number as scripts write it; `undefined` for a text that is none. */
export function readSampleValue(text: string): number | undefined {
  const [, sign = "", amount = ""] = /^([+-]?)(.*)$/.exec(text) ?? [];
  const value = parseNumber(amount);
  return value === undefined ? undefined : sign === "-" ? -value : value;
}

const HISTOGRAM = String.raw`\{\{[^}]*\}\}`;
const AMOUNT = String.raw`(?:\d+\.?\d*(?:[eE][+-]?\d+)?|\.\d+(?:[eE][+-]?\d+)?|[Ii]nf|[Nn]a[Nn])`;
const ITEM = new RegExp(
  `^(?:(?<histogram>${HISTOGRAM})(?:(?<sign>[+-])(?<change>${HISTOGRAM}))?|(?<number>[+-]?${AMOUNT})(?<step>[+-]${AMOUNT})?|(?<word>_|stale))(?:x(?<times>\\d+))?(?=\\s|$)`,
);

function parseValues(text: string): LiteralValue[] {
  const values: LiteralValue[] = [];
  for (let rest = text.trim(); rest !== ""; ) {
    const found = ITEM.exec(rest);
    if (found === null) throw new TypeError(`not a value of a series: ${rest}`);
    values.push(...valuesOf(found.groups ?? {}));
    rest = rest.slice(found[0].length).trim();
  }
  return values;
}

function valuesOf({ histogram, sign, change, number, step, word, times }: Record<string, string | undefined>) {
  const repeats = times === undefined ? 0 : Number(times);
  if (word === "_") return new Array<undefined>(times === undefined ? 1 : repeats).fill(undefined);
  if (word === "stale") return new Array<"stale">(repeats + 1).fill("stale");
  if (histogram !== undefined) return histogramsOf(histogram, sign === "-" ? -1 : 1, change, repeats);
  const by = readSampleValue(step ?? "") ?? 0;
  const values: number[] = [];
  let value = readSampleValue(number ?? "") ?? 0;
  for (let at = 0; at <= repeats; at += 1) {
    values.push(value);
    value += by;
  }
  return values;
}

function histogramsOf(first: string, sign: 1 | -1, change: string | undefined, repeats: number): LiteralHistogram[] {
  const by = change === undefined ? undefined : parseHistogram(change);
  const values: LiteralHistogram[] = [];
  let { histogram, hasHint } = parseHistogram(first);
  for (let at = 0; at <= repeats; at += 1) {
    values.push({ histogram, hasHint: by?.hasHint ?? hasHint });
    if (by === undefined) continue;
    const next = combineHistograms(histogram, by.histogram, sign);
    if (next === undefined) throw new TypeError(`histograms of different kinds: ${first}, ${change}`);
    histogram = sign === 1 ? next : { ...next, resetHint: RESET_GAUGE };
  }
  return values;
}

const HINTS: Readonly<Record<string, ResetHint>> = {
  unknown: RESET_UNKNOWN,
  reset: RESET_YES,
  not_reset: RESET_NO,
  gauge: RESET_GAUGE,
};

function parseHistogram(literal: string): LiteralHistogram {
  const fields = new Map<string, string>();
  for (const [, name = "", value = ""] of literal.slice(2, -2).matchAll(/(\w+):(\[[^\]]*\]|[^\s[]+)/g)) {
    fields.set(name, value);
  }
  const number = (name: string) => readSampleValue(fields.get(name) ?? "0") ?? Number.NaN;
  const hint = fields.get("counter_reset_hint");
  const buckets = (name: string, offset: string) => {
    const counts = numbersOf(fields.get(name));
    return { indexes: counts.map((_, at) => number(offset) + at), counts };
  };
  const histogram: Histogram = {
    ...emptyHistogram(number("schema"), numbersOf(fields.get("custom_values"))),
    resetHint: HINTS[hint ?? "unknown"] ?? RESET_UNKNOWN,
    count: number("count"),
    sum: number("sum"),
    zeroThreshold: number("z_bucket_w"),
    zeroCount: number("z_bucket"),
    positive: buckets("buckets", "offset"),
    negative: buckets("n_buckets", "n_offset"),
  };
  return { histogram, hasHint: hint !== undefined };
}

function numbersOf(list: string | undefined): number[] {
  const words = (list ?? "[]").slice(1, -1).trim();
  return words === "" ? [] : words.split(/\s+/).map((word) => readSampleValue(word) ?? Number.NaN);
}
