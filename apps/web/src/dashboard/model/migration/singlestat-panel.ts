import { type JsonObject, listOf, numberOf, objectOf, textOf } from "../json.ts";
import { mappingsOfMaps } from "./old-mappings.ts";
import { thresholdsOfText } from "./old-thresholds.ts";

const REDUCERS: ReadonlyMap<unknown, string> = new Map([
  ["avg", "mean"],
  ["mean", "mean"],
  ["current", "lastNotNull"],
  ["total", "sum"],
  ["min", "min"],
  ["max", "max"],
  ["first", "firstNotNull"],
  ["delta", "delta"],
  ["diff", "diff"],
  ["range", "range"],
]);

const TYPES: ReadonlySet<unknown> = new Set(["singlestat", "grafana-singlestat-panel"]);

/** The old `singlestat` panel as `stat`, or as `gauge` when it showed one. */
export function modernSinglestat(panel: JsonObject): JsonObject {
  if (!TYPES.has(panel["type"])) return panel;
  const isGauge = objectOf(panel["gauge"])["show"] === true;
  const { gauge: _, ...rest } = panel;
  return {
    ...rest,
    type: isGauge ? "gauge" : "stat",
    options: { ...objectOf(panel["options"]), ...(isGauge ? gaugeOptions(panel) : statOptions(panel)) },
    fieldConfig: {
      ...objectOf(panel["fieldConfig"]),
      defaults: { ...objectOf(objectOf(panel["fieldConfig"])["defaults"]), ...settingsOf(panel, isGauge) },
      overrides: listOf(objectOf(panel["fieldConfig"])["overrides"]),
    },
  };
}

function reduceOptions(panel: JsonObject): JsonObject {
  const column = textOf(panel["tableColumn"]);
  return {
    values: false,
    calcs: [REDUCERS.get(panel["valueName"]) ?? (panel["valueName"] === undefined ? "mean" : "lastNotNull")],
    fields: column === "" ? "" : `/^${column.replaceAll(/[\\^$.*+?()[\]{}|/]/g, String.raw`\$&`)}$/`,
  };
}

function statOptions(panel: JsonObject): JsonObject {
  return {
    reduceOptions: reduceOptions(panel),
    orientation: "horizontal",
    colorMode: colorMode(panel),
    graphMode: objectOf(panel["sparkline"])["show"] === true ? "area" : "none",
    justifyMode: "auto",
    textMode: panel["valueName"] === "name" ? "name" : "value",
  };
}

function colorMode(panel: JsonObject): string {
  if (panel["colorBackground"] === true) return "background";
  return panel["colorValue"] === true ? "value" : "none";
}

function gaugeOptions(panel: JsonObject): JsonObject {
  const { thresholdMarkers, thresholdLabels } = objectOf(panel["gauge"]);
  return {
    reduceOptions: reduceOptions(panel),
    showThresholdMarkers: thresholdMarkers !== false,
    showThresholdLabels: thresholdLabels === true,
  };
}

function settingsOf(panel: JsonObject, isGauge: boolean): JsonObject {
  const thresholds = thresholdsOfText(panel["thresholds"], panel["colors"]);
  const mappings = mappingsOfMaps(panel);
  const decimals = numberOf(panel["decimals"]);
  const noValue = textOf(panel["nullText"]);
  const { minValue, maxValue } = objectOf(panel["gauge"]);
  return {
    unit: unitOf(panel),
    color: colorOf(panel, isGauge),
    ...(thresholds === undefined ? {} : { thresholds }),
    ...(mappings.length === 0 ? {} : { mappings }),
    ...(decimals === undefined ? {} : { decimals }),
    ...(noValue === "" ? {} : { noValue }),
    ...(isGauge ? { min: numberOf(minValue) ?? 0, max: numberOf(maxValue) ?? 100 } : {}),
  };
}

/** The course of a value that its thresholds do not colour has a colour of its own. */
function colorOf(panel: JsonObject, isGauge: boolean): JsonObject {
  const { show, lineColor } = objectOf(panel["sparkline"]);
  const isColored = isGauge || colorMode(panel) !== "none";
  if (isColored || show !== true || typeof lineColor !== "string") return { mode: "thresholds" };
  return { mode: "fixed", fixedColor: lineColor };
}

/** A text before or behind the number takes the place of a unit that says nothing. */
function unitOf(panel: JsonObject): string {
  const format = textOf(panel["format"], "none");
  if (format !== "none" && format !== "short") return format;
  const suffix = textOf(panel["postfix"]).trim();
  if (suffix !== "") return `suffix:${suffix}`;
  const prefix = textOf(panel["prefix"]).trim();
  return prefix === "" ? format : `prefix:${prefix}`;
}
