import { isObject, type JsonObject, numberOf } from "../json.ts";

const CALCS = [
  ["min", "min", "Min"],
  ["max", "max", "Max"],
  ["avg", "mean", "Mean"],
  ["current", "lastNotNull", "Last *"],
  ["total", "sum", "Total"],
] as const;

/** The legend of a graph panel as `options.legend`. */
export function legendOfGraph(value: unknown): JsonObject {
  const legend = isObject(value) ? value : { show: value !== false };
  const calcs = legend["values"] === true ? CALCS.filter(([old]) => legend[old] === true).map(([, id]) => id) : [];
  const sortBy = CALCS.find(([old]) => old === legend["sort"])?.[2];
  const width = numberOf(legend["sideWidth"]);
  return {
    showLegend: legend["show"] !== false,
    displayMode: legend["alignAsTable"] === true ? "table" : "list",
    placement: legend["rightSide"] === true ? "right" : "bottom",
    calcs,
    ...(sortBy === undefined ? {} : { sortBy, sortDesc: legend["sortDesc"] !== false }),
    ...(width === undefined ? {} : { width }),
  };
}

const SORTS = ["none", "asc", "desc"];

/** The tooltip of a graph panel as `options.tooltip`. */
export function tooltipOfGraph(value: unknown): JsonObject {
  const tooltip = isObject(value) ? value : {};
  return {
    mode: tooltip["shared"] === false ? "single" : "multi",
    sort: SORTS[numberOf(tooltip["sort"]) ?? 0] ?? "none",
  };
}

/** Legends that were hidden by their display mode say so by `showLegend` (schema 37). */
export function showLegend(panel: JsonObject): JsonObject {
  const options = panel["options"];
  if (!isObject(options) || !isObject(options["legend"])) return panel;
  const legend = options["legend"];
  if (typeof legend["show"] === "boolean" && legend["displayMode"] === undefined) return panel;
  const isHidden = legend["displayMode"] === "hidden" || legend["showLegend"] === false;
  const shown = isHidden ? { ...legend, displayMode: "list", showLegend: false } : { ...legend, showLegend: true };
  return { ...panel, options: { ...options, legend: shown } };
}

/** `tooltipOptions` became `tooltip` (schema 30). */
export function nameTooltip(panel: JsonObject): JsonObject {
  const options = panel["options"];
  if (!isObject(options) || options["tooltipOptions"] === undefined || options["tooltip"] !== undefined) return panel;
  const { tooltipOptions, ...rest } = options;
  return { ...panel, options: { ...rest, tooltip: tooltipOptions } };
}
