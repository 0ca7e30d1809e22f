import type { Cell } from "../field/reducer.ts";
import type { Field, FieldType, Frame } from "../frame/frame.ts";

export interface TransformContext {
  /** Puts the values of variables into a text; those of the options are written already. */
  readonly write: (text: string) => string;
  /** Takes down, for the reader of the panel, what the result does not show. */
  readonly notice: (text: string) => void;
}

/** What a transformation does with the frames of a panel; `undefined` when it does not know how. */
export type Transform = (
  frames: readonly Frame[],
  options: Readonly<Record<string, unknown>>,
  context: TransformContext,
) => Frame[] | undefined;

/** What people call a field where transformations are set up: its given name, its series, or its own name. */
export function columnName({ name, settings }: Field): string {
  return settings.displayName || settings.displayNameFromDS || name;
}

/** The field of a name; a field of its own name comes before one that is only shown under it. */
export function columnNamed(frame: Frame, name: string): Field | undefined {
  return frame.fields.find((field) => columnName(field) === name) ?? frame.fields.find((field) => field.name === name);
}

export function isMissing(cell: Cell): boolean {
  return cell === undefined || Number.isNaN(cell);
}

export function timeColumn({ fields }: Frame): Field | undefined {
  return fields.find(({ type }) => type === "time");
}

interface NewColumn {
  readonly type: FieldType;
  readonly values: readonly Cell[];
  /** Whose labels and settings it keeps. */
  readonly from?: Field;
}

/** A field of single values. Numbers that are missing are `NaN`. */
export function column(name: string, { type, values, from }: NewColumn): Field {
  const isNumeric = type === "number" || type === "time";
  return {
    name,
    type,
    values: isNumeric
      ? Float64Array.from(values, (value) => (value === undefined ? Number.NaN : Number(value)))
      : values,
    labels: from?.labels ?? {},
    settings: from?.settings ?? {},
  };
}

/** A frame with other fields; its length is theirs. */
export function withFields(frame: Frame, fields: readonly Field[]): Frame {
  return { ...frame, fields, length: fields[0]?.values.length ?? 0 };
}

/** The rows of a frame by their numbers, in the order given. */
export function pickRows(frame: Frame, rows: readonly number[]): Frame {
  const fields = frame.fields.map((field) => {
    const values = rows.map((row) => field.values[row]);
    return { ...field, values: column(field.name, { type: field.type, values }).values };
  });
  return { ...frame, fields, length: rows.length };
}

export function rowNumbers({ length }: Frame): number[] {
  return Array.from({ length }, (_, row) => row);
}

/** The cell that stands where there is none, as `emptyValue` of the options says. */
export function emptyCell(emptyValue: unknown): Cell {
  return EMPTY_CELLS.get(emptyValue);
}

const EMPTY_CELLS: ReadonlyMap<unknown, Cell> = new Map<unknown, Cell>([
  ["zero", 0],
  ["true", true],
  ["false", false],
]);

/** Names that several fields have get numbers: `Time 1`, `Time 2`. */
export function withUniqueNames(fields: readonly Field[]): Field[] {
  const total = new Map<string, number>();
  for (const field of fields) total.set(columnName(field), (total.get(columnName(field)) ?? 0) + 1);
  const seen = new Map<string, number>();
  return fields.map((field) => {
    const name = columnName(field);
    if ((total.get(name) ?? 0) < 2) return field;
    const count = (seen.get(name) ?? 0) + 1;
    seen.set(name, count);
    const { displayName: _, displayNameFromDS: __, ...settings } = field.settings;
    return { ...field, name: `${name} ${count}`, settings };
  });
}
