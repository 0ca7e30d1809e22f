import { promqlLabelName } from "./label-name.ts";

/** A condition that users add to every query of a data source. */
export interface AdHocFilter {
  readonly key: string;
  /** As documents write it: `=`, `!=`, `=~`, `!~`, `=|` (one of), `!=|` (none of), or one that PromQL does not have. */
  readonly operator: string;
  /** More than one only for one of, and none of. */
  readonly values: readonly string[];
}

/** Reads a filter of a saved ad hoc variable; `undefined` for one without a key, which an editor leaves behind. */
export function readAdHocFilter(json: Readonly<Record<string, unknown>>): AdHocFilter | undefined {
  const { key, operator, value, values } = json;
  if (typeof key !== "string" || key === "") return undefined;
  const many = Array.isArray(values) ? values.filter((one) => typeof one === "string") : [];
  const known = typeof operator === "string" && operator !== "" ? operator : "=";
  const isMany = known === "=|" || known === "!=|";
  return { key, operator: known, values: isMany && many.length > 0 ? many : [typeof value === "string" ? value : ""] };
}

/** A filter as a matcher of PromQL; `undefined` when PromQL has no such matcher. */
export function matcherText({ key, operator, values }: AdHocFilter): string | undefined {
  const name = promqlLabelName(key);
  switch (operator) {
    case "=":
    case "!=":
    case "=~":
    case "!~":
      return `${name}${operator}${JSON.stringify(values[0] ?? "")}`;
    case "=|":
      return `${name}=~${JSON.stringify(oneOf(values))}`;
    case "!=|":
      return `${name}!~${JSON.stringify(oneOf(values))}`;
    default:
      return undefined;
  }
}

function oneOf(values: readonly string[]): string {
  return values.map((value) => value.replaceAll(/[\\^$.*+?()[\]{}|]/g, String.raw`\$&`)).join("|");
}
