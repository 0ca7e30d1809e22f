import type { Field, Frame } from "../frame/frame.ts";
import { flagOf, type JsonObject, objectOf, textOf, textsOf } from "../json.ts";
import { columnName, columnNamed, pickRows, rowNumbers, withFields } from "./column.ts";

/**
 * Makes a table of each set of rows that have the same values of some `fields`. The values become labels of its other
 * fields, or with `naming: {asLabels: false}` its name; `keepFields` keeps the fields that tell the tables apart.
 */
export function partitionByValues(frames: readonly Frame[], options: JsonObject): Frame[] {
  const names = textsOf(options["fields"]);
  return frames.flatMap((frame) => {
    const keys = names.flatMap((name) => columnNamed(frame, name) ?? []);
    if (keys.length === 0) return [frame];
    return partsOf(frame, keys).map((rows) => part(frame, { keys, rows, options }));
  });
}

/** Numbers of the rows with the same values, in the order in which these come first. */
function partsOf(frame: Frame, keys: readonly Field[]): number[][] {
  const parts = Map.groupBy(rowNumbers(frame), (row) => JSON.stringify(keys.map(({ values }) => String(values[row]))));
  return [...parts.values()];
}

interface Part {
  readonly keys: readonly Field[];
  readonly rows: readonly number[];
  readonly options: JsonObject;
}

function part(frame: Frame, { keys, rows, options }: Part): Frame {
  const naming = objectOf(options["naming"]);
  const isLabelled = flagOf(naming["asLabels"], true);
  const values = keys.map((key): readonly [string, string] => [
    columnName(key),
    String(key.values[rows[0] ?? 0] ?? ""),
  ]);
  const text = isLabelled ? labelText(values) : nameText(values, naming);
  const isAppended = naming["append"] === true && !isLabelled && frame.name !== "";
  const name = isAppended ? `${frame.name} ${text}` : text;
  const kept = options["keepFields"] === true ? frame.fields : frame.fields.filter((field) => !keys.includes(field));
  const labels = isLabelled ? Object.fromEntries(values) : {};
  const fields = pickRows(withFields(frame, kept), rows).fields.map((field) =>
    told(field, { name, labels, isLabelled }),
  );
  return { ...frame, name, fields, length: rows.length };
}

function labelText(values: readonly (readonly [string, string])[]): string {
  const [only, ...more] = values;
  if (only !== undefined && more.length === 0) return only[1];
  return `{${values.map(([name, value]) => `${name}="${value}"`).join(", ")}}`;
}

function nameText(values: readonly (readonly [string, string])[], naming: JsonObject): string {
  const between = textOf(naming["separator1"], "=");
  return values
    .map(([name, value]) => (naming["withNames"] === true ? `${name}${between}${value}` : value))
    .join(textOf(naming["separator2"], " "));
}

interface Telling {
  readonly name: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly isLabelled: boolean;
}

/** A field that says which of the tables it is of. Times are times in all of them. */
function told(field: Field, { name, labels, isLabelled }: Telling): Field {
  const labelled = { ...field, labels: { ...field.labels, ...labels } };
  if (field.type === "time") return labelled;
  const own = columnName(field);
  const parts = isLabelled ? [own, name] : [name, own];
  const displayNameFromDS = own === "Value" ? name : parts.join(" ");
  return { ...labelled, settings: { ...field.settings, displayNameFromDS } };
}
