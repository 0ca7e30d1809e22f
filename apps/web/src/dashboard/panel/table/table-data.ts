import { csvText } from "../../../control/csv-text.ts";
import type { DisplayField, DisplayFrame } from "../../model/frame/frame.ts";
import { plainCell } from "../../model/frame/trend.ts";
import { isoText } from "../../model/time/time-text.ts";

/** Frames as one table: what panels without a table of their own show, and what is downloaded. */
export interface TableData {
  readonly columns: readonly DisplayField[];
  readonly rows: number;
}

/** One frame as it is; of several series a row for each time and a column for each of them. */
export function tableData(frames: readonly DisplayFrame[]): TableData {
  const [first] = frames;
  if (first === undefined) return { columns: [], rows: 0 };
  if (frames.length === 1) return { columns: first.fields, rows: first.length };
  const series = frames.filter(({ fields }) => fields.some(({ type }) => type === "time"));
  return series.length === frames.length ? joinedByTime(series) : { columns: first.fields, rows: first.length };
}

function joinedByTime(frames: readonly DisplayFrame[]): TableData {
  const timeOf = ({ fields }: DisplayFrame) => fields.find(({ type }) => type === "time");
  const times = [...new Set(frames.flatMap((frame) => Array.from(timeOf(frame)?.values ?? [], Number)))].sort(
    (a, b) => a - b,
  );
  const rowOf = new Map(times.map((time, row) => [time, row]));
  const [first] = frames;
  const time = first === undefined ? undefined : timeOf(first);
  const columns = frames.flatMap((frame) => {
    const own = timeOf(frame)?.values ?? [];
    return frame.fields
      .filter(({ type }) => type !== "time")
      .map((field): DisplayField => {
        const byRow = new Map(Array.from(own, (at, index) => [rowOf.get(Number(at)), field.values[index]]));
        const values = times.map((_, row) => byRow.get(row));
        return { ...field, values };
      });
  });
  return { columns: time === undefined ? columns : [{ ...time, values: times }, ...columns], rows: times.length };
}

/** Comma-separated text with a head line; times as ISO 8601. */
export function csvOf({ columns, rows }: TableData): string {
  const head = columns.map(({ displayName }) => displayName);
  const lines = Array.from({ length: rows }, (_, row) =>
    columns.map((column) => {
      const value = writtenAt(column, row);
      return typeof value === "number" ? value : String(value ?? "");
    }),
  );
  return csvText([head, ...lines]);
}

/** An object for each row, by the names of the columns; times as ISO 8601. Of one name, later columns are numbered. */
export function jsonOf({ columns, rows }: TableData): string {
  const names = columns.map(({ displayName }, at) => {
    const before = columns.slice(0, at).filter((column) => column.displayName === displayName).length;
    return before === 0 ? displayName : `${displayName} ${before + 1}`;
  });
  const objects = Array.from({ length: rows }, (_, row) =>
    Object.fromEntries(columns.map((column, at) => [names[at], writtenAt(column, row) ?? null])),
  );
  return JSON.stringify(objects, undefined, 2);
}

function writtenAt({ type, values }: DisplayField, row: number) {
  const value = plainCell(values[row]);
  return type === "time" && typeof value === "number" ? isoText(value) : value;
}
