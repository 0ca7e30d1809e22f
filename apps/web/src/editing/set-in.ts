import { isObject, type JsonObject } from "../dashboard/model/json.ts";

/** The value at a path of a document; `undefined` where there is none. */
export function valueIn(document: unknown, path: readonly string[]): unknown {
  return path.reduce<unknown>((value, member) => (isObject(value) ? value[member] : undefined), document);
}

/** A copy with another value at a path; `undefined` removes the member. What is not on the path stays the same object. */
export function setIn(document: JsonObject, [member, ...rest]: readonly string[], value: unknown): JsonObject {
  if (member === undefined) return document;
  const before = document[member];
  const next = rest.length === 0 ? value : setIn(isObject(before) ? before : {}, rest, value);
  if (next !== undefined) return { ...document, [member]: next };
  const { [member]: _, ...others } = document;
  return others;
}
