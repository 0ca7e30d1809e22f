import { dashboardMessages } from "../../messages.ts";
import { isObject, type JsonObject, listOf, numberOf, objectOf, objectsOf, textOf, textsOf } from "../json.ts";
import { MIGRATION_NOTICES } from "../read-panel.ts";
import { axesOf, type GraphAxis, rightAxisProperties } from "./graph-axes.ts";
import { dataLinksOfGraph, drawingOfGraph, drawingProperties } from "./graph-draw.ts";
import { legendOfGraph, tooltipOfGraph } from "./old-legend.ts";
import { gridThresholds, thresholdsOfGraph } from "./old-thresholds.ts";

/** The old `graph` panel as the panel that draws the same: `timeseries`, `barchart` or `histogram`. */
export function modernGraph(panel: JsonObject): JsonObject {
  if (panel["type"] !== "graph" && panel["type"] !== "graphite") return panel;
  const type = TYPE_BY_X_AXIS.get(objectOf(panel["xaxis"])["mode"]) ?? "timeseries";
  const options = { legend: legendOfGraph(panel["legend"]), tooltip: tooltipOfGraph(panel["tooltip"]) };
  return {
    ...withoutKeys(panel, GRAPH_KEYS),
    type,
    options: type === "barchart" ? { ...options, ...barChartOptions(panel) } : options,
    fieldConfig: fieldConfigOfGraph(panel),
    ...(type === "barchart" ? { transformations: barChartTransformations(panel) } : {}),
    ...noticesOf(panel),
  };
}

const TYPE_BY_X_AXIS: ReadonlyMap<unknown, string> = new Map([
  ["series", "barchart"],
  ["histogram", "histogram"],
]);

const GRAPH_KEYS: ReadonlySet<string> = new Set(
  [
    "aliasColors bars dashes dashLength spaceLength fill fillGradient grid hiddenSeries leftYAxisLabel legend lines",
    "linewidth nullPointMode percentage pointradius points renderer rightYAxisLabel seriesOverrides stack steppedLine",
    "thresholds timeRegions tooltip x-axis xaxis y-axis y_format y2_format y_formats yaxes yaxis",
  ].flatMap((line) => line.split(" ")),
);

function withoutKeys(object: JsonObject, keys: ReadonlySet<string>): JsonObject {
  return Object.fromEntries(Object.entries(object).filter(([key]) => !keys.has(key)));
}

function fieldConfigOfGraph(panel: JsonObject): JsonObject {
  const own = objectOf(panel["fieldConfig"]);
  const [left, right] = axesOf(panel);
  const marks = thresholdsOfGraph([...objectsOf(panel["thresholds"]), ...gridThresholds(panel["grid"])]);
  const links = dataLinksOfGraph(panel);
  const decimals = numberOf(panel["decimals"]);
  return {
    defaults: {
      ...(decimals === undefined ? {} : { decimals }),
      color: { mode: "palette-classic" },
      ...objectOf(own["defaults"]),
      ...left.settings,
      ...(marks === undefined ? {} : { thresholds: marks.thresholds }),
      ...(links === undefined ? {} : { links }),
      custom: {
        ...drawingOfGraph(panel),
        axisPlacement: left.isShown ? "auto" : "hidden",
        ...left.custom,
        ...(marks === undefined ? {} : { thresholdsStyle: { mode: marks.style } }),
      },
    },
    overrides: [
      ...listOf(own["overrides"]),
      ...colorOverrides(panel["aliasColors"]),
      ...seriesOverrides(panel, right),
      ...unlisted(panel["legend"]),
      ...hiddenTimeAxis(panel),
    ],
  };
}

function colorOverrides(aliasColors: unknown): JsonObject[] {
  return Object.entries(objectOf(aliasColors)).flatMap(([alias, color]) =>
    typeof color === "string"
      ? [
          {
            matcher: { id: "byName", options: alias },
            properties: [{ id: "color", value: { mode: "fixed", fixedColor: color } }],
          },
        ]
      : [],
  );
}

/** `alias` is a series name, or `/re/`; schema 3 and before had the axes of series in `aliasYAxis`. */
function seriesOverrides(panel: JsonObject, right: GraphAxis): JsonObject[] {
  const older = Object.entries(objectOf(panel["aliasYAxis"])).map(([alias, yaxis]) => ({ alias, yaxis }));
  return [...older, ...objectsOf(panel["seriesOverrides"])].flatMap((override: JsonObject) => {
    const alias = textOf(override["alias"]);
    const onRight = override["yaxis"] === 2 ? rightAxisProperties(right) : [];
    const properties = [...drawingProperties(override), ...onRight];
    if (alias === "" || properties.length === 0) return [];
    return [{ matcher: { id: alias.startsWith("/") ? "byRegexp" : "byName", options: alias }, properties }];
  });
}

/** Series of nothing but gaps or zeros that the legend leaves out. */
function unlisted(legend: unknown): JsonObject[] {
  const { hideEmpty, hideZero } = objectOf(legend);
  const reducers = [...(hideEmpty === true ? ["allIsNull"] : []), ...(hideZero === true ? ["allIsZero"] : [])];
  return reducers.map((reducer) => ({
    matcher: { id: "byValue", options: { reducer, op: "gte", value: 0 } },
    properties: [{ id: "custom.hideFrom", value: { legend: true, tooltip: true, viz: false } }],
  }));
}

function hiddenTimeAxis(panel: JsonObject): JsonObject[] {
  if (objectOf(panel["xaxis"])["show"] !== false && panel["x-axis"] !== false) return [];
  return [
    { matcher: { id: "byType", options: "time" }, properties: [{ id: "custom.axisPlacement", value: "hidden" }] },
  ];
}

const REDUCERS: ReadonlyMap<string, string> = new Map([
  ["avg", "mean"],
  ["current", "lastNotNull"],
  ["total", "sum"],
]);

/** A graph over its series: one bar each, of the value that the axis named. */
function barChartTransformations(panel: JsonObject): unknown[] {
  const [value = "total"] = textsOf(objectOf(panel["xaxis"])["values"]);
  return [
    ...listOf(panel["transformations"]),
    { id: "reduce", options: { reducers: [REDUCERS.get(value) ?? value], mode: "seriesToRows" } },
  ];
}

function barChartOptions(panel: JsonObject): JsonObject {
  return { orientation: "auto", stacking: panel["stack"] === true ? "normal" : "none", showValue: "auto" };
}

function noticesOf(panel: JsonObject): JsonObject {
  const regions = objectsOf(panel["timeRegions"]).length > 0;
  const alert = isObject(panel["alert"]);
  const notices = [
    ...(regions ? [dashboardMessages.panel.noTimeRegions] : []),
    ...(alert ? [dashboardMessages.panel.noAlertRule] : []),
  ];
  return notices.length === 0 ? {} : { [MIGRATION_NOTICES]: notices };
}
