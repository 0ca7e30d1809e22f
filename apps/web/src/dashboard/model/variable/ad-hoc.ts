import { type JsonObject, objectsOf, oneOf, textOf } from "../json.ts";
import type { VariableOption } from "./variable-option.ts";

/** A condition that people add to every query of a data source. */
export interface AdHocFilter {
  readonly key: string;
  readonly operator: AdHocOperator;
  readonly value: string;
}

export const AD_HOC_OPERATORS = ["=", "!=", "=~", "!~"] as const;
export type AdHocOperator = (typeof AD_HOC_OPERATORS)[number];

/** Writes conditions into a query. */
export type AddMatchers = (expr: string, filters: readonly AdHocFilter[]) => string;

const BAR = "__gfp__";

/** As addresses carry it: `job|=|node`. */
export function filterText({ key, operator, value }: AdHocFilter): string {
  return [key, operator, value].map((part) => part.replaceAll("|", BAR)).join("|");
}

/** `undefined` for what is no condition on a label. */
export function readFilter(text: string): AdHocFilter | undefined {
  const [key = "", operator, value, ...more] = text.split("|").map((part) => part.replaceAll(BAR, "|"));
  const known = AD_HOC_OPERATORS.find((one) => one === operator);
  if (known === undefined || value === undefined || more.length > 0 || !/^[a-z_]\w*$/i.test(key)) return undefined;
  return { key, operator: known, value };
}

/** The conditions that a document was saved with. */
export function savedFilters(variable: JsonObject): readonly VariableOption[] {
  return objectsOf(variable["filters"]).map(({ key, operator, value }) => {
    const filter = { key: textOf(key), operator: oneOf(operator, AD_HOC_OPERATORS, "="), value: textOf(value) };
    return { value: filterText(filter), text: filterLine(filter) };
  });
}

/** As people read it. */
export function filterLine({ key, operator, value }: AdHocFilter): string {
  return `${key} ${operator} ${value}`;
}
