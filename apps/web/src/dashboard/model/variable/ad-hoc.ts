import { type AdHocFilter, matcherText, readAdHocFilter } from "@vedette/client/ad-hoc-filter";
import { type JsonObject, objectsOf } from "../json.ts";
import type { VariableOption } from "./variable-option.ts";

/** Operators that users can choose. Documents may have more. */
export const AD_HOC_OPERATORS = ["=", "!=", "=~", "!~"] as const;
export type AdHocOperator = (typeof AD_HOC_OPERATORS)[number];

/**
 * Writes conditions into a query.
 *
 * @returns `undefined` when that cannot be done: what would be shown without them is not what was asked for
 */
export type AddMatchers = (expr: string, filters: readonly AdHocFilter[]) => string | undefined;

const BAR = "__gfp__";

/** As URLs carry it: `job|=|node`, `job|=__gfp__|a|b`. */
export function filterText({ key, operator, values }: AdHocFilter): string {
  return [key, operator, ...values].map((part) => part.replaceAll("|", BAR)).join("|");
}

/** `undefined` for what is no condition on a label. */
export function readFilter(text: string): AdHocFilter | undefined {
  const [key = "", operator = "", ...values] = text.split("|").map((part) => part.replaceAll(BAR, "|"));
  const isOneOf = operator === "=|" || operator === "!=|";
  if (values.length === 0 || (values.length > 1 && !isOneOf)) return undefined;
  return readAdHocFilter({ key, operator, value: values[0], values });
}

/** The conditions that a document was saved with. */
export function savedFilters(variable: JsonObject): readonly VariableOption[] {
  return objectsOf(variable["filters"]).flatMap((json) => {
    const filter = readAdHocFilter(json);
    return filter === undefined ? [] : [{ value: filterText(filter), text: filterLine(filter) }];
  });
}

/** The conditions of PromQL; `undefined` when there is one that PromQL does not have. */
export function matchersOf(filters: readonly AdHocFilter[]): readonly string[] | undefined {
  const matchers = filters.map(matcherText);
  return matchers.every((matcher) => matcher !== undefined) ? matchers : undefined;
}

/** As people read it. */
export function filterLine({ key, operator, values }: AdHocFilter): string {
  return `${key} ${operator} ${values.join(", ")}`;
}
