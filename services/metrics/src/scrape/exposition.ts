import type { Histogram } from "../histogram/histogram.ts";
import { type Labels, labelsOf } from "../labels/labels.ts";
import { unescapeText } from "./escapes.ts";
import { parseSampleValue } from "./sample-value.ts";
import { parseLabelsText } from "./series-text.ts";

/** Text formats in which targets show their metrics. */
export type ExpositionFormat = "text" | "openmetrics" | "protobuf";

/** What a metric is, as its target says. */
export interface MetricMetadata {
  type: string;
  help: string;
  unit: string;
}

/** An observation that stands for others. */
export interface WrittenExemplar {
  readonly labels: Labels;
  readonly value: number;
  readonly timeMs: number | undefined;
}

/** Takes what an exposition holds, in its order. */
export interface ExpositionVisitor {
  /** The series that the next sample is likely to be of, as it is written; `undefined` where nobody knows. */
  expected?(): string | undefined;
  /** @param series - name and labels as they are written */
  sample(series: string, value: number, timeMs: number | undefined, exemplar?: WrittenExemplar): void;
  /** A native histogram, which only the protobuf form has. */
  histogram(
    series: string,
    histogram: Histogram,
    timeMs: number | undefined,
    exemplars: readonly WrittenExemplar[],
  ): void;
  metadata(name: string, field: keyof MetricMetadata, text: string): void;
}

/** An exposition that cannot be read: nothing of it is used. */
export class ExpositionError extends Error {
  constructor(reason: string, line: number) {
    super(`line ${line}: ${reason}`);
    this.name = "ExpositionError";
  }
}

/** Lines between two looks at the clock. */
const LINES_PER_LOOK = 256;

/**
 * Reads the Prometheus text format 0.0.4 or OpenMetrics 1.0, in slices.
 *
 * @throws ExpositionError for the first line that is neither
 */
export function* parseExposition(
  text: string,
  format: ExpositionFormat,
  visitor: ExpositionVisitor,
): Generator<void, void> {
  let number = 0;
  let hasEnded = false;
  for (let start = 0, end = 0; start < text.length; start = end + 1) {
    end = endOfLine(text, start);
    number += 1;
    if (number % LINES_PER_LOOK === 0) yield;
    if (!hasEnded && readExpected(text, start, end, visitor)) continue;
    if (hasEnded) throw new ExpositionError("there is text behind # EOF", number);
    const line = text.slice(start, end);
    if (format === "openmetrics" && line === "# EOF") hasEnded = true;
    else readLine(line, format, number, visitor);
  }
  if (format === "openmetrics" && !hasEnded) throw new ExpositionError("# EOF is missing", number);
}

function endOfLine(text: string, start: number): number {
  const newline = text.indexOf("\n", start);
  return newline === -1 ? text.length : newline;
}

const BLANK = 32;

/**
 * Reads a line of the series that is expected and its value alone: most lines of most scrapes, in a tenth of the time.
 *
 * @returns false for every other line, which nothing is known of yet
 */
function readExpected(text: string, start: number, end: number, visitor: ExpositionVisitor): boolean {
  const series = visitor.expected?.();
  if (series === undefined || !text.startsWith(series, start)) return false;
  const blank = start + series.length;
  if (text.charCodeAt(blank) !== BLANK || blank >= end) return false;
  const value = wholeNumber(text, blank + 1, end) ?? parseSampleValue(text.slice(blank + 1, end));
  if (value === undefined) return false;
  visitor.sample(series, value, undefined);
  return true;
}

const [ZERO, NINE] = [48, 57];
/** As many digits hold no number that a double cannot. */
const MOST_DIGITS = 15;

/** Counts, as most values are, digit by digit; `undefined` for everything else. */
function wholeNumber(text: string, start: number, end: number): number | undefined {
  if (end === start || end - start > MOST_DIGITS) return undefined;
  let number = 0;
  for (let at = start; at < end; at += 1) {
    const sign = text.charCodeAt(at);
    if (sign < ZERO || sign > NINE) return undefined;
    number = number * 10 + sign - ZERO;
  }
  return number;
}

function readLine(line: string, format: ExpositionFormat, number: number, visitor: ExpositionVisitor): void {
  const content = format === "text" ? line.trim() : line;
  if (content.startsWith("#")) {
    readComment(content, visitor);
  } else if (content !== "") {
    readSample(content, format, number, visitor);
  } else if (format === "openmetrics") {
    throw new ExpositionError("an empty line", number);
  }
}

const COMMENT = /^#[ \t]+(TYPE|HELP|UNIT)[ \t]+("(?:[^"\\]|\\.)*"|\S+)(?:[ \t]+(.*))?$/s;

function readComment(line: string, visitor: ExpositionVisitor): void {
  const [, keyword, quoted = "", text = ""] = COMMENT.exec(line) ?? [];
  const name = quoted.startsWith('"') ? unescapeText(quoted.slice(1, -1)) : quoted;
  if (keyword === "TYPE") visitor.metadata(name, "type", text.trim());
  else if (keyword === "HELP") visitor.metadata(name, "help", unescapeText(text));
  else if (keyword === "UNIT") visitor.metadata(name, "unit", text.trim());
}

const REST = /^[ \t]*(\S+)(?:[ \t]+(-?[\d.eE+-]+))?[ \t]*(#.*)?$/s;

function readSample(line: string, format: ExpositionFormat, number: number, visitor: ExpositionVisitor): void {
  const end = endOfSeries(line);
  const [, valueText, timeText, exemplar] = end === undefined ? [] : (REST.exec(line.slice(end)) ?? []);
  const value = valueText === undefined ? undefined : parseSampleValue(valueText);
  if (value === undefined) throw new ExpositionError("a sample is a name, labels in braces, and a number", number);
  if (exemplar !== undefined && format === "text") throw new ExpositionError("text behind the sample", number);
  const time = timeText === undefined ? undefined : readTime(timeText, format);
  if (Number.isNaN(time)) throw new ExpositionError("the timestamp is not a number", number);
  const written = exemplar === undefined ? undefined : readExemplar(exemplar);
  if (written === "none")
    throw new ExpositionError("an exemplar is labels in braces, a number, and maybe a time", number);
  visitor.sample(line.slice(0, end).trimEnd(), value, time, written);
}

const EXEMPLAR = /^#[ \t]+(\{.*\})[ \t]+(\S+)(?:[ \t]+(-?[\d.eE+-]+))?[ \t]*$/s;

/** @see OpenMetrics 1.0, Exemplars */
function readExemplar(text: string): WrittenExemplar | "none" {
  const [, labelsText = "", valueText = "", timeText] = EXEMPLAR.exec(text) ?? [];
  const labels = parseLabelsText(labelsText);
  const value = parseSampleValue(valueText);
  const timeMs = timeText === undefined ? undefined : readTime(timeText, "openmetrics");
  if (labels === undefined || value === undefined || Number.isNaN(timeMs)) return "none";
  return { labels: labelsOf(labels), value, timeMs };
}

/** Milliseconds: OpenMetrics writes seconds. */
function readTime(text: string, format: ExpositionFormat): number {
  if (format === "openmetrics") return Math.round(Number(text) * 1000);
  return /^-?\d+$/.test(text) ? Number(text) : Number.NaN;
}

/** Offset behind the name and the labels. */
function endOfSeries(line: string): number | undefined {
  const name = /^[^\s{"]*[ \t]*/.exec(line)?.[0] ?? "";
  if (line[name.length] !== "{") return name === "" ? undefined : name.trimEnd().length;
  for (let at = name.length + 1; at < line.length; at += 1) {
    const sign = line[at];
    if (sign === "}") return at + 1;
    if (sign === '"') at = endOfQuotes(line, at);
  }
  return undefined;
}

function endOfQuotes(line: string, quote: number): number {
  let at = quote + 1;
  while (at < line.length && line[at] !== '"') at += line[at] === "\\" ? 2 : 1;
  return at;
}
