import { assignSeriesColors, type ChartTheme } from "@vedette/chart/core";
import { rampColor } from "../../model/field/color-name.ts";
import { type DisplayContext, displayValue, stepReached } from "../../model/field/display-value.ts";
import type { Cell } from "../../model/field/reducer.ts";
import type { DisplayField, DisplayFrame } from "../../model/frame/frame.ts";
import type { Span } from "../../model/time/time-range.ts";
import { MOST_STATE_ROWS } from "../rendered-limits.ts";
import { isHiddenFrom } from "../time-series/series-of-frames.ts";

/** A state and how long it held. Milliseconds since 1970. */
export interface StateSpan {
  readonly from: number;
  readonly to: number;
  readonly text: string;
  readonly color: string;
  /** The state in the legend: a step of thresholds, or the text. `undefined` for colours along a scheme, which no list can name. */
  readonly state: LegendState | undefined;
  /** Of the sample that it begins with, in its field. */
  readonly index: number;
}

interface LegendState {
  readonly text: string;
  /** Steps stand in their order, texts after them as they come. */
  readonly order: number;
}

/** One field over time. */
export interface StateRow {
  readonly key: string;
  readonly name: string;
  readonly field: DisplayField;
  readonly fields: readonly DisplayField[];
  readonly spans: readonly StateSpan[];
}

interface StateLook extends DisplayContext {
  readonly chartTheme: ChartTheme;
  readonly span: Span;
  /** Neighbours that say the same become one. */
  readonly isMerged: boolean;
}

/** Every field beside a time, as the states that it went through. A sample holds until the next one. */
export function stateRows(frames: readonly DisplayFrame[], look: StateLook): readonly StateRow[] {
  const found = frames.flatMap(({ fields }) => {
    const time = fields.find(({ type }) => type === "time");
    const others = fields.filter((field) => field.type !== "time" && !isHiddenFrom(field, "viz"));
    return time === undefined ? [] : others.map((field) => ({ time, field, fields }));
  });
  const rows = found.slice(0, MOST_STATE_ROWS).map(({ time, field, fields }, at) => ({
    key: String(at),
    name: field.displayName,
    field,
    fields,
    spans: spansOf(time, field, look),
  }));
  return withColors(rows, look.chartTheme);
}

interface Bare extends Omit<StateSpan, "color"> {
  readonly color: string | undefined;
  /** What it stands for, where that is a number of which nothing says what it means. */
  readonly number: number | undefined;
}

function spansOf(time: DisplayField, field: DisplayField, look: StateLook): readonly Bare[] {
  const times = Array.from(time.values, Number);
  const step = stepOf(times, look.span);
  const spans: Bare[] = [];
  times.forEach((at, index) => {
    const to = Math.min(times[index + 1] ?? at + step, look.span.to);
    const from = Math.max(at, look.span.from);
    const held = to <= from ? undefined : stateAt(index, field, look);
    if (held === undefined) return;
    const before = spans.at(-1);
    const isSame = look.isMerged && before?.to === from && before.text === held.text && before.color === held.color;
    if (before !== undefined && isSame) spans[spans.length - 1] = { ...before, to };
    else spans.push({ from, to, index, ...held });
  });
  return spans;
}

/** `undefined` where there is no value, and no mapping of that. */
function stateAt(index: number, field: DisplayField, look: StateLook): Omit<Bare, "from" | "to" | "index"> | undefined {
  const value = field.values[index];
  const { line, color, isMapped } = displayValue(value, field, look);
  if (isNothing(value) && !isMapped) return undefined;
  const state = stateOf(value, field, look, line);
  const text = look.isMerged ? (state?.text ?? line) : line;
  return { text, color, state, number: color === undefined ? numberIn(value) : undefined };
}

function stateOf(value: Cell, field: DisplayField, look: StateLook, line: string): LegendState | undefined {
  const step = stepReached(value, field, look);
  if (step !== undefined) return { text: step.text, order: step.from };
  const isAlongScheme = typeof value === "number" && field.settings.color?.mode?.startsWith("continuous-") === true;
  return isAlongScheme && !displayValue(value, field, look).isMapped
    ? undefined
    : { text: line, order: Number.POSITIVE_INFINITY };
}

function numberIn(value: Cell): number | undefined {
  return typeof value === "number" && Number.isFinite(value) ? value : undefined;
}

function isNothing(value: Cell): boolean {
  return value === undefined || (typeof value === "number" && Number.isNaN(value));
}

/** The least distance of two samples: so long the last one holds. */
function stepOf(times: readonly number[], { from, to }: Span): number {
  return times.slice(1).reduce((least, time, at) => Math.min(least, time - (times[at] ?? 0)), to - from);
}

/**
 * States that neither mapping nor threshold gives a colour have those of series, by their text; numbers of which there are
 * more than colours are no states but a height, from the darkest of the ramp to its brightest.
 */
function withColors(
  rows: readonly (Omit<StateRow, "spans"> & { readonly spans: readonly Bare[] })[],
  theme: ChartTheme,
) {
  const plain = rows.flatMap(({ spans }) => spans.filter(({ color }) => color === undefined));
  const texts = new Set(plain.map(({ text }) => text));
  const numbers = plain.flatMap(({ number }) => number ?? []);
  const isHeight = texts.size > theme.series.length && numbers.length === plain.length;
  const paint = isHeight ? alongRamp(numbers, theme) : asSeries(texts, theme);
  const painted = ({ number, ...span }: Bare): StateSpan => {
    const { color } = span;
    return color === undefined ? { ...span, ...paint(span.text, number) } : { ...span, color };
  };
  return rows.map((row) => ({ ...row, spans: row.spans.map(painted) }));
}

function asSeries(texts: ReadonlySet<string>, theme: ChartTheme) {
  const colors = assignSeriesColors([...texts], theme.series.length);
  return (text: string) => ({ color: theme.series[colors.get(text)?.index ?? -1] ?? theme.rest });
}

/** As along a scheme: no list can name what each height is. */
function alongRamp(numbers: readonly number[], theme: ChartTheme) {
  const least = numbers.reduce((low, one) => Math.min(low, one), Number.POSITIVE_INFINITY);
  const most = numbers.reduce((high, one) => Math.max(high, one), Number.NEGATIVE_INFINITY);
  return (_: string, number = least) => ({
    color: rampColor(theme.ramp, (number - least) / (most - least)),
    state: undefined,
  });
}

/** Every state of a picture once: steps of thresholds from the lowest, then texts in the order in which they come. */
export function legendOf(rows: readonly StateRow[]): readonly { readonly text: string; readonly color: string }[] {
  const states = new Map<string, { readonly order: number; readonly color: string }>();
  for (const { state, color } of rows.flatMap(({ spans }) => spans))
    if (state !== undefined) states.set(state.text, { order: state.order, color });
  return [...states]
    .sort(([, a], [, b]) => (a.order === b.order ? 0 : a.order - b.order))
    .map(([text, { color }]) => ({ text, color }));
}
