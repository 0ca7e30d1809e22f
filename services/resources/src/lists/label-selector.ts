import { ResourceError } from "../errors.ts";
import { ownKey } from "../kinds/dialect.ts";
import type { Kind } from "../kinds/kind.ts";

/** One condition of a selector; all of them must hold. `notIn` also holds where the key is missing. */
export type LabelCondition =
  | { readonly operator: "in" | "notIn"; readonly key: string; readonly values: readonly string[] }
  | { readonly operator: "exists"; readonly key: string }
  | { readonly operator: "absent"; readonly key: string };

/** One comma-separated part at a time: a set in brackets is one part. */
const PARTS = /(?:[^,(]|\([^)]*\))+|,/g;
const KEY = /^[A-Za-z0-9](?:[A-Za-z0-9._/-]*[A-Za-z0-9])?$/;
const VALUE = /^[A-Za-z0-9._:/@+-]*$/;
/** Each needs work in the store. */
const MAX_CONDITIONS = 32;

/**
 * Reads a Kubernetes label selector: `k=v`, `k==v`, `k!=v`, `k in (a,b)`, `k notin (a,b)`, `k`, `!k`, joined by commas.
 *
 * @throws ResourceError `selector_invalid`
 */
export function parseLabelSelector(text: string): LabelCondition[] {
  if (text.trim() === "") return [];
  const parts = text.match(PARTS) ?? [];
  if (parts.join("").length !== text.length) throw unreadable(text);
  const conditions = parts.filter((_, index) => index % 2 === 0).map((part) => parseCondition(part.trim()));
  const areSeparated = parts.every((part, index) => (part === ",") === (index % 2 === 1));
  if (!areSeparated || parts.length % 2 === 0 || conditions.length > MAX_CONDITIONS) throw unreadable(text);
  return conditions;
}

function parseCondition(part: string): LabelCondition {
  const set = /^(\S+)\s+(in|notin)\s*\(([^)]*)\)$/.exec(part);
  if (set !== null) {
    const [, key = "", word = "", list = ""] = set;
    const values = list.split(",").map((value) => requireValue(value.trim(), part));
    return { operator: word === "in" ? "in" : "notIn", key: requireKey(key, part), values };
  }
  const equality = /^([^=!\s]+)\s*(==?|!=)\s*(\S*)$/.exec(part);
  if (equality !== null) {
    const [, key = "", sign = "", value = ""] = equality;
    const operator = sign === "!=" ? "notIn" : "in";
    return { operator, key: requireKey(key, part), values: [requireValue(value, part)] };
  }
  const isAbsent = part.startsWith("!");
  const key = requireKey(part.slice(isAbsent ? 1 : 0).trim(), part);
  return { operator: isAbsent ? "absent" : "exists", key };
}

function requireKey(key: string, part: string): string {
  if (!KEY.test(key)) throw unreadable(part);
  return key;
}

function requireValue(value: string, part: string): string {
  if (!VALUE.test(value)) throw unreadable(part);
  return value;
}

function unreadable(part: string): ResourceError {
  return new ResourceError("selector_invalid", {
    detail: `unable to parse label selector at ${JSON.stringify(part.slice(0, 80))}: use key=value, key in (a,b), key or !key`,
  });
}

/** As {@link parseLabelSelector}, with the keys as they are stored. @throws ResourceError `selector_invalid` */
export function labelConditions(kind: Kind, text: string): LabelCondition[] {
  return parseLabelSelector(text).map((condition) => ({ ...condition, key: ownKey(kind, condition.key) }));
}
