import { isObject, type JsonObject } from "../dashboard/model/json.ts";

/** The value at a path of a document, items of lists by their number; `undefined` where there is none. */
export function valueIn(document: unknown, path: readonly string[]): unknown {
  return path.reduce<unknown>((value, member) => {
    if (Array.isArray(value)) return value[Number(member)];
    return isObject(value) ? value[member] : undefined;
  }, document);
}

/** A copy with another value at a path; `undefined` removes the member. What is not on the path stays the same object. */
export function setIn(document: JsonObject, [member, ...rest]: readonly string[], value: unknown): JsonObject {
  if (member === undefined) return document;
  const next = rest.length === 0 ? value : setInside(document[member], rest, value);
  if (next !== undefined) return { ...document, [member]: next };
  const { [member]: _, ...others } = document;
  return others;
}

/** A list keeps its length, unless what is set comes right behind its end. */
function setInside(before: unknown, path: readonly string[], value: unknown): unknown {
  if (!Array.isArray(before)) return setIn(isObject(before) ? before : {}, path, value);
  const [at = "", ...rest] = path;
  const next = rest.length === 0 ? value : setInside(before[Number(at)], rest, value);
  return Number(at) < before.length ? before.with(Number(at), next) : [...before, next];
}
