import { type JsonObject, numberOf, objectOf, textOf } from "../json.ts";

/** How a graph panel draws, as `fieldConfig.defaults.custom`. Its own defaults: lines of 1 px over a fill of 10 %. */
export function drawingOfGraph(panel: JsonObject): JsonObject {
  const style = drawStyle(panel);
  const hasPoints = panel["points"] === true;
  return {
    drawStyle: style,
    lineWidth: numberOf(panel["linewidth"]) ?? 1,
    fillOpacity: style === "bars" ? 100 : fillOpacity(panel["fill"] ?? 1),
    gradientMode: (numberOf(panel["fillGradient"]) ?? 0) > 0 ? "opacity" : "none",
    lineInterpolation: panel["steppedLine"] === true ? "stepAfter" : "linear",
    showPoints: style === "line" && !hasPoints ? "never" : "always",
    pointSize: pointSize(panel["pointradius"] ?? 2),
    stacking: { mode: stackMode(panel), group: "A" },
    ...lineStyle(panel),
    ...nullValues(panel["nullPointMode"]),
  };
}

function drawStyle({ bars, lines, points }: JsonObject): string {
  if (bars === true) return "bars";
  return lines === false && points === true ? "points" : "line";
}

/** Fills were 0 to 10. */
function fillOpacity(fill: unknown): number {
  return Math.min(100, Math.max(0, (numberOf(fill) ?? 1) * 10));
}

/** Points were given by their radius. */
function pointSize(radius: unknown): number {
  return 2 + 2 * (numberOf(radius) ?? 2);
}

function stackMode({ stack, percentage }: JsonObject): string {
  if (stack !== true) return "none";
  return percentage === true ? "percent" : "normal";
}

function lineStyle({ dashes, dashLength, spaceLength }: JsonObject): JsonObject {
  if (dashes !== true) return {};
  return { lineStyle: { fill: "dash", dash: [numberOf(dashLength) ?? 10, numberOf(spaceLength) ?? 10] } };
}

/** `nullValueMode` is no option of today's panel: fields that have it show zero where there is no value. */
function nullValues(mode: unknown): JsonObject {
  if (mode === "connected") return { spanNulls: true };
  return mode === "null as zero" ? { nullValueMode: "null as zero" } : {};
}

/** The links on points of a graph panel. */
export function dataLinksOfGraph(panel: JsonObject): unknown {
  const links = objectOf(panel["options"])["dataLinks"];
  return Array.isArray(links) && links.length > 0 ? links : undefined;
}

/** What a series override changes in the drawing, as properties of an override. */
export function drawingProperties(override: JsonObject): JsonObject[] {
  const properties: [string, unknown][] = [];
  for (const [key, write] of SERIES_KEYS) {
    if (override[key] !== undefined && override[key] !== null) properties.push(...write(override[key], override));
  }
  return properties.map(([id, value]) => ({ id, value }));
}

type Write = (value: unknown, override: JsonObject) => readonly [string, unknown][];

const SERIES_KEYS: ReadonlyMap<string, Write> = new Map<string, Write>([
  [
    "bars",
    (value) =>
      value === true
        ? [
            ["custom.drawStyle", "bars"],
            ["custom.fillOpacity", 100],
          ]
        : [["custom.drawStyle", "line"]],
  ],
  ["lines", (value, { points, bars }) => linesProperties(value === true, points === true, bars === true)],
  [
    "points",
    (value, { lines }) => (lines === false ? [] : [["custom.showPoints", value === true ? "always" : "never"]]),
  ],
  ["pointradius", (value) => [["custom.pointSize", pointSize(value)]]],
  ["fill", (value) => [["custom.fillOpacity", fillOpacity(value)]]],
  ["fillGradient", (value) => ((numberOf(value) ?? 0) > 0 ? [["custom.gradientMode", "opacity"]] : [])],
  ["fillBelowTo", (value) => [["custom.fillBelowTo", textOf(value)]]],
  ["linewidth", (value) => [["custom.lineWidth", numberOf(value) ?? 1]]],
  ["steppedLine", (value) => [["custom.lineInterpolation", value === true ? "stepAfter" : "linear"]]],
  ["stack", (value) => [["custom.stacking", stackingOf(value)]]],
  ["transform", (value) => (value === "negative-Y" ? [["custom.transform", "negative-Y"]] : [])],
  ["dashes", (_, override) => Object.entries(lineStyle(override)).map(([id, style]) => [`custom.${id}`, style])],
  ["nullPointMode", (value) => Object.entries(nullValues(value)).map(([id, mode]) => [`custom.${id}`, mode])],
  ["color", (value) => [["color", { mode: "fixed", fixedColor: textOf(value) }]]],
  ["legend", (value) => (value === false ? [["custom.hideFrom", { legend: true, tooltip: false, viz: false }]] : [])],
  [
    "hiddenSeries",
    (value) => (value === true ? [["custom.hideFrom", { legend: false, tooltip: true, viz: true }]] : []),
  ],
]);

function linesProperties(hasLines: boolean, hasPoints: boolean, hasBars: boolean): readonly [string, unknown][] {
  if (hasBars) return [];
  if (hasLines) return [["custom.drawStyle", "line"]];
  return hasPoints ? [["custom.drawStyle", "points"]] : [["custom.lineWidth", 0]];
}

function stackingOf(value: unknown): JsonObject {
  if (value === false) return { mode: "none", group: "A" };
  return { mode: "normal", group: typeof value === "string" ? value : "A" };
}
