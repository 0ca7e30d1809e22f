import { dashboardMessages } from "../../messages.ts";
import type { Cell } from "../field/reducer.ts";
import type { Field, Frame } from "../frame/frame.ts";
import type { JsonObject } from "../json.ts";
import { column, columnName, type TransformContext, timeColumn, withUniqueNames } from "./column.ts";

const texts = dashboardMessages.transformation;

/**
 * All frames as one with a column for every name. Rows that agree in what all frames have become one; a row completes
 * every earlier one that it agrees with. Frames that share no column stay apart.
 */
export function merge(frames: readonly Frame[], _options: JsonObject, context: TransformContext): Frame[] {
  const filled = frames.filter(({ fields }) => fields.length > 0);
  const [first] = filled;
  if (first === undefined || filled.length < 2) return [...filled];
  const columns = new Map<string, Field>();
  for (const field of filled.flatMap(({ fields }) => fields)) {
    if (!columns.has(mergedName(field))) columns.set(mergedName(field), field);
  }
  const shared = [...columns.keys()].filter((name) => filled.every((frame) => fieldOf(frame, name) !== undefined));
  if (shared.length === 0) {
    context.notice(texts.nothingShared);
    return [...frames];
  }
  const rows = mergedRows(filled, shared);
  const fields = [...columns].map(([name, field]) =>
    column(field.name, { type: field.type, values: rows.map((row) => row.get(name)), from: field }),
  );
  return [{ ...first, name: "", fields, length: rows.length }];
}

/** Series differ by name, but their values go into one column. */
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
      const fitting = alike.filter((other) => isMergeable(other, row));
      for (const other of fitting) for (const [name, value] of row) other.set(name, other.get(name) ?? value);
      if (fitting.length > 0) continue;
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

/** One table of the values of all series: time, series, value; the newest first. Anything but series stays as it is. */
export function seriesToRows(frames: readonly Frame[], _options: JsonObject, context: TransformContext): Frame[] {
  const filled = frames.filter(({ length }) => length > 0);
  const tables = filled.filter((frame) => timeColumn(frame) === undefined);
  if (tables.length > 0) {
    context.notice(texts.noTimeField([...new Set(tables.map(({ refId }) => refId))].join(", ")));
    return [...frames];
  }
  const rows = filled.flatMap((frame) => {
    const times = timeColumn(frame);
    return frame.fields
      .filter(({ type }) => type === "number")
      .flatMap((field) =>
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
