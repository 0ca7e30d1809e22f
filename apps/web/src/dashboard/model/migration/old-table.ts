import { isObject, type JsonObject, listOf, numberOf, objectOf, objectsOf, textOf } from "../json.ts";
import { mappingsOfMaps } from "./old-mappings.ts";
import { thresholdsOfText } from "./old-thresholds.ts";

/** The old table, told by its `styles`, as the table of today. */
export function modernTable(panel: JsonObject): JsonObject {
  const isOld = panel["type"] === "table-old" || (panel["type"] === "table" && Array.isArray(panel["styles"]));
  if (!isOld) return panel;
  const { styles, columns, transform, sort, pageSize, showHeader, fontSize, scroll, ...rest } = panel;
  const written = objectsOf(styles);
  const own = objectOf(panel["fieldConfig"]);
  const general = written.find(({ pattern }) => pattern === "/.*/");
  return {
    ...rest,
    type: "table",
    options: {
      ...objectOf(panel["options"]),
      showHeader: showHeader !== false,
      ...sortOptions(sort, objectsOf(columns)),
    },
    transformations: [...transformationsOf(transform, objectsOf(columns)), ...listOf(panel["transformations"])],
    fieldConfig: {
      defaults: { ...objectOf(own["defaults"]), ...(general === undefined ? {} : settingsOf(general)) },
      overrides: [...written.filter((style) => style !== general).map(overrideOf), ...listOf(own["overrides"])],
    },
  };
}

function settingsOf(style: JsonObject): JsonObject {
  const settings: Record<string, unknown> = {};
  const custom: Record<string, unknown> = {};
  for (const { id, value } of propertiesOf(style)) {
    if (id.startsWith("custom.")) custom[id.slice("custom.".length)] = value;
    else settings[id] = value;
  }
  return { ...settings, custom };
}

function overrideOf(style: JsonObject): JsonObject {
  const pattern = textOf(style["pattern"]);
  return {
    matcher: { id: /^\/.*\/[a-z]*$/s.test(pattern) ? "byRegexp" : "byName", options: pattern },
    properties: propertiesOf(style),
  };
}

interface Property {
  readonly id: string;
  readonly value: unknown;
}

function propertiesOf(style: JsonObject): Property[] {
  const alias = textOf(style["alias"]);
  const align = textOf(style["align"]);
  return [
    ...(alias === "" ? [] : [{ id: "displayName", value: alias }]),
    ...(align === "" || align === "auto" ? [] : [{ id: "custom.align", value: align }]),
    ...valueProperties(style),
    ...colorProperties(style),
    ...linkProperties(style),
  ];
}

function valueProperties(style: JsonObject): Property[] {
  const decimals = numberOf(style["decimals"]);
  const mappings = mappingsOfMaps(style);
  switch (style["type"]) {
    case "hidden":
      return [{ id: "custom.hidden", value: true }];
    case "date":
      return [{ id: "unit", value: `time:${textOf(style["dateFormat"], "YYYY-MM-DD HH:mm:ss")}` }];
    case "number":
      return [
        { id: "unit", value: textOf(style["unit"], "short") },
        ...(decimals === undefined ? [] : [{ id: "decimals", value: decimals }]),
      ];
    default:
      return mappings.length === 0 ? [] : [{ id: "mappings", value: mappings }];
  }
}

const CELLS: ReadonlyMap<unknown, JsonObject> = new Map<unknown, JsonObject>([
  ["cell", { type: "color-background", mode: "basic" }],
  ["row", { type: "color-background", mode: "basic", applyToRow: true }],
  ["value", { type: "color-text" }],
]);

function colorProperties(style: JsonObject): Property[] {
  const cell = CELLS.get(style["colorMode"]);
  const thresholds = thresholdsOfText(style["thresholds"], style["colors"]);
  if (cell === undefined) return [];
  return [
    { id: "custom.cellOptions", value: cell },
    ...(thresholds === undefined ? [] : [{ id: "thresholds", value: thresholds }]),
  ];
}

/** Old cells spoke of `$__cell`, and of others of their row by number. */
function linkProperties({ link, linkUrl, linkTooltip, linkTargetBlank }: JsonObject): Property[] {
  if (link !== true || typeof linkUrl !== "string") return [];
  const url = linkUrl
    .replaceAll(
      /\$\{__cell_(\d+)(:\w+)?\}|\$__cell_(\d+)/g,
      (_, braced, __, bare) => `\${__data.fields[${braced ?? bare}]}`,
    )
    .replaceAll(/\$\{__cell(:\w+)?\}|\$__cell\b/g, () => `\${__value.text}`);
  const title = textOf(linkTooltip);
  return [{ id: "links", value: [{ title, url, targetBlank: linkTargetBlank === true }] }];
}

const TRANSFORMS: ReadonlyMap<unknown, JsonObject> = new Map<unknown, JsonObject>([
  ["timeseries_to_columns", { id: "joinByField", options: { byField: "Time", mode: "outer" } }],
  ["timeseries_to_rows", { id: "seriesToRows", options: {} }],
  ["table", { id: "merge", options: {} }],
]);

const REDUCERS: ReadonlyMap<unknown, string> = new Map([
  ["avg", "mean"],
  ["current", "lastNotNull"],
  ["total", "sum"],
]);

function transformationsOf(transform: unknown, columns: readonly JsonObject[]): JsonObject[] {
  if (transform === "timeseries_aggregations") {
    const reducers = columns.map(({ value }) => REDUCERS.get(value) ?? textOf(value)).filter((id) => id !== "");
    return [{ id: "reduce", options: { reducers, mode: "seriesToRows" } }];
  }
  const known = TRANSFORMS.get(transform);
  return known === undefined ? [] : [known];
}

/** The column was a number, counted from the left. */
function sortOptions(sort: unknown, columns: readonly JsonObject[]): JsonObject {
  if (!isObject(sort)) return {};
  const column = columns[numberOf(sort["col"]) ?? -1];
  const displayName = textOf(column?.["text"]);
  return displayName === "" ? {} : { sortBy: [{ displayName, desc: sort["desc"] === true }] };
}
