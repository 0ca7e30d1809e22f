import { ScimError } from "./scim-error.ts";
import type { CompareOperator, CompareValue, ScimFilter } from "./scim-path.ts";

/** One value of a multi-valued attribute. */
export type Item = Readonly<Record<string, unknown>>;

/**
 * Tells whether one value of a multi-valued attribute matches the filter of a path: `type eq "work"`.
 *
 * @throws ScimError `invalidFilter` for a comparison that the type of a sub-attribute does not have
 */
export function matchesFilter(filter: ScimFilter, item: Item): boolean {
  switch (filter.kind) {
    case "and":
      return filter.filters.every((inner) => matchesFilter(inner, item));
    case "or":
      return filter.filters.some((inner) => matchesFilter(inner, item));
    case "not":
      return !matchesFilter(filter.filter, item);
    case "present":
      return (memberOf(item, filter.path.name) ?? "") !== "";
    case "compare":
      return compare(memberOf(item, filter.path.name), filter.operator, filter.value);
    case "value":
      throw invalidFilter("a value filter holds no other one");
  }
}

/** The comparisons with `eq` that a new value must fulfil; `undefined` where the filter says more than that. */
export function equalitiesOf(filter: ScimFilter): Item | undefined {
  if (filter.kind === "compare" && filter.operator === "eq") return { [filter.path.name]: filter.value };
  if (filter.kind !== "and") return undefined;
  const parts = filter.filters.map(equalitiesOf);
  return parts.includes(undefined) ? undefined : Object.assign({}, ...parts);
}

function memberOf(item: Item, name: string): unknown {
  return Object.entries(item).find(([key]) => key.toLowerCase() === name)?.[1];
}

function compare(found: unknown, operator: CompareOperator, value: CompareValue): boolean {
  // A missing boolean is false: `primary` is left out by most directories.
  if (typeof value === "boolean") return compareBooleans(asBoolean(found), operator, value);
  if (value === null) return operator === "eq" ? found == null : operator === "ne" && found != null;
  if (typeof found === "boolean") return compareBooleans(found, operator, asBoolean(value));
  if (found == null) return operator === "ne";
  return compareTexts(String(found).toLowerCase(), operator, String(value).toLowerCase());
}

function asBoolean(value: unknown): boolean {
  return value === true || String(value).toLowerCase() === "true";
}

function compareBooleans(found: boolean, operator: CompareOperator, value: boolean): boolean {
  if (operator === "eq") return found === value;
  if (operator === "ne") return found !== value;
  throw invalidFilter("booleans are compared with eq and ne");
}

function compareTexts(found: string, operator: CompareOperator, value: string): boolean {
  switch (operator) {
    case "eq":
      return found === value;
    case "ne":
      return found !== value;
    case "co":
      return found.includes(value);
    case "sw":
      return found.startsWith(value);
    case "ew":
      return found.endsWith(value);
    case "gt":
      return found > value;
    case "ge":
      return found >= value;
    case "lt":
      return found < value;
    case "le":
      return found <= value;
  }
}

export function invalidFilter(reason: string): ScimError {
  return new ScimError(400, `The filter is not valid: ${reason}`, { scimType: "invalidFilter" });
}
