import type { DataSource } from "../../api/data-sources.ts";
import { isObject, type JsonObject } from "../../dashboard/model/json.ts";
import type { Choice, DocumentOption } from "../document-option.ts";
import { editingMessages } from "../messages.ts";

const texts = editingMessages.settings;

const choicesOf = (labels: Readonly<Record<string, string>>): readonly Choice[] =>
  Object.entries(labels).map(([id, label]) => ({ id, label }));

/** What a dashboard is called, for everybody who looks for it. */
export const NAME_OPTIONS: readonly DocumentOption[] = [
  { label: texts.name, path: ["title"], control: { as: "text" } },
  { label: texts.description, path: ["description"], control: { as: "text" } },
  { label: texts.tags, path: ["tags"], control: { as: "list", hint: texts.listHint } },
];

/** What a dashboard is, for everybody who sees it. */
export const GENERAL_OPTIONS: readonly DocumentOption[] = [
  ...NAME_OPTIONS,
  {
    label: texts.cursor,
    path: ["graphTooltip"],
    control: { as: "choice", choices: choicesOf(texts.cursors), isNumber: true },
  },
  { label: texts.isEditable, path: ["editable"], control: { as: "switch", isOnUnlessSaid: true } },
  { label: texts.preload, path: ["preload"], control: { as: "switch" } },
];

/** Which time it shows at first, and how often anew. */
export const SPAN_OPTIONS: readonly DocumentOption[] = [
  { label: texts.from, path: ["time", "from"], control: { as: "text", example: "now-6h" } },
  { label: texts.to, path: ["time", "to"], control: { as: "text", example: "now" } },
  { label: texts.refresh, path: ["refresh"], control: { as: "text", example: "30s" } },
];

export const TIME_OPTIONS: readonly DocumentOption[] = [
  ...SPAN_OPTIONS,
  {
    label: texts.intervals,
    path: ["timepicker", "refresh_intervals"],
    control: { as: "list", hint: texts.intervalsHint },
  },
  { label: texts.zone, path: ["timezone"], control: { as: "text", hint: texts.zoneHint } },
  { label: texts.nowDelay, path: ["timepicker", "nowDelay"], control: { as: "text", example: "1m" } },
  { label: texts.weekStart, path: ["weekStart"], control: { as: "choice", choices: choicesOf(texts.weekStarts) } },
  {
    label: texts.fiscalStart,
    path: ["fiscalYearStartMonth"],
    control: { as: "choice", choices: texts.months.map((label, at) => ({ id: String(at), label })), isNumber: true },
  },
  { label: texts.hidePicker, path: ["timepicker", "hidden"], control: { as: "switch" } },
];

const asSource = ({ uid, name }: DataSource): Choice => ({ id: uid, label: name });

/** The options of a variable, by its type. */
export function variableOptions(variable: JsonObject, sources: readonly DataSource[]): readonly DocumentOption[] {
  const type = String(variable["type"]);
  return [
    { label: texts.variable.name, path: ["name"], control: { as: "text", hint: texts.variable.nameHint } },
    { label: texts.variable.type, path: ["type"], control: { as: "choice", choices: choicesOf(texts.variable.types) } },
    { label: texts.variable.label, path: ["label"], control: { as: "text" } },
    {
      label: texts.variable.hide,
      path: ["hide"],
      control: { as: "choice", choices: choicesOf(texts.variable.hides), isNumber: true },
    },
    ...ownOptions(type, variable, sources),
    ...(MANY.has(type) ? manyOptions : []),
  ];
}

/** Types of which several values can be chosen. */
const MANY: ReadonlySet<string> = new Set(["query", "custom", "datasource"]);

const manyOptions: readonly DocumentOption[] = [
  { label: texts.variable.multi, path: ["multi"], control: { as: "switch" } },
  { label: texts.variable.includeAll, path: ["includeAll"], control: { as: "switch" } },
  { label: texts.variable.allValue, path: ["allValue"], control: { as: "text", example: ".*" } },
];

function ownOptions(type: string, variable: JsonObject, sources: readonly DataSource[]): readonly DocumentOption[] {
  switch (type) {
    case "query":
      return [
        {
          label: texts.source,
          path: ["datasource", "uid"],
          control: { as: "choice", choices: [{ id: "", label: texts.defaultSource }, ...sources.map(asSource)] },
        },
        {
          label: texts.variable.query,
          path: isObject(variable["query"]) ? ["query", "query"] : ["query"],
          control: { as: "text", example: "label_values(up, job)" },
        },
        { label: texts.variable.regex, path: ["regex"], control: { as: "text", hint: texts.variable.regexHint } },
        {
          label: texts.variable.sort,
          path: ["sort"],
          control: { as: "choice", choices: choicesOf(texts.variable.sorts), isNumber: true },
        },
        {
          label: texts.variable.refresh,
          path: ["refresh"],
          control: { as: "choice", choices: choicesOf(texts.variable.refreshes), isNumber: true },
        },
      ];
    case "datasource":
      return [
        { label: texts.variable.sourceType, path: ["query"], control: { as: "text", example: "prometheus" } },
        { label: texts.variable.regex, path: ["regex"], control: { as: "text", hint: texts.variable.regexHint } },
      ];
    case "adhoc":
      return [];
    default:
      return [
        { label: texts.variable.values, path: ["query"], control: { as: "text", example: EXAMPLES.get(type) ?? "" } },
      ];
  }
}

const EXAMPLES: ReadonlyMap<string, string> = new Map([
  ["custom", "eu, us, Asia : ap"],
  ["interval", "1m, 5m, 1h"],
]);

export const NEW_VARIABLE: JsonObject = { type: "query", name: "job", query: "label_values(up, job)", refresh: 1 };

/** Events of queries; what reads events that another server keeps has none here, and can only be named and removed. */
export function annotationOptions(annotation: JsonObject, sources: readonly DataSource[]): readonly DocumentOption[] {
  const isAsked = annotation["builtIn"] !== 1 && typeof annotation["expr"] === "string";
  const { annotation: words } = texts;
  return [
    { label: words.name, path: ["name"], control: { as: "text" } },
    { label: words.isOn, path: ["enable"], control: { as: "switch", isOnUnlessSaid: true } },
    { label: words.isHidden, path: ["hide"], control: { as: "switch" } },
    {
      label: words.color,
      path: ["iconColor"],
      control: { as: "color" },
    },
    ...(isAsked
      ? ([
          {
            label: texts.source,
            path: ["datasource", "uid"],
            control: { as: "choice", choices: [{ id: "", label: texts.defaultSource }, ...sources.map(asSource)] },
          },
          { label: words.expr, path: ["expr"], control: { as: "text", hint: words.exprHint } },
          { label: words.step, path: ["step"], control: { as: "text", example: "60s" } },
          { label: words.titleFormat, path: ["titleFormat"], control: { as: "text", example: "{{app}} {{version}}" } },
          { label: words.textFormat, path: ["textFormat"], control: { as: "text" } },
          { label: words.tagKeys, path: ["tagKeys"], control: { as: "text", hint: words.tagKeysHint } },
        ] as const)
      : []),
  ];
}

export const NEW_ANNOTATION: JsonObject = {
  name: "Changes",
  enable: true,
  iconColor: "purple",
  expr: "changes(up[2m])",
};

export function linkOptions(link: JsonObject): readonly DocumentOption[] {
  const { link: words } = texts;
  const isList = link["type"] === "dashboards";
  return [
    { label: words.type, path: ["type"], control: { as: "choice", choices: choicesOf(words.types) } },
    { label: words.title, path: ["title"], control: { as: "text" } },
    isList
      ? { label: texts.tags, path: ["tags"], control: { as: "list", hint: texts.listHint } }
      : { label: words.url, path: ["url"], control: { as: "text", example: "https://" } },
    { label: words.keepTime, path: ["keepTime"], control: { as: "switch" } },
    { label: words.includeVars, path: ["includeVars"], control: { as: "switch" } },
    { label: words.newTab, path: ["targetBlank"], control: { as: "switch" } },
  ];
}

export const NEW_LINK: JsonObject = { type: "link", title: "Link", url: "/dashboards", tags: [] };
