import { isJsonObject, type JsonObject } from "../kinds/kind.ts";

/**
 * Whether two parsed JSON values say the same, in whatever order the members of objects stand. Large dashboards are
 * compared at every save, and `isDeepStrictEqual`, which knows all that JavaScript has, takes several times as long; the
 * published libraries ask values for `valueOf` or `constructor`, which JSON may hold as members.
 */
export function isSameJson(one: unknown, other: unknown): boolean {
  if (Object.is(one, other)) return true;
  if (Array.isArray(one)) return Array.isArray(other) && hasSameItems(one, other);
  return isJsonObject(one) && isJsonObject(other) && hasSameMembers(one, other);
}

function hasSameItems(some: readonly unknown[], others: readonly unknown[]): boolean {
  if (some.length !== others.length) return false;
  for (let at = 0; at < some.length; at += 1) if (!isSameJson(some[at], others[at])) return false;
  return true;
}

function hasSameMembers(one: JsonObject, other: JsonObject): boolean {
  const keys = Object.keys(one);
  const otherKeys = Object.keys(other);
  if (keys.length !== otherKeys.length) return false;
  for (const [at, key] of keys.entries()) {
    // Mostly they stand in the same order.
    if (key !== otherKeys[at] && !Object.hasOwn(other, key)) return false;
    if (!isSameJson(one[key], other[key])) return false;
  }
  return true;
}
