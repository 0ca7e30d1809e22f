import { parseDuration, parseString } from "../../src/promql/literal.ts";
import { parseSeriesLine, readSampleValue, type SeriesLine } from "./series-line.ts";

/** One command of a script. */
export type Command = ClearCommand | LoadCommand | EvalCommand;

interface ClearCommand {
  readonly kind: "clear";
}

export interface LoadCommand {
  readonly kind: "load";
  readonly stepMs: number;
  readonly series: readonly SeriesLine[];
  /** Whether classic histograms are also loaded as native histograms with custom buckets. */
  readonly addsCustomBuckets: boolean;
}

/** The times at which a query runs: one for an instant query. */
export interface EvalTimes {
  readonly startMs: number;
  readonly endMs: number;
  readonly stepMs: number;
}

export interface EvalCommand {
  readonly kind: "eval";
  readonly line: number;
  readonly query: string;
  readonly isRange: boolean;
  readonly times: EvalTimes;
  readonly expected: Expectations;
}

type NoteKind = "fail" | "warn" | "info";
type Condition = NoteKind | "no_warn" | "no_info" | "ordered";

/** Whether an error or annotation is the expected one. */
export type TextMatcher = (text: string) => boolean;

export interface Expectations {
  readonly notes: Readonly<Record<NoteKind, readonly TextMatcher[]>>;
  readonly conditions: ReadonlySet<Condition>;
  readonly series: readonly SeriesLine[];
  readonly scalar: number | undefined;
  readonly text: string | undefined;
  /** Where the result is a range vector: the times of its samples. */
  readonly sampleTimes: EvalTimes | undefined;
}

/**
 * Reads a script of the reference implementation's test language.
 *
 * @throws TypeError for a line that is not part of the language
 * @see Prometheus, promql/promqltest/README.md
 */
export function parseScript(script: string): Command[] {
  const lines = script.split("\n").map((line) => line.trim().replace(/^#.*$/, ""));
  const commands: Command[] = [];
  for (let at = 0; at < lines.length; at += 1) {
    const head = lines[at] ?? "";
    if (head === "") continue;
    const line = at + 1;
    const body: string[] = [];
    while (!/^$|^(?:eval|load|clear)/.test(lines[at + 1] ?? "")) {
      at += 1;
      body.push(lines[at] ?? "");
    }
    if (head === "clear") commands.push({ kind: "clear" });
    else commands.push(head.startsWith("load") ? parseLoad(head, body) : parseEval(head, line, body));
  }
  return commands;
}

function durationMs(text: string): number {
  const length = text === "0" ? 0 : parseDuration(text);
  if (length === undefined) throw new TypeError(`${JSON.stringify(text)} is not a duration`);
  return length;
}

function parseLoad(head: string, body: readonly string[]): LoadCommand {
  const [, suffix = "", step = ""] = /^load(_with_nhcb)?\s+(.+)$/.exec(head) ?? [];
  // Start timestamps of samples have lines of their own, which nothing here reads.
  const series = body.filter((line) => !/^[^\s]*@st\s/.test(line)).map(parseSeriesLine);
  return { kind: "load", stepMs: durationMs(step), series, addsCustomBuckets: suffix !== "" };
}

const INSTANT = /^eval(?:_(fail|warn|ordered|info))?\s+instant\s+at\s+(\S+)\s+(.+)$/;
const RANGE = /^eval(?:_(fail|warn|info))?\s+range\s+from\s+(\S+)\s+to\s+(\S+)\s+step\s+(\S+)\s+(.+)$/;
const RANGE_VECTOR = /^expect\s+range\s+vector\s+from\s+(\S+)\s+to\s+(\S+)\s+step\s+(\S+)$/;

function parseEval(head: string, line: number, body: readonly string[]): EvalCommand {
  const expected = expectationsOf(head, body);
  const [, , time = "", query] = INSTANT.exec(head) ?? [];
  if (query !== undefined) {
    const times = { startMs: durationMs(time), endMs: durationMs(time), stepMs: 0 };
    return { kind: "eval", line, query, isRange: false, times, expected };
  }
  const [, , from = "", to = "", step = "", rangeQuery] = RANGE.exec(head) ?? [];
  if (rangeQuery === undefined) throw new TypeError(`line ${line} is not a command: ${head}`);
  const times = { startMs: durationMs(from), endMs: durationMs(to), stepMs: durationMs(step) };
  return { kind: "eval", line, query: rangeQuery, isRange: true, times, expected };
}

const ANY_TEXT: TextMatcher = () => true;

interface WritableExpectations extends Expectations {
  readonly notes: Record<NoteKind, TextMatcher[]>;
  readonly conditions: Set<Condition>;
  readonly series: SeriesLine[];
  scalar: number | undefined;
  text: string | undefined;
  sampleTimes: EvalTimes | undefined;
}

function expectationsOf(head: string, body: readonly string[]): Expectations {
  const expected: WritableExpectations = {
    notes: { fail: [], warn: [], info: [] },
    conditions: new Set(),
    series: [],
    scalar: undefined,
    text: undefined,
    sampleTimes: undefined,
  };
  const [, mode] = /^eval_(\w+)/.exec(head) ?? [];
  if (mode === "ordered") expected.conditions.add("ordered");
  else if (mode === "fail" || mode === "warn" || mode === "info") expected.notes[mode].push(ANY_TEXT);
  for (const line of body) addExpectation(line, expected);
  return expected;
}

function addExpectation(line: string, expected: WritableExpectations): void {
  const [, from, to = "", step = ""] = RANGE_VECTOR.exec(line) ?? [];
  const [, quoted] = /^expect\s+string\s+(.+)$/.exec(line) ?? [];
  const number = readSampleValue(line);
  if (from !== undefined) {
    expected.sampleTimes = { startMs: durationMs(from), endMs: durationMs(to), stepMs: durationMs(step) };
  } else if (quoted !== undefined) expected.text = parseString(quoted);
  else if (/^expect\s/.test(line)) addCondition(line, expected);
  else if (/^expected_fail_(message|regexp)\s/.test(line)) expected.notes.fail.push(failureMatcher(line));
  else if (number !== undefined) expected.scalar = number;
  else expected.series.push(parseSeriesLine(line));
}

function failureMatcher(line: string): TextMatcher {
  const [, kind, pattern = ""] = /^expected_fail_(message|regexp)\s+(.*)$/.exec(line) ?? [];
  return kind === "message" ? (text) => text === pattern : (text) => new RegExp(pattern).test(text);
}

function addCondition(line: string, { notes, conditions }: WritableExpectations): void {
  const [, type, match, pattern = ""] =
    /^expect\s+(ordered|fail|warn|no_warn|info|no_info)(?:\s+(regex|msg):(.+))?$/.exec(line) ?? [];
  const wanted = pattern.trim();
  if (type === "fail" || type === "warn" || type === "info") {
    if (match === undefined) notes[type].push(ANY_TEXT);
    else notes[type].push(match === "msg" ? (text) => text === wanted : (text) => new RegExp(wanted).test(text));
  } else if (type === "ordered" || type === "no_warn" || type === "no_info") conditions.add(type);
  else throw new TypeError(`${line} is not an expectation`);
}
