import { isJsonObject, type JsonObject } from "../kinds/kind.ts";

/**
 * Changes a JSON value by RFC 7386: maps are merged, `null` removes a member, everything else replaces.
 *
 * @returns the new value; both inputs stay as they are
 */
export function applyMergePatch(target: unknown, patch: unknown): unknown {
  if (!isJsonObject(patch)) return patch;
  const merged: Record<string, unknown> = isJsonObject(target) ? { ...target } : {};
  for (const key of Object.keys(patch)) {
    const value = memberOf(patch, key);
    if (value === null) delete merged[key];
    else setMember(merged, key, applyMergePatch(memberOf(merged, key), value));
  }
  return merged;
}

/** Whether a merge patch says something of the member at a path, or of what it lies in. */
export function mergeTouches(patch: unknown, path: readonly string[]): boolean {
  const [step, ...rest] = path;
  if (step === undefined || !isJsonObject(patch)) return true;
  return Object.hasOwn(patch, step) && mergeTouches(memberOf(patch, step), rest);
}

/** `__proto__` is a key like all others. */
function memberOf(object: JsonObject, key: string): unknown {
  return Object.hasOwn(object, key) ? object[key] : undefined;
}

function setMember(object: Record<string, unknown>, key: string, value: unknown): void {
  if (key !== "__proto__") object[key] = value;
  else Object.defineProperty(object, key, { value, writable: true, enumerable: true, configurable: true });
}
