import type { Cell } from "../field/reducer.ts";
import type { Field, FieldType, Frame } from "../frame/frame.ts";
import { type JsonObject, textOf } from "../json.ts";
import { column, columnName, emptyCell, withFields } from "./column.ts";

/** Such a first field names the columns that its rows become. */
const NAMING_TYPES: readonly FieldType[] = ["string", "time"];

/**
 * Turns a table: its columns become rows, its rows columns. `firstFieldName` is the name of the column with the names
 * of the fields, `restFieldsName` that of the others, `emptyValue` what stands where there is nothing.
 */
export function transpose(frames: readonly Frame[], options: JsonObject): Frame[] {
  return frames.map((frame) => {
    const [first] = frame.fields;
    return first === undefined ? frame : turned(frame, first, options);
  });
}

function turned(frame: Frame, first: Field, options: JsonObject): Frame {
  const areHeads = NAMING_TYPES.includes(first.type);
  const lines = areHeads ? frame.fields.slice(1) : frame.fields;
  const type = onlyType(lines) ?? "string";
  const empty = emptyCell(options["emptyValue"]);
  const rest = textOf(options["restFieldsName"]) || "Value";
  const columns = Array.from({ length: frame.length }, (_, row) => {
    const head = areHeads ? String(first.values[row] ?? "") : String(row + 1);
    const values = lines.map((line) => cellAs(type, line.values[row], empty));
    const shown = rest === "Value" ? head : `${rest} ${head}`;
    return {
      ...column(rest, { type, values }),
      labels: { [areHeads ? first.name : "row"]: head },
      settings: { displayNameFromDS: shown },
    };
  });
  const names = column(textOf(options["firstFieldName"]) || "Field", {
    type: "string",
    values: lines.map(columnName),
  });
  return withFields(frame, [names, ...columns]);
}

/** `undefined` when they are of several. */
function onlyType(fields: readonly Field[]): FieldType | undefined {
  const types = new Set(fields.map(({ type }) => type));
  return types.size === 1 ? fields[0]?.type : undefined;
}

function cellAs(type: FieldType, cell: Cell, empty: Cell): Cell {
  const written = cell === undefined || Number.isNaN(cell) ? empty : cell;
  return type === "string" && written !== undefined ? String(written) : written;
}
