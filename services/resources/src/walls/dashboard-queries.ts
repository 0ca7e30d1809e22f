import { isJsonObject, type JsonObject } from "../kinds/kind.ts";
import { type QueryTemplate, readTemplate } from "./query-template.ts";
import { savedMatchers, withoutMatchers } from "./saved-filters.ts";

/** What the pages of one dashboard may ask data sources. */
export interface DashboardQueries {
  /** Queries of panels, annotations and variables. */
  readonly queries: readonly QueryTemplate[];
  /** Selectors of variables that list series. */
  readonly series: readonly QueryTemplate[];
  readonly labelValues: readonly { readonly label: QueryTemplate; readonly selector: QueryTemplate | undefined }[];
  /** A variable lists the names of labels. */
  readonly listsLabels: boolean;
}

/** Values of one variable that may stand in a query; those beyond have to be single words. */
const MOST_VALUES = 500;
/** As deep as documents may be. */
const MAX_DEPTH = 64;
const EXTERNAL_CALL = /^(label_values|label_names|metrics|query_result)\s*\(([\s\S]*)\)\s*$/;

/** Collects every query that stands in a dashboard, of whatever age its form is. */
export function readDashboardQueries(spec: JsonObject): DashboardQueries {
  const variables = variablesOf(spec);
  const valuesByName = new Map(variables.map((variable) => [String(variable["name"]), valuesOf(variable)]));
  const template = (text: string) => readTemplate(text, (name) => valuesByName.get(name) ?? []);
  const matchers = savedMatchers(variables);
  const calls = [...new Set(variables.flatMap(variableTexts))].map(readCall);
  const asked = [...expressionsIn(spec, 0), ...calls.flatMap((call) => (call.kind === "query" ? [call.text] : []))];
  return {
    queries: [...new Set(asked)].map((text) => narrowable(text, template, matchers)),
    series: calls.flatMap((call) => (call.kind === "series" ? [template(call.text)] : [])),
    labelValues: calls.flatMap((call) =>
      call.kind === "values"
        ? [{ label: template(call.label), selector: call.selector === "" ? undefined : template(call.selector) }]
        : [],
    ),
    listsLabels: calls.some(({ kind }) => kind === "labels"),
  };
}

/** A query as it is written, or narrowed by the filters that the dashboard was saved with. */
function narrowable(
  text: string,
  template: (text: string) => QueryTemplate,
  matchers: readonly string[],
): QueryTemplate {
  const written = template(text);
  if (matchers.length === 0) return written;
  const plain = template(withoutMatchers(text, []));
  return { fits: (asked) => written.fits(asked) || plain.fits(withoutMatchers(asked, matchers)) };
}

type VariableCall =
  | { readonly kind: "query" | "series"; readonly text: string }
  | { readonly kind: "values"; readonly label: string; readonly selector: string }
  | { readonly kind: "labels" };

/** `label_values(…)`, `label_names()`, `metrics(…)`, `query_result(…)`; anything else names series. */
function readCall(text: string): VariableCall {
  const [, call = "", inside = ""] = EXTERNAL_CALL.exec(text.trim()) ?? [];
  if (call === "query_result") return { kind: "query", text: inside };
  if (call === "label_names") return { kind: "labels" };
  if (call === "metrics") return { kind: "values", label: "__name__", selector: "" };
  if (call === "") return { kind: "series", text };
  // The label is behind the last comma, since selectors hold commas too.
  const comma = /^([\s\S]+),\s*([^,{}()"]+)$/.exec(inside);
  const [, selector = "", label = inside] = comma ?? [];
  return { kind: "values", label: label.trim(), selector: selector.trim() };
}

function variablesOf({ templating }: JsonObject): JsonObject[] {
  const list = isJsonObject(templating) ? templating["list"] : undefined;
  return Array.isArray(list) ? list.filter(isJsonObject) : [];
}

/** Texts that a query variable asks by: as text, in an object, or as older servers kept it. */
function variableTexts({ type, query, definition }: JsonObject): string[] {
  if (type !== undefined && type !== "query") return [];
  const inner = isJsonObject(query) ? query["query"] : query;
  return textsIn([inner, definition]);
}

/** Values that a dashboard holds for one of its variables. */
function valuesOf({ query, allValue, current, options }: JsonObject): string[] {
  const choices = [current, ...(Array.isArray(options) ? options : [])].filter(isJsonObject);
  const listed = typeof query === "string" ? [query, ...query.split(/(?<!\\),/)] : [];
  const pairs = listed.flatMap((text) => text.split(/\s:\s/).slice(1));
  const texts = textsIn([allValue, ...listed, ...pairs, ...choices.flatMap(({ value }) => value)]);
  return [...new Set(texts.map((text) => text.trim()))].slice(0, MOST_VALUES);
}

function textsIn(values: readonly unknown[]): string[] {
  return values.filter((value) => typeof value === "string").filter((text) => text.trim() !== "");
}

/** Every text that stands under the key `expr`, and what lists of alerts ask without one. */
function expressionsIn(value: unknown, depth: number): string[] {
  if (depth > MAX_DEPTH) return [];
  if (Array.isArray(value)) return value.flatMap((one) => expressionsIn(one, depth + 1));
  if (!isJsonObject(value)) return [];
  const written = Object.entries(value).flatMap(([key, inner]) =>
    key === "expr" && typeof inner === "string" ? [inner] : expressionsIn(inner, depth + 1),
  );
  return value["type"] === "alertlist" ? [...written, ...alertExpressions(value["options"])] : written;
}

/** As the page asks: the alerts that its filter of labels leaves, and since when they are. */
function alertExpressions(options: unknown): string[] {
  const filter = isJsonObject(options) ? options["alertInstanceLabelFilter"] : undefined;
  const trimmed = typeof filter === "string" ? filter.trim() : "";
  const labels = trimmed === "" || trimmed.startsWith("{") ? trimmed : `{${trimmed}}`;
  return [`ALERTS${labels}`, `ALERTS_FOR_STATE${labels}`];
}
