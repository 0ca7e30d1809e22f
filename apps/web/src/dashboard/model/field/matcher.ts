import type { DisplayField, Field, Frame } from "../frame/frame.ts";
import { isObject, objectOf, textOf, textsOf } from "../json.ts";
import { readPattern } from "../pattern.ts";
import { type Cell, reduceValues } from "./reducer.ts";

export type FieldMatcher = (field: Field, frame: Frame, frames: readonly Frame[]) => boolean;

/** Which fields an override or transformation is about. An unknown matcher fits none. */
export function matcherOf({ id, options }: { readonly id: string; readonly options: unknown }): FieldMatcher {
  return MATCHERS.get(id)?.(options) ?? (() => false);
}

const MATCHERS: ReadonlyMap<string, (options: unknown) => FieldMatcher> = new Map<
  string,
  (options: unknown) => FieldMatcher
>([
  ["byName", (options) => isNamed([textOf(options)])],
  ["byNames", (options) => byNames(options)],
  ["byRegexp", (options) => fitsPattern(options)],
  ["byRegexpOrNames", byRegexpOrNames],
  ["byType", (options) => (field) => field.type === options],
  ["byTypes", (options) => (field) => textsOf(options).includes(field.type)],
  ["byFrameRefID", (options) => (_, frame) => frame.refId === options],
  ["byValue", byValue],
  ["numeric", () => (field) => field.type === "number"],
  ["time", () => (field) => field.type === "time"],
  ["first", () => (field, frame) => frame.fields[0] === field],
  ["firstTimeField", () => (field, frame) => frame.fields.find(({ type }) => type === "time") === field],
]);

/** Every name by which people call a field. */
function namesOf(field: Field): readonly string[] {
  const { displayName, displayNameFromDS } = field.settings;
  const shown = "displayName" in field ? textOf((field as DisplayField).displayName) : ""; // only display fields have it
  return [shown, displayName ?? "", displayNameFromDS ?? "", field.name].filter((name) => name !== "");
}

/** A field of a series is called by its series, not `Value`. */
function isNamed(names: readonly string[]): FieldMatcher {
  return (field) => namesOf(field).some((name) => names.includes(name));
}

function byNames(options: unknown): FieldMatcher {
  const isListed = isNamed(textsOf(isObject(options) ? options["names"] : options));
  if (objectOf(options)["mode"] !== "exclude") return isListed;
  return (field, frame, frames) => field.type !== "time" && !isListed(field, frame, frames);
}

function fitsPattern(options: unknown): FieldMatcher {
  const pattern = readPattern(textOf(options));
  return (field) =>
    pattern !== undefined &&
    field.type !== "time" &&
    namesOf(field)
      .slice(0, 1)
      .some((name) => testOf(pattern, name));
}

/** A pattern with the flag `g` remembers where it was. */
function testOf(pattern: RegExp, text: string): boolean {
  pattern.lastIndex = 0;
  return pattern.test(text);
}

function byRegexpOrNames(options: unknown): FieldMatcher {
  const { pattern, names } = objectOf(options);
  const isListed = isNamed(textsOf(names));
  const fits = textOf(pattern) === "" ? undefined : fitsPattern(pattern);
  return (field, frame, frames) => isListed(field, frame, frames) || fits?.(field, frame, frames) === true;
}

const COMPARE: ReadonlyMap<string, (a: number, b: number) => boolean> = new Map([
  ["gte", (a, b) => a >= b],
  ["gt", (a, b) => a > b],
  ["lte", (a, b) => a <= b],
  ["lt", (a, b) => a < b],
  ["eq", (a, b) => a === b],
  ["neq", (a, b) => a !== b],
]);

/** Reducers that say yes or no themselves: documents write a comparison beside them that means nothing. */
const ANSWERS: ReadonlySet<unknown> = new Set(["allIsNull", "allIsZero"]);

/** `{reducer, op, value}`: what one value made of the field says. */
function byValue(options: unknown): FieldMatcher {
  const { reducer, op, value } = objectOf(options);
  if (ANSWERS.has(reducer)) {
    return ({ type, values }) => type === "number" && Boolean(reduceValues(textOf(reducer), Array.from(values)));
  }
  const compare = COMPARE.get(textOf(op));
  return (field) => {
    if (compare === undefined || field.type !== "number") return false;
    const reduced: Cell = reduceValues(textOf(reducer), Array.from(field.values));
    return compare(Number(reduced ?? Number.NaN), Number(value));
  };
}
