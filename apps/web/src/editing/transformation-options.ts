import { type JsonObject, objectOf } from "../dashboard/model/json.ts";
import type { Choice, DocumentOption } from "./document-option.ts";
import { editingMessages } from "./messages.ts";
import { CALCULATION_CHOICES } from "./panel-options.ts";

const { transformation: texts } = editingMessages;

const choicesOf = (labels: Readonly<Record<string, string>>): readonly Choice[] =>
  Object.entries(labels).map(([id, label]) => ({ id, label }));

const text = (label: string, path: readonly string[], example?: string): DocumentOption => ({
  label,
  path: ["options", ...path],
  control: example === undefined ? { as: "text" } : { as: "text", example },
});
const field = (label: string, path: readonly string[], example?: string): DocumentOption => ({
  label,
  path: ["options", ...path],
  control: example === undefined ? { as: "field" } : { as: "field", example },
});
const on = (label: string, path: readonly string[]): DocumentOption => ({
  label,
  path: ["options", ...path],
  control: { as: "switch" },
});
const pick = (label: string, path: readonly string[], labels: Readonly<Record<string, string>>): DocumentOption => ({
  label,
  path: ["options", ...path],
  control: { as: "choice", choices: choicesOf(labels) },
});
const calculation = (path: readonly string[], isList: boolean): DocumentOption => ({
  label: texts.calculation,
  path: ["options", ...path],
  control: { as: "choice", choices: CALCULATION_CHOICES, isList },
});

/** The options of a transformation and what a new one begins with. */
interface TransformationKind {
  readonly fresh?: JsonObject;
  /** @param queries - letters of those that have an answer */
  readonly options: (transformation: JsonObject, queries: readonly string[]) => readonly DocumentOption[];
}

const none = () => [];

const KINDS: ReadonlyMap<string, TransformationKind> = new Map<string, TransformationKind>([
  [
    "reduce",
    {
      fresh: { reducers: ["lastNotNull"], mode: "seriesToRows" },
      options: () => [
        pick(texts.mode, ["mode"], texts.reduceModes),
        calculation(["reducers"], true),
        on(texts.labels, ["labelsToFields"]),
      ],
    },
  ],
  ["merge", { options: none }],
  [
    "joinByField",
    {
      options: () => [field(texts.joinBy, ["byField"], "Time"), pick(texts.mode, ["mode"], texts.joinModes)],
    },
  ],
  [
    "filterFieldsByName",
    {
      options: () => [
        {
          label: texts.names,
          path: ["options", "include", "names"],
          control: { as: "list", hint: editingMessages.settings.listHint },
        },
        text(texts.pattern, ["include", "pattern"], "/cpu.*/"),
      ],
    },
  ],
  ["filterByRefId", { options: () => [text(texts.queries, ["include"], "A|B")] }],
  [
    "filterByValue",
    {
      fresh: {
        type: "include",
        match: "any",
        filters: [{ fieldName: "", config: { id: "greater", options: { value: 0 } } }],
      },
      options: () => [
        pick(texts.mode, ["type"], texts.filterTypes),
        field(texts.field, ["filters", "0", "fieldName"], "Value"),
        pick(texts.test, ["filters", "0", "config", "id"], texts.tests),
        {
          label: texts.value,
          path: ["options", "filters", "0", "config", "options", "value"],
          control: { as: "number" },
        },
      ],
    },
  ],
  [
    "sortBy",
    {
      fresh: { sort: [{ field: "", desc: false }] },
      options: () => [field(texts.field, ["sort", "0", "field"], "Time"), on(texts.falling, ["sort", "0", "desc"])],
    },
  ],
  [
    "limit",
    {
      fresh: { limitField: 10 },
      options: () => [{ label: texts.rows, path: ["options", "limitField"], control: { as: "number", min: 1 } }],
    },
  ],
  [
    "renameByRegex",
    {
      options: () => [
        text(texts.pattern, ["regex"], "/(.*)_total/"),
        text(texts.renamed, ["renamePattern"], "$1"), // what people write for the first group
      ],
    },
  ],
  [
    "labelsToFields",
    {
      options: () => [
        pick(texts.mode, ["mode"], texts.labelModes),
        {
          label: texts.keptLabels,
          path: ["options", "keepLabels"],
          control: { as: "list", hint: editingMessages.settings.listHint },
        },
        text(texts.valueLabel, ["valueLabel"], "le"),
      ],
    },
  ],
  [
    "calculateField",
    {
      fresh: { mode: "binary", binary: { left: "", operator: "+", right: "" } },
      options: ({ options }) => [
        pick(texts.mode, ["mode"], texts.calculateModes),
        ...(isBinary(options)
          ? [
              field(texts.left, ["binary", "left"], "A"),
              pick(texts.operator, ["binary", "operator"], { "+": "+", "-": "−", "*": "×", "/": "÷" }),
              field(texts.right, ["binary", "right"], "100"),
            ]
          : [calculation(["reduce", "reducer"], false)]),
        text(texts.alias, ["alias"]),
        on(texts.replace, ["replaceFields"]),
      ],
    },
  ],
  [
    "convertFieldType",
    {
      fresh: { conversions: [{ targetField: "", destinationType: "number" }] },
      options: () => [
        field(texts.field, ["conversions", "0", "targetField"]),
        pick(texts.type, ["conversions", "0", "destinationType"], editingMessages.override.types),
      ],
    },
  ],
  [
    "groupingToMatrix",
    {
      options: () => [
        field(texts.column, ["columnField"], "Time"),
        field(texts.row, ["rowField"], "Time"),
        field(texts.cell, ["valueField"], "Value"),
      ],
    },
  ],
  [
    "formatTime",
    {
      fresh: { timeField: "Time", outputFormat: "YYYY-MM-DD HH:mm:ss" },
      options: () => [
        field(texts.field, ["timeField"], "Time"),
        text(texts.letters, ["outputFormat"], "YYYY-MM-DD HH:mm:ss"),
        text(texts.zone, ["timezone"], "Europe/Berlin"),
      ],
    },
  ],
  [
    "extractFields",
    {
      fresh: { source: "", format: "auto" },
      options: ({ options }) => [
        field(texts.source, ["source"]),
        pick(texts.format, ["format"], texts.extractFormats),
        ...extractOptions(objectOf(options)["format"]),
        on(texts.replace, ["replace"]),
        ...(objectOf(options)["replace"] === true ? [on(texts.keepTime, ["keepTime"])] : []),
      ],
    },
  ],
  [
    "partitionByValues",
    {
      fresh: { fields: [] },
      options: ({ options }) => [
        {
          label: texts.partitionBy,
          path: ["options", "fields"],
          control: { as: "list", hint: editingMessages.settings.listHint },
        },
        on(texts.keepFields, ["keepFields"]),
        {
          label: texts.asLabels,
          path: ["options", "naming", "asLabels"],
          control: { as: "switch", isOnUnlessSaid: true },
        },
        ...(objectOf(objectOf(options)["naming"])["asLabels"] === false
          ? [on(texts.withNames, ["naming", "withNames"])]
          : []),
      ],
    },
  ],
  [
    "transpose",
    {
      options: () => [
        text(texts.firstName, ["firstFieldName"], "Field"),
        text(texts.restName, ["restFieldsName"], "Value"),
      ],
    },
  ],
  [
    "configFromData",
    {
      fresh: { configRefId: "B", applyTo: { id: "numeric" }, mappings: [] },
      options: ({ options }) => [
        text(texts.configQuery, ["configRefId"], "B"),
        pick(texts.applyTo, ["applyTo", "id"], texts.appliedTo),
        ...appliedToOptions(objectOf(objectOf(options)["applyTo"])["id"]),
      ],
    },
  ],
  [
    "timeSeriesTable",
    {
      options: (_, queries) =>
        queries.map((refId) => ({
          label: texts.calculationOf(refId),
          path: ["options", refId, "stat"],
          control: { as: "choice", choices: CALCULATION_CHOICES },
        })),
    },
  ],
  // Their options are about each field: `UsedFields`, `FieldRules`.
  ["rowsToFields", { fresh: { mappings: [] }, options: none }],
  ["organize", { options: none }],
  ["groupBy", { fresh: { fields: {} }, options: none }],
  ["prepareTimeSeries", { fresh: { format: "multi" }, options: () => [pick(texts.format, ["format"], texts.formats)] }],
  ["seriesToRows", { options: none }],
  ["concatenate", { options: none }],
]);

/** The paths of JSON have a list of their own: `JsonPathList`. */
function extractOptions(format: unknown): readonly DocumentOption[] {
  if (format === "regexp") return [text(texts.pattern, ["regExp"], "/(?<path>\\S+) (?<code>\\d+)/")];
  if (format === "delimiter") return [text(texts.delimiter, ["delimiter"], ",")];
  return [];
}

function appliedToOptions(matcher: unknown): readonly DocumentOption[] {
  if (matcher === "byName") return [field(editingMessages.override.name, ["applyTo", "options"])];
  if (matcher === "byRegexp") return [text(texts.pattern, ["applyTo", "options"], "/cpu.*/")];
  return matcher === "byFrameRefID" ? [text(editingMessages.override.query, ["applyTo", "options"], "A")] : [];
}

function isBinary(options: unknown): boolean {
  return typeof options === "object" && options !== null && "mode" in options && options.mode === "binary";
}

export const TRANSFORMATION_CHOICES: readonly Choice[] = [...KINDS.keys()].map((id) => ({
  id,
  label: nameOfTransformation(id),
}));

/** As people know it; one that is set up in the document alone has its own name. */
export function nameOfTransformation(id: string): string {
  const names: Readonly<Record<string, string>> = texts.kinds;
  return Object.hasOwn(names, id) ? (names[id] ?? id) : id;
}

export function freshTransformation(id: string): JsonObject {
  return { id, options: KINDS.get(id)?.fresh ?? {} };
}

/** `undefined` for one that is set up in the document alone. */
export function transformationOptions(
  id: string,
  transformation: JsonObject,
  queries: readonly string[],
): readonly DocumentOption[] | undefined {
  return KINDS.get(id)?.options(transformation, queries);
}
