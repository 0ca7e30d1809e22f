import type { Cell } from "../field/reducer.ts";
import type { Field, FieldType, Frame } from "../frame/frame.ts";
import { isObject, type JsonObject, objectsOf, textOf } from "../json.ts";
import { readPattern } from "../pattern.ts";
import { column, columnName, columnNamed, timeColumn, withFields } from "./column.ts";
import { keyValues } from "./key-values.ts";

/**
 * Makes fields of what stands in the texts of one (`source`): members of JSON (or those at `jsonPaths`), pairs of keys
 * and values, named groups of a `regExp`, or the parts between a `delimiter`, each a field with 1 where it stands.
 * With `replace` the others go, but for the time with `keepTime`.
 */
export function extractFields(frames: readonly Frame[], options: JsonObject): Frame[] | undefined {
  const read = READERS.get(textOf(options["format"]) || "auto")?.(options);
  if (read === undefined) return undefined;
  const name = textOf(options["source"]);
  return frames.map((frame) => {
    const source = name === "" ? undefined : columnNamed(frame, name);
    if (source === undefined) return frame;
    const kept = keptFields(frame, options);
    return withFields(frame, [...kept, ...extracted(source, read, kept)]);
  });
}

function keptFields(frame: Frame, options: JsonObject): readonly Field[] {
  if (options["replace"] !== true) return frame.fields;
  const time = options["keepTime"] === true ? timeColumn(frame) : undefined;
  return time === undefined ? [] : [time];
}

/** What stands in a text, by name; `undefined` when it is not of that form. */
type Reader = (text: string) => JsonObject | undefined;

const READERS: ReadonlyMap<string, (options: JsonObject) => Reader> = new Map<string, (options: JsonObject) => Reader>([
  ["auto", () => (text) => readJson(text) ?? keyValues(text)],
  ["json", jsonReader],
  ["kvp", () => keyValues],
  ["regexp", patternReader],
  ["delimiter", delimiterReader],
]);

function readJson(text: string): JsonObject | undefined {
  try {
    const value: unknown = JSON.parse(text);
    if (Array.isArray(value)) return { ...value };
    return isObject(value) ? value : undefined;
  } catch {
    // Not every line of a log is JSON: it has no fields then.
    return undefined;
  }
}

function jsonReader(options: JsonObject): Reader {
  const paths = objectsOf(options["jsonPaths"]).filter(({ path }) => textOf(path) !== "");
  if (paths.length === 0) return readJson;
  return (text) => {
    const value = readJson(text);
    return Object.fromEntries(
      paths.map(({ path, alias }) => [textOf(alias) || textOf(path), valueAt(value, textOf(path))]),
    );
  };
}

/** @param path - `a.b`, `a[0].b`, `a["b.c"]` */
function valueAt(value: unknown, path: string): unknown {
  const members = path.matchAll(/\[(?:"([^"]*)"|'([^']*)'|([^\]]*))\]|([^.[\]]+)/g);
  return [...members].reduce<unknown>((at, [, double, single, index, plain]) => {
    const member = double ?? single ?? index ?? plain ?? "";
    if (Array.isArray(at)) return at[Number(member)];
    return isObject(at) && Object.hasOwn(at, member) ? at[member] : undefined;
  }, value);
}

/** Without a pattern the whole text is one field. */
function patternReader(options: JsonObject): Reader {
  const written = textOf(options["regExp"]);
  const pattern = written === "" ? /(?<NewField>.*)/ : readPattern(written);
  return (text) => pattern?.exec(text)?.groups;
}

function delimiterReader(options: JsonObject): Reader {
  const delimiter = textOf(options["delimiter"]) || ",";
  return (text) => Object.fromEntries(text.split(delimiter).map((part) => [part.trim(), 1]));
}

function extracted(source: Field, read: Reader, kept: readonly Field[]): Field[] {
  const rows = Array.from(source.values, (cell) => (typeof cell === "string" ? read(cell) : undefined));
  const names = new Set(rows.flatMap((row) => Object.keys(row ?? {})));
  const taken = new Set(kept.map(columnName));
  return [...names].map((name) => {
    const values = rows.map((row) => (row !== undefined && Object.hasOwn(row, name) ? cellOf(row[name]) : undefined));
    const type = typeOf(values);
    return column(freeName(name, taken), { type, values: type === "string" ? values.map(textCell) : values });
  });
}

function cellOf(value: unknown): Cell {
  if (value === null || value === undefined) return undefined;
  if (typeof value === "number" || typeof value === "string" || typeof value === "boolean") return value;
  return JSON.stringify(value);
}

/** Values of several types are texts. */
function typeOf(values: readonly Cell[]): FieldType {
  const types = new Set(values.filter((value) => value !== undefined).map((value) => typeof value));
  const [only] = types;
  return types.size === 1 && (only === "number" || only === "boolean") ? only : "string";
}

function textCell(cell: Cell): Cell {
  return cell === undefined ? undefined : String(cell);
}

/** A name that no other field has; from then on it is taken. */
function freeName(name: string, taken: Set<string>): string {
  let free = name;
  for (let count = 1; taken.has(free); count++) free = `${name} ${count}`;
  taken.add(free);
  return free;
}
