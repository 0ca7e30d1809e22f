import {
  ABSENT,
  type Column,
  emptyColumn,
  FLOAT,
  floatsOf,
  hasAny,
  timeAt,
  type Value,
  type VectorSeries,
  type VectorValue,
} from "../engine/values.ts";
import { type Labels, labelsOf, METADATA_LABELS, NO_LABELS } from "../labels/labels.ts";
import { type Call, type Expression, unwrap, type VectorSelector } from "../promql/syntax.ts";
import type { CallContext } from "./declaration.ts";

/** 1 at the steps where the vector is empty, with the labels that its selector asked for. */
export function absent(context: CallContext): VectorValue {
  return absentOf(seriesOf(context.arguments[0]), context);
}

/** 1 at the steps where none of the series has a value. */
export function absentOf(series: readonly VectorSeries[], { call, frame }: CallContext): VectorValue {
  const column = emptyColumn(frame.count);
  column.values.fill(1);
  column.present.fill(FLOAT);
  for (const { present } of series) clearWhere(present, column);
  if (!hasAny(column)) return { kind: "vector", series: [] };
  return { kind: "vector", series: [{ labels: labelsOfAbsent(call), dropsName: false, ...column }] };
}

function clearWhere(present: Uint8Array, column: Column): void {
  for (const [step, kind] of present.entries()) if (kind !== ABSENT) column.present[step] = ABSENT;
}

/** Labels that the selector fixes with `=`; one that is fixed twice is left out. */
function labelsOfAbsent(call: Call): Labels {
  const selector = selectorOf(call.arguments[0]);
  if (selector === undefined) return NO_LABELS;
  const entries = new Map<string, string>();
  const seen = new Set<string>(METADATA_LABELS);
  for (const { name, operator, value } of selector.matchers) {
    if (operator === "=" && !seen.has(name)) entries.set(name, value);
    else entries.delete(name);
    if (operator === "=") seen.add(name);
  }
  return labelsOf(entries);
}

function selectorOf(argument: Expression | undefined): VectorSelector | undefined {
  const expression = argument && unwrap(argument);
  if (expression?.kind === "vector selector") return expression;
  return expression?.kind === "range selector" ? expression.vector : undefined;
}

/** The value of the only series; NaN when there is none or more than one. */
export function scalar({ arguments: [vector], frame }: CallContext): Value {
  const values = new Float64Array(frame.count).fill(Number.NaN);
  const counts = new Uint32Array(frame.count);
  for (const series of seriesOf(vector)) {
    for (const [step, kind] of series.present.entries()) {
      if (kind !== FLOAT) continue;
      counts[step] = (counts[step] ?? 0) + 1;
      values[step] = counts[step] === 1 ? (series.values[step] ?? 0) : Number.NaN;
    }
  }
  return { kind: "scalar", values };
}

/** A scalar as a vector of one series without labels. */
export function vector({ arguments: [value], frame }: CallContext): Value {
  const values = value?.kind === "scalar" ? value.values : new Float64Array(frame.count);
  const present = new Uint8Array(frame.count).fill(FLOAT);
  return { kind: "vector", series: [{ labels: NO_LABELS, dropsName: false, values, present }] };
}

/** The time of each step, in seconds. */
export function time({ frame }: CallContext): Value {
  return {
    kind: "scalar",
    values: Float64Array.from({ length: frame.count }, (_, step) => timeAt(frame, step) / 1000),
  };
}

export function pi({ frame }: CallContext): Value {
  return { kind: "scalar", values: new Float64Array(frame.count).fill(Math.PI) };
}

/** Orders an instant vector by its values, NaN last. */
export function sortByValue(sign: 1 | -1): (context: CallContext) => Value {
  return (context) => {
    noteSortOfRange(context);
    return {
      kind: "vector",
      series: seriesOf(context.arguments[0])
        .map(floatsOf)
        .filter(hasAny)
        .toSorted((one, other) => compareValues(one.values[0] ?? 0, other.values[0] ?? 0, sign)),
    };
  };
}

/** Warns that a range query has no order of its own. */
export function noteSortOfRange({ queryTimes, call, notes }: CallContext): void {
  if (queryTimes.startMs === queryTimes.endMs) return;
  notes.warn("sort is ineffective for range queries since results are always ordered by labels", call.span);
}

/** Orders numbers with NaN last, whatever the direction. */
export function compareValues(one: number, other: number, sign: 1 | -1): number {
  if (Number.isNaN(one)) return Number.isNaN(other) ? 0 : 1;
  if (Number.isNaN(other)) return -1;
  return one === other ? 0 : sign * (one < other ? -1 : 1);
}

/** The values between two bounds; nothing where the bounds are the wrong way round. */
export function clamp({ arguments: [vector, low, high] }: CallContext): Value {
  const lows = scalarsOf(low);
  const highs = scalarsOf(high);
  const series = seriesOf(vector)
    .map(floatsOf)
    .filter(hasAny)
    .map((one) => {
      const values = one.values.map((value, step) => Math.max(lows[step] ?? 0, Math.min(highs[step] ?? 0, value)));
      const present = one.present.map((kind, step) => ((highs[step] ?? 0) < (lows[step] ?? 0) ? 0 : kind));
      return { ...one, values, present, dropsName: true };
    });
  return { kind: "vector", series };
}

export function seriesOf(value: Value | undefined): readonly VectorSeries[] {
  return value?.kind === "vector" ? value.series : [];
}

export function scalarsOf(value: Value | undefined): Float64Array {
  return value?.kind === "scalar" ? value.values : new Float64Array(0);
}
