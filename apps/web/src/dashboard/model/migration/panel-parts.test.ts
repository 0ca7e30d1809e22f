import { describe, expect, it } from "vitest";
import { type JsonObject, objectOf, objectsOf } from "../json.ts";
import { migrateToShow } from "../migrate.ts";

function shown(panel: JsonObject, schemaVersion = 18): JsonObject {
  return objectOf(objectsOf(migrateToShow({ schemaVersion, panels: [panel] })["panels"])[0]);
}

describe("parts of older panels", () => {
  it("mappings by number become mappings by kind, in overrides too", () => {
    const mappings = [
      { type: 1, value: "0", text: "down" },
      { type: 2, from: "1", to: "5", text: "some" },
      { type: "value", options: {} },
    ];

    const { fieldConfig } = shown({
      type: "stat",
      fieldConfig: { defaults: { mappings }, overrides: [{ properties: [{ id: "mappings", value: mappings }] }] },
    });

    const modern = [
      { type: "value", options: { 0: { text: "down" } } },
      { type: "range", options: { from: 1, to: 5, result: { text: "some" } } },
      { type: "value", options: {} },
    ];
    expect(fieldConfig).toEqual({
      defaults: { mappings: modern },
      overrides: [{ properties: [{ id: "mappings", value: modern }] }],
    });
  });

  it("mappings by number have the colour that their text reaches, where it is a number", () => {
    const thresholds = {
      steps: [
        { value: null, color: "green" },
        { value: 50, color: "red" },
      ],
    };
    const mappings = [
      { type: 1, value: "a", text: "70" },
      { type: 2, from: "1", to: "5", text: "7 or so" },
      { type: 1, value: "null", text: "N/A" },
    ];

    expect(shown({ type: "stat", fieldConfig: { defaults: { mappings, thresholds } } })).toMatchObject({
      fieldConfig: {
        defaults: {
          mappings: [
            { options: { a: { text: "70", color: "red" } } },
            { options: { result: { text: "7 or so", color: "green" } } },
            { options: { match: "null", result: { text: "N/A" } } },
          ],
        },
      },
    });
  });

  it("a table of time series says what it shows of each query", () => {
    const transformations = [{ id: "timeSeriesTable", options: { refIdToStat: { A: "mean" } } }];

    expect(shown({ type: "table", transformations }, 38)["transformations"]).toEqual([
      { id: "timeSeriesTable", options: { A: { stat: "mean" } } },
    ]);
  });

  it.each([
    [{ displayMode: "hidden" }, { displayMode: "list", showLegend: false }],
    [
      { displayMode: "table", showLegend: false },
      { displayMode: "list", showLegend: false },
    ],
    [{ displayMode: "table" }, { displayMode: "table", showLegend: true }],
  ])("the legend %j becomes %j", (legend, modern) => {
    expect(shown({ type: "timeseries", options: { legend } }, 30)["options"]).toEqual({ legend: modern });
  });

  it("field options of gauges become field config", () => {
    expect(
      shown({
        type: "gauge",
        options: {
          fieldOptions: {
            calcs: ["mean"],
            defaults: {
              unit: "percent",
              title: "$__series_name",
              thresholds: [
                { value: null, color: "green" },
                { value: 5, color: "red" },
              ],
            },
          },
        },
      }),
    ).toMatchObject({
      options: { reduceOptions: { calcs: ["mean"] } },
      fieldConfig: {
        defaults: {
          unit: "percent",
          displayName: `\${__series.name}`,
          thresholds: { mode: "absolute", steps: [{}, { value: 5 }] },
        },
      },
    });
    expect(
      shown({
        type: "gauge",
        "options-gauge": {
          maxValue: 9,
          valueOptions: { stat: "max", unit: "s" },
          thresholds: [
            { value: 5, color: "b" },
            { value: null, color: "a" },
          ],
        },
      }),
    ).toMatchObject({
      options: { reduceOptions: { calcs: ["max"] } },
      fieldConfig: { defaults: { unit: "s", max: 9, thresholds: { steps: [{ color: "a" }, { color: "b" }] } } },
    });
  });

  it("a text beside the options moves into them", () => {
    expect(shown({ type: "text", mode: "html", content: "<b>x</b>" })["options"]).toEqual({
      mode: "html",
      content: "<b>x</b>",
    });
    expect(shown({ type: "text2", options: { mode: "markdown", content: "x" } })).toMatchObject({
      type: "text",
      options: { content: "x" },
    });
  });

  it("links by dashboard name get an address", () => {
    expect(
      shown({
        type: "stat",
        links: [{ type: "dashboard", dashboard: "My Board", keepTime: true, includeVars: true, params: "a=1" }],
      })["links"],
    ).toEqual([
      { title: "", url: `/dashboard/db/my-board?\${__url_time_range}&\${__all_variables}&a=1`, targetBlank: false },
    ]);
  });

  it("a hidden value axis does not hide the time axis", () => {
    const panel = {
      type: "timeseries",
      fieldConfig: { defaults: { custom: { axisPlacement: "hidden" } }, overrides: [] },
    };

    expect(objectOf(shown(panel, 34)["fieldConfig"])["overrides"]).toHaveLength(1);
    expect(objectOf(shown(panel, 36)["fieldConfig"])["overrides"]).toHaveLength(0);
  });

  it("an old heatmap keeps its colours and its axis", () => {
    expect(
      shown({
        type: "heatmap",
        dataFormat: "tsbuckets",
        color: { mode: "spectrum", colorScheme: "interpolateBlues" },
        yAxis: { format: "s" },
        yBucketBound: "upper",
      })["options"],
    ).toMatchObject({
      calculate: false,
      color: { mode: "scheme", scheme: "Blues" },
      yAxis: { unit: "s" },
      rowsFrame: { layout: "le" },
    });
  });
});
