import { flagOf, type JsonObject, listOf, numberOf, objectOf, objectsOf, oneOf, scalarText, textOf } from "../json.ts";
import { savedFilters } from "./ad-hoc.ts";
import type { VariableOption } from "./variable-option.ts";

const TYPES = ["query", "datasource", "custom", "interval", "constant", "textbox", "adhoc", "unknown"] as const;
type VariableType = (typeof TYPES)[number];

/** A variable as its document describes it. */
export interface Variable {
  readonly name: string;
  readonly type: VariableType;
  readonly label: string;
  readonly description: string;
  /** `label`: the value alone is shown; `all`: not shown. */
  readonly hides: "nothing" | "label" | "all";
  readonly isMulti: boolean;
  readonly hasAll: boolean;
  /** What "All" stands for instead of every value. */
  readonly allValue: string | undefined;
  /** Text of the query, list, or constant. */
  readonly query: string;
  readonly regex: string;
  /** 0 as stored; 1 to 8: alphabetic, numeric, ignoring case, natural, each up and down. */
  readonly sort: number;
  readonly reloads: "on load" | "on time change";
  readonly dataSource: unknown;
  /** The values the document was saved with. */
  readonly saved: readonly VariableOption[];
  readonly options: readonly VariableOption[];
  readonly isInAddress: boolean;
  readonly auto: { readonly count: number; readonly min: string } | undefined;
}

const HIDES: ReadonlyMap<unknown, Variable["hides"]> = new Map([
  [1, "label"],
  [2, "all"],
]);

/** The value that stands for all values. */
export const ALL = "$__all";

export function variableOf(json: JsonObject): Variable {
  const allValue = textOf(json["allValue"]);
  return {
    name: textOf(json["name"]),
    type: oneOf(json["type"], TYPES, "unknown"),
    label: textOf(json["label"]) || textOf(json["name"]),
    description: textOf(json["description"]),
    hides: HIDES.get(json["hide"]) ?? "nothing",
    isMulti: json["type"] === "adhoc" || flagOf(json["multi"], false),
    hasAll: flagOf(json["includeAll"], false),
    allValue: allValue === "" ? undefined : allValue,
    query: queryTextOf(json["query"]) || textOf(json["definition"]),
    regex: textOf(json["regex"]),
    sort: numberOf(json["sort"]) ?? 0,
    reloads: json["refresh"] === 2 ? "on time change" : "on load",
    dataSource: json["datasource"],
    saved: json["type"] === "adhoc" ? savedFilters(json) : savedOptions(objectOf(json["current"])),
    options: objectsOf(json["options"])
      .map(optionOf)
      .filter(({ value }) => value !== ALL),
    isInAddress: json["skipUrlSync"] !== true,
    auto:
      json["auto"] === true
        ? { count: numberOf(json["auto_count"]) ?? 30, min: textOf(json["auto_min"], "10s") }
        : undefined,
  };
}

function queryTextOf(query: unknown): string {
  return typeof query === "object" ? textOf(objectOf(query)["query"]) : textOf(query);
}

function optionOf(json: JsonObject): VariableOption {
  const value = textOf(json["value"]);
  return { value, text: textOf(json["text"], value) };
}

/** One value or a list; old documents write the texts of a list as one, `a + b`. */
function savedOptions({ text, value }: JsonObject): VariableOption[] {
  const values = scalarsOf(value).filter((one) => one !== "");
  const texts = scalarsOf(text);
  return values.map((one, at) => ({
    value: one,
    text: (texts.length === values.length ? texts[at] : undefined) ?? one,
  }));
}

function scalarsOf(value: unknown): string[] {
  const items = Array.isArray(value) ? listOf(value) : [value];
  return items.map(scalarText).filter((item) => item !== undefined);
}
