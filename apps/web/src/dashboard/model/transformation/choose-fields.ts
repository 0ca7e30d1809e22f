import type { Field, Frame } from "../frame/frame.ts";
import { isObject, type JsonObject, numberOf, objectOf, textOf, textsOf } from "../json.ts";
import { readPattern } from "../pattern.ts";
import { columnName, withFields } from "./column.ts";

/** Leaves fields out, orders and renames them, all by name. */
export function organize(frames: readonly Frame[], options: JsonObject): Frame[] {
  const excluded = objectOf(options["excludeByName"]);
  const included = objectOf(options["includeByName"]);
  const hasIncluded = Object.values(included).includes(true);
  const order = objectOf(options["indexByName"]);
  const names = objectOf(options["renameByName"]);
  const place = (field: Field) => numberOf(order[columnName(field)]) ?? Number.MAX_SAFE_INTEGER;
  return frames.map((frame) => {
    const kept = frame.fields.filter((field) => {
      const name = columnName(field);
      return excluded[name] !== true && (!hasIncluded || included[name] === true);
    });
    const sorted = kept.toSorted((a, b) => place(a) - place(b));
    return withFields(
      frame,
      sorted.map((field) => renamed(field, textOf(names[columnName(field)]))),
    );
  });
}

function renamed(field: Field, name: string): Field {
  return name === "" ? field : { ...field, settings: { ...field.settings, displayName: name } };
}

/** Keeps the fields of `include` (`names`, or those of a `pattern`) that `exclude` does not name. */
export function filterFieldsByName(frames: readonly Frame[], options: JsonObject): Frame[] {
  const isIncluded = nameFilter(options["include"]);
  const isExcluded = nameFilter(options["exclude"]);
  return frames
    .map((frame) =>
      withFields(
        frame,
        frame.fields.filter(
          (field) => (isIncluded?.(columnName(field)) ?? true) && !(isExcluded?.(columnName(field)) ?? false),
        ),
      ),
    )
    .filter(({ fields }) => fields.length > 0);
}

/** @returns `undefined` when nothing is asked for */
function nameFilter(value: unknown): ((name: string) => boolean) | undefined {
  const filter = isObject(value) ? value : {};
  const names = textsOf(filter["names"]);
  const source = textOf(filter["pattern"]);
  if (names.length === 0 && source === "") return undefined;
  const pattern = source === "" ? undefined : readPattern(source);
  return (name) => names.includes(name) || (pattern !== undefined && name.search(pattern) >= 0);
}

/** Keeps the answers to some queries: `A`, or a pattern of their letters. */
export function filterByRefId(frames: readonly Frame[], options: JsonObject): Frame[] {
  const include = textOf(options["include"]);
  if (include === "") return [...frames];
  const pattern = readPattern(include.startsWith("/") ? include : `/^(?:${include})$/`);
  return frames.filter(({ refId }) => refId === include || (pattern !== undefined && refId.search(pattern) >= 0));
}

/** Renames every field whose name fits: `$1` in the new name is the first group. */
export function renameByRegex(frames: readonly Frame[], options: JsonObject): Frame[] {
  const pattern = readPattern(textOf(options["regex"]));
  if (pattern === undefined || textOf(options["regex"]) === "") return [...frames];
  const to = textOf(options["renamePattern"]);
  return frames.map((frame) =>
    withFields(
      frame,
      frame.fields.map((field) => {
        const name = columnName(field);
        return field.type === "time" || name.search(pattern) < 0 ? field : renamed(field, name.replace(pattern, to));
      }),
    ),
  );
}
