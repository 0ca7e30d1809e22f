import type { Cell } from "../field/reducer.ts";
import { csvRows } from "./csv-rows.ts";
import type { Field, FieldType, Frame } from "./frame.ts";

/** Rows of a table that stands in a document itself. */
export const MOST_CSV_ROWS = 2000;

/** The table that a document holds as text: columns of numbers, times and texts, by what all their cells are. */
export function csvFrame(refId: string, text: string): Frame | undefined {
  const [head, ...rows] = csvRows(text, MOST_CSV_ROWS) ?? [];
  if (head === undefined) return undefined;
  const fields = head.map((name, column) =>
    fieldOf(
      name,
      rows.map((row) => row[column] ?? ""),
    ),
  );
  return { refId, name: "", fields, length: rows.length };
}

function fieldOf(name: string, cells: readonly string[]): Field {
  const type = typeOf(cells.filter((cell) => cell !== ""));
  return { name, type, values: cells.map((cell) => cellValue(cell, type)), labels: {}, settings: {} };
}

function typeOf(cells: readonly string[]): FieldType {
  if (cells.length === 0) return "string";
  if (cells.every((cell) => Number.isFinite(Number(cell)))) return "number";
  return cells.every((cell) => MOMENT.test(cell) && !Number.isNaN(Date.parse(cell))) ? "time" : "string";
}

const MOMENT = /^\d{4}-\d\d-\d\d([T ]\d\d:\d\d.*)?$/;

function cellValue(cell: string, type: FieldType): Cell {
  if (type === "string") return cell;
  if (cell === "") return undefined;
  return type === "number" ? Number(cell) : Date.parse(cell);
}
