import { isJsonObject, type JsonObject } from "../kinds/kind.ts";

/**
 * Changes a JSON value by RFC 7386: maps are merged, `null` removes a member, everything else replaces.
 *
 * @returns the new value; both inputs stay as they are
 */
export function applyMergePatch(target: unknown, patch: unknown): unknown {
  if (!isJsonObject(patch)) return patch;
  // A Map, so that `__proto__` is a key like all others.
  const merged = new Map<string, unknown>(isJsonObject(target) ? Object.entries(target) : []);
  for (const [key, value] of Object.entries(patch)) {
    if (value === null) merged.delete(key);
    else merged.set(key, applyMergePatch(merged.get(key), value));
  }
  return Object.fromEntries(merged);
}

/** Whether a merge patch says something of the member at a path, or of what it lies in. */
export function mergeTouches(patch: unknown, path: readonly string[]): boolean {
  const [step, ...rest] = path;
  if (step === undefined || !isJsonObject(patch)) return true;
  return Object.hasOwn(patch, step) && mergeTouches(memberOf(patch, step), rest);
}

function memberOf(patch: JsonObject, key: string): unknown {
  return Object.getOwnPropertyDescriptor(patch, key)?.value;
}
