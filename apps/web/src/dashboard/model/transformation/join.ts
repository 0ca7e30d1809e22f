import type { Cell } from "../field/reducer.ts";
import type { Field, Frame } from "../frame/frame.ts";
import { type JsonObject, textOf } from "../json.ts";
import { column, columnName, columnNamed, timeColumn, withUniqueNames } from "./column.ts";

/**
 * Puts frames side by side, rows with the same value of a field together. Without a name the field is the time.
 * `outer` keeps every value, `inner` those that all frames have; of several equal ones in a frame the last counts,
 * but for `outerTabular`, which keeps them all.
 */
export function joinByField(frames: readonly Frame[], options: JsonObject): Frame[] {
  const name = textOf(options["byField"]);
  const keyed = frames.flatMap((frame) => {
    const key = name === "" ? timeColumn(frame) : columnNamed(frame, name);
    return key === undefined ? [] : [{ frame, key }];
  });
  const [first] = keyed;
  if (first === undefined) return [...frames];
  if (keyed.length === 1) return [first.frame];
  const parts = keyed.map((part) => ({ ...part, rows: rowsByKey(part.key, options["mode"] === "outerTabular") }));
  const keys = sortedKeys(parts, first.key.type !== "string", options["mode"] === "inner");
  return [joined(first.key, keys, parts)];
}

interface Part {
  readonly frame: Frame;
  readonly key: Field;
  /** Numbers of its rows by the value that they are joined by. */
  readonly rows: ReadonlyMap<Cell, readonly number[]>;
}

function rowsByKey({ values }: Field, areAllKept: boolean): Map<Cell, number[]> {
  const rows = new Map<Cell, number[]>();
  for (let row = 0; row < values.length; row++) {
    const key = values[row];
    const known = areAllKept ? rows.get(key) : undefined;
    if (known === undefined) rows.set(key, [row]);
    else known.push(row);
  }
  return rows;
}

function sortedKeys(parts: readonly Part[], isNumeric: boolean, isInner: boolean): Cell[] {
  const all = [...new Set(parts.flatMap(({ rows }) => [...rows.keys()]))];
  const kept = isInner ? all.filter((key) => parts.every(({ rows }) => rows.has(key))) : all;
  return isNumeric ? kept.toSorted((a, b) => Number(a) - Number(b)) : kept;
}

function joined(key: Field, keys: readonly Cell[], parts: readonly Part[]): Frame {
  const lines = keys.flatMap((value) => {
    const height = parts.reduce((most, { rows }) => Math.max(most, rows.get(value)?.length ?? 0), 1);
    return Array.from({ length: height }, (_, at) => ({ value, at }));
  });
  const keyColumn = column(key.name, { type: key.type, values: lines.map(({ value }) => value), from: key });
  const others = parts.flatMap(({ frame, key: own, rows }) =>
    frame.fields
      .filter((field) => field !== own)
      .map((field) => {
        const values = lines.map(({ value, at }) => {
          const row = rows.get(value)?.[at];
          return row === undefined ? undefined : field.values[row];
        });
        return column(field.name, { type: field.type, values, from: field });
      }),
  );
  const fields = withUniqueNames([keyColumn, ...others]);
  return { refId: parts[0]?.frame.refId ?? "", name: "", fields, length: lines.length };
}

/** All frames as one whose rows have a column for every name; rows that say nothing different become one. */
export function merge(frames: readonly Frame[]): Frame[] {
  const filled = frames.filter(({ fields }) => fields.length > 0);
  const [first] = filled;
  if (first === undefined || filled.length < 2) return [...filled];
  const columns = new Map<string, Field>();
  for (const field of filled.flatMap(({ fields }) => fields)) {
    if (!columns.has(mergedName(field))) columns.set(mergedName(field), field);
  }
  const shared = [...columns.keys()].filter((name) => filled.every((frame) => fieldOf(frame, name) !== undefined));
  const rows = mergedRows(filled, shared);
  const fields = [...columns].map(([name, field]) =>
    column(field.name, { type: field.type, values: rows.map((row) => row.get(name)), from: field }),
  );
  return [{ ...first, name: "", fields, length: rows.length }];
}

/** Series are told apart by their names, but their values go into one column. */
function mergedName(field: Field): string {
  return field.settings.displayName || field.name || columnName(field);
}

function fieldOf(frame: Frame, name: string): Field | undefined {
  return frame.fields.find((field) => mergedName(field) === name);
}

type Row = Map<string, Cell>;

function mergedRows(frames: readonly Frame[], shared: readonly string[]): Row[] {
  const rows: Row[] = [];
  const byKey = new Map<string, Row[]>();
  for (const frame of frames) {
    for (let at = 0; at < frame.length; at++) {
      const row: Row = new Map(frame.fields.map((field) => [mergedName(field), field.values[at]]));
      const key = JSON.stringify(shared.map((name) => String(row.get(name))));
      const alike = byKey.get(key) ?? [];
      const fitting = alike.find((other) => isMergeable(other, row));
      if (fitting !== undefined) {
        for (const [name, value] of row) fitting.set(name, fitting.get(name) ?? value);
        continue;
      }
      rows.push(row);
      alike.push(row);
      byKey.set(key, alike);
    }
  }
  return rows;
}

function isMergeable(known: Row, row: Row): boolean {
  return [...row].every(([name, value]) => {
    const other = known.get(name);
    return other === undefined || value === undefined || Object.is(other, value);
  });
}

/** The fields of all frames in one, side by side. */
export function concatenate(frames: readonly Frame[]): Frame[] {
  const [first] = frames;
  if (first === undefined) return [];
  const length = frames.reduce((most, frame) => Math.max(most, frame.length), 0);
  const fields = frames.flatMap((frame) =>
    frame.fields.map((field) => {
      const values = Array.from({ length }, (_, row) => (row < frame.length ? field.values[row] : undefined));
      return column(field.name, { type: field.type, values, from: field });
    }),
  );
  return [{ ...first, name: "", fields: withUniqueNames(fields), length }];
}

/** One table of the values of all series: time, series, value; the newest first. */
export function seriesToRows(frames: readonly Frame[]): Frame[] {
  const rows = frames.flatMap((frame) => {
    const times = timeColumn(frame);
    const numbers = times === undefined ? [] : frame.fields.filter(({ type }) => type === "number");
    return numbers.flatMap((field) =>
      Array.from({ length: frame.length }, (_, row) => ({
        time: times?.values[row],
        metric: columnName(field),
        value: field.values[row],
      })),
    );
  });
  const sorted = rows.toSorted((a, b) => Number(b.time) - Number(a.time));
  const fields = [
    column("Time", { type: "time", values: sorted.map(({ time }) => time) }),
    column("Metric", { type: "string", values: sorted.map(({ metric }) => metric) }),
    column("Value", { type: "number", values: sorted.map(({ value }) => value) }),
  ];
  return [{ refId: frames[0]?.refId ?? "", name: "", fields, length: sorted.length }];
}
