import type { Cell } from "../field/reducer.ts";
import type { FieldType, Frame } from "../frame/frame.ts";
import { type JsonObject, objectsOf, textOf } from "../json.ts";
import { column, columnName, withFields } from "./column.ts";

interface CellReader {
  readonly type: FieldType;
  readonly read: (cell: Cell) => Cell;
}

const READERS: ReadonlyMap<string, CellReader> = new Map<string, CellReader>([
  ["time", { type: "time", read: timeOf }],
  ["number", { type: "number", read: numberOfCell }],
  ["string", { type: "string", read: (cell) => (cell === undefined ? undefined : String(cell)) }],
  ["boolean", { type: "boolean", read: booleanOf }],
]);

/** Reads the values of some fields as another type; what cannot be read is no value. */
export function convertFieldType(frames: readonly Frame[], options: JsonObject): Frame[] {
  const conversions = new Map(
    objectsOf(options["conversions"]).map((conversion) => [
      textOf(conversion["targetField"]),
      READERS.get(textOf(conversion["destinationType"])),
    ]),
  );
  return frames.map((frame) =>
    withFields(
      frame,
      frame.fields.map((field) => {
        const reader = conversions.get(columnName(field)) ?? conversions.get(field.name);
        if (reader === undefined) return field;
        return column(field.name, { type: reader.type, values: Array.from(field.values, reader.read), from: field });
      }),
    ),
  );
}

/** Milliseconds since 1970, or a text that names a date. */
function timeOf(cell: Cell): Cell {
  if (typeof cell === "number") return cell;
  if (typeof cell !== "string" || cell.trim() === "") return undefined;
  const time = /^-?\d+(\.\d+)?$/.test(cell) ? Number(cell) : Date.parse(cell);
  return Number.isNaN(time) ? undefined : time;
}

function numberOfCell(cell: Cell): Cell {
  if (typeof cell === "string" && cell.trim() === "") return undefined;
  const number = Number(typeof cell === "string" ? cell.replaceAll(",", "") : (cell ?? Number.NaN));
  return Number.isNaN(number) ? undefined : number;
}

function booleanOf(cell: Cell): Cell {
  if (cell === undefined) return undefined;
  return cell === true || cell === 1 || /^(true|t|yes|1)$/i.test(String(cell));
}
