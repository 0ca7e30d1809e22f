import { describe, expect, it } from "vitest";
import { type JsonObject, objectOf, objectsOf } from "../json.ts";
import { migrateToShow } from "../migrate.ts";
import { readDashboard } from "../read-dashboard.ts";

function shown(panel: JsonObject, schemaVersion = 18): JsonObject {
  return objectOf(objectsOf(migrateToShow({ schemaVersion, panels: [panel] })["panels"])[0]);
}

describe("an old graph", () => {
  const fieldsOf = (graph: JsonObject) =>
    objectOf(objectOf(shown({ type: "graph", ...graph })["fieldConfig"])["defaults"]);
  const drawnWith = (graph: JsonObject) => fieldsOf(graph)["custom"];

  it.each([
    [{}, { drawStyle: "line", fillOpacity: 10, lineWidth: 1, showPoints: "never" }],
    [
      { bars: true, lines: false },
      { drawStyle: "bars", fillOpacity: 100 },
    ],
    [
      { lines: false, points: true, pointradius: 1 },
      { drawStyle: "points", pointSize: 4 },
    ],
    [
      { fill: 3, linewidth: 2, steppedLine: true },
      { fillOpacity: 30, lineWidth: 2, lineInterpolation: "stepAfter" },
    ],
    [{ stack: true }, { stacking: { mode: "normal", group: "A" } }],
    [{ stack: true, percentage: true }, { stacking: { mode: "percent" } }],
    [{ nullPointMode: "connected" }, { spanNulls: true }],
    [{ nullPointMode: "null as zero" }, { nullValueMode: "null as zero" }],
    [{ dashes: true, dashLength: 4, spaceLength: 2 }, { lineStyle: { fill: "dash", dash: [4, 2] } }],
    [{ yaxes: [{ show: false }] }, { axisPlacement: "hidden" }],
    [{ yaxes: [{ logBase: 10, label: "B" }] }, { scaleDistribution: { type: "log", log: 10 }, axisLabel: "B" }],
  ])("with %j draws with %j", (graph, custom) => {
    expect(drawnWith(graph)).toMatchObject(custom);
  });

  it("takes unit, limits and decimals from its left axis, of any age", () => {
    expect(fieldsOf({ yaxes: [{ format: "bytes", min: "0", max: null, decimals: 1 }, {}] })).toMatchObject({
      unit: "bytes",
      min: 0,
      decimals: 1,
    });
    expect(fieldsOf({ y_formats: ["ms", "short"], grid: { leftMin: 5 } })).toMatchObject({ unit: "ms", min: 5 });
  });

  it("keeps its thresholds as steps, lines and areas", () => {
    const thresholds = [
      { value: 90, op: "gt", fill: true, line: true, colorMode: "critical" },
      { value: 50, op: "gt", fill: true, colorMode: "custom", fillColor: "#abcdef" },
    ];

    expect(fieldsOf({ thresholds })).toMatchObject({
      thresholds: {
        steps: [
          { value: null, color: "transparent" },
          { value: 50, color: "#abcdef" },
          { value: 90, color: "red" },
        ],
      },
      custom: { thresholdsStyle: { mode: "line+area" } },
    });
    expect(fieldsOf({ grid: { threshold1: 3, threshold1Color: "red", thresholdLine: true } })).toMatchObject({
      thresholds: { steps: [{ value: null }, { value: 3, color: "red" }] },
      custom: { thresholdsStyle: { mode: "line" } },
    });
  });

  it("colours the space below a threshold that marks what is lower", () => {
    expect(fieldsOf({ thresholds: [{ value: 5, op: "lt", line: true, colorMode: "critical" }] })).toMatchObject({
      thresholds: {
        steps: [
          { value: null, color: "red" },
          { value: 5, color: "transparent" },
        ],
      },
    });
  });

  it("keeps series overrides, colours and the right axis", () => {
    const { overrides } = objectOf(
      shown({
        type: "graph",
        aliasColors: { up: "green" },
        yaxes: [{}, { format: "percent", max: 100 }],
        seriesOverrides: [
          { alias: "/err.*/", yaxis: 2, lines: false, points: true },
          { alias: "limit", fill: 0, dashes: true, stack: false, color: "#f00", legend: false },
          { alias: "empty" },
        ],
      })["fieldConfig"],
    );

    expect(overrides).toEqual([
      {
        matcher: { id: "byName", options: "up" },
        properties: [{ id: "color", value: { mode: "fixed", fixedColor: "green" } }],
      },
      {
        matcher: { id: "byRegexp", options: "/err.*/" },
        properties: [
          { id: "custom.drawStyle", value: "points" },
          { id: "custom.axisPlacement", value: "right" },
          { id: "custom.axisLabel", value: "" },
          { id: "unit", value: "percent" },
          { id: "max", value: 100 },
        ],
      },
      {
        matcher: { id: "byName", options: "limit" },
        properties: [
          { id: "custom.fillOpacity", value: 0 },
          { id: "custom.stacking", value: { mode: "none", group: "A" } },
          { id: "custom.lineStyle", value: { fill: "dash", dash: [10, 10] } },
          { id: "color", value: { mode: "fixed", fixedColor: "#f00" } },
          { id: "custom.hideFrom", value: { legend: true, tooltip: false, viz: false } },
        ],
      },
    ]);
  });

  it("keeps its legend and its tooltip", () => {
    const { options } = shown({
      type: "graph",
      legend: {
        show: true,
        values: true,
        max: true,
        avg: true,
        current: true,
        alignAsTable: true,
        rightSide: true,
        sort: "max",
        sortDesc: true,
      },
      tooltip: { shared: true, sort: 2 },
    });

    expect(options).toEqual({
      legend: {
        showLegend: true,
        displayMode: "table",
        placement: "right",
        calcs: ["max", "mean", "lastNotNull"],
        sortBy: "Max",
        sortDesc: true,
      },
      tooltip: { mode: "multi", sort: "desc" },
    });
  });

  it("leaves series of gaps or zeros out of its legend when it did so", () => {
    const { fieldConfig } = shown({ type: "graph", legend: { show: true, hideEmpty: true, hideZero: true } });

    expect(objectOf(fieldConfig)["overrides"]).toMatchObject(
      ["allIsNull", "allIsZero"].map((reducer) => ({
        matcher: { id: "byValue", options: { reducer } },
        properties: [{ id: "custom.hideFrom", value: { legend: true, viz: false } }],
      })),
    );
  });

  it("over series is a bar chart of the value that the axis named", () => {
    expect(shown({ type: "graph", xaxis: { mode: "series", values: ["current"] } })).toMatchObject({
      type: "barchart",
      transformations: [{ id: "reduce", options: { reducers: ["lastNotNull"] } }],
    });
  });

  it("says what of it is not shown", () => {
    const dashboard = readDashboard(
      migrateToShow({ panels: [{ type: "graph", timeRegions: [{ op: "time" }], alert: {} }] }),
    );

    expect(dashboard.panels[0]).toMatchObject({
      notices: [expect.stringContaining("times of day"), expect.stringContaining("alert")],
    });
  });
});
