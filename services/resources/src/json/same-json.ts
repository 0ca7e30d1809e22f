import { isJsonObject } from "../kinds/kind.ts";

/**
 * Whether two parsed JSON values say the same, in whatever order the members of objects stand. Large dashboards are
 * compared at every save, and `isDeepStrictEqual`, which knows all that JavaScript has, takes several times as long; the
 * published libraries ask values for `valueOf` or `constructor`, which JSON may hold as members.
 */
export function isSameJson(one: unknown, other: unknown): boolean {
  if (Object.is(one, other)) return true;
  if (Array.isArray(one)) {
    return Array.isArray(other) && one.length === other.length && one.every((item, at) => isSameJson(item, other[at]));
  }
  if (!isJsonObject(one) || !isJsonObject(other)) return false;
  const keys = Object.keys(one);
  if (keys.length !== Object.keys(other).length) return false;
  return keys.every((key) => Object.hasOwn(other, key) && isSameJson(one[key], other[key]));
}
