import { describe, expect, it } from "vitest";
import { type JsonObject, objectOf, objectsOf } from "../json.ts";
import { migrateToShow } from "../migrate.ts";

function shown(panel: JsonObject, schemaVersion = 18): JsonObject {
  return objectOf(objectsOf(migrateToShow({ schemaVersion, panels: [panel] })["panels"])[0]);
}

describe("an old single value", () => {
  it("that its thresholds do not colour keeps the colour of its course", () => {
    const sparkline = { show: true, lineColor: "rgb(182, 182, 182)" };
    const colorOf = (more: JsonObject) =>
      objectOf(objectOf(shown({ type: "singlestat", sparkline, ...more })["fieldConfig"])["defaults"])["color"];

    expect(colorOf({ colorValue: false })).toEqual({ mode: "fixed", fixedColor: "rgb(182, 182, 182)" });
    expect(colorOf({ colorValue: true })).toEqual({ mode: "thresholds" });
    expect(colorOf({ sparkline: { ...sparkline, show: false } })).toEqual({ mode: "thresholds" });
  });

  it("becomes a stat with the same value, colours and mappings", () => {
    expect(
      shown({
        type: "singlestat",
        format: "s",
        valueName: "current",
        thresholds: "10,20",
        colors: ["a", "b", "c"],
        colorBackground: true,
        sparkline: { show: true },
        mappingType: 1,
        valueMaps: [
          { op: "=", value: "null", text: "N/A" },
          { op: "=", value: "1", text: "up" },
        ],
      }),
    ).toMatchObject({
      type: "stat",
      options: {
        reduceOptions: { calcs: ["lastNotNull"] },
        colorMode: "background",
        graphMode: "area",
        textMode: "value",
      },
      fieldConfig: {
        defaults: {
          unit: "s",
          thresholds: {
            steps: [
              { value: null, color: "a" },
              { value: 10, color: "b" },
              { value: 20, color: "c" },
            ],
          },
          mappings: [
            { type: "special", options: { match: "null", result: { text: "N/A" } } },
            { type: "value", options: { 1: { text: "up" } } },
          ],
        },
      },
    });
  });

  it.each([
    [8, "0,50,80", [50, 80]],
    [8, "50,80", [50, 80]],
    [9, "0,50,80", [0, 50, 80]],
  ])("of schema %i has of the thresholds %j those that say something", (schemaVersion, thresholds, values) => {
    const { steps } = Object(shown({ type: "singlestat", thresholds }, schemaVersion)["fieldConfig"]).defaults
      .thresholds;

    expect(objectsOf(steps).map(({ value }) => value)).toEqual([null, ...values]);
  });

  it("that showed a gauge becomes one, with its limits", () => {
    expect(
      shown({ type: "singlestat", gauge: { show: true, minValue: 0, maxValue: 5, thresholdMarkers: true } }),
    ).toMatchObject({
      type: "gauge",
      options: { reduceOptions: { calcs: ["mean"] }, showThresholdMarkers: true },
      fieldConfig: { defaults: { min: 0, max: 5 } },
    });
  });

  it("keeps the text behind the number when it has no unit", () => {
    expect(shown({ type: "singlestat", format: "none", postfix: " pods" })).toMatchObject({
      fieldConfig: { defaults: { unit: "suffix:pods" } },
    });
  });
});

describe("an old table", () => {
  it("has its styles as overrides", () => {
    expect(
      shown({
        type: "table",
        styles: [
          { pattern: "Time", type: "date", alias: "When" },
          {
            pattern: "/Value.*/",
            type: "number",
            unit: "bytes",
            decimals: 1,
            colorMode: "cell",
            thresholds: ["1", "2"],
            colors: ["a", "b", "c"],
          },
          { pattern: "__name__", type: "hidden" },
          { pattern: "pod", type: "string", link: true, linkUrl: `/x?a=\${__cell}&b=$__cell_2`, linkTooltip: "go" },
        ],
        transform: "table",
      }),
    ).toMatchObject({
      type: "table",
      transformations: [{ id: "merge" }],
      fieldConfig: {
        overrides: [
          {
            matcher: { id: "byName", options: "Time" },
            properties: [
              { id: "displayName", value: "When" },
              { id: "unit", value: "time:YYYY-MM-DD HH:mm:ss" },
            ],
          },
          {
            matcher: { id: "byRegexp", options: "/Value.*/" },
            properties: [
              { id: "unit", value: "bytes" },
              { id: "decimals", value: 1 },
              { id: "custom.cellOptions", value: { type: "color-background", mode: "basic" } },
              {
                id: "thresholds",
                value: {
                  steps: [
                    { value: null, color: "a" },
                    { value: 1, color: "b" },
                    { value: 2, color: "c" },
                  ],
                },
              },
            ],
          },
          { properties: [{ id: "custom.hidden", value: true }] },
          {
            properties: [
              { id: "links", value: [{ title: "go", url: `/x?a=\${__value.text}&b=\${__data.fields[2]}` }] },
            ],
          },
        ],
      },
    });
  });

  it.each([
    [9, [50, 80]],
    [10, [0, 50, 80]],
  ])("of schema %i has the thresholds that say something", (schemaVersion, values) => {
    const styles = [{ pattern: "a", type: "number", colorMode: "cell", thresholds: ["0", "50", "80"] }];
    const [override] = objectsOf(objectOf(shown({ type: "table", styles }, schemaVersion)["fieldConfig"])["overrides"]);
    const found = objectsOf(override?.["properties"]).find(({ id }) => id === "thresholds");

    expect(objectsOf(objectOf(found?.["value"])["steps"]).map(({ value }) => value)).toEqual([null, ...values]);
  });

  it("of schema 37 has its display modes as cell options", () => {
    expect(
      shown(
        {
          type: "table",
          fieldConfig: {
            defaults: { custom: { displayMode: "lcd-gauge", align: "left" } },
            overrides: [
              {
                matcher: { id: "byName", options: "x" },
                properties: [{ id: "custom.displayMode", value: "color-background-solid" }],
              },
            ],
          },
        },
        37,
      ),
    ).toMatchObject({
      fieldConfig: {
        defaults: { custom: { cellOptions: { type: "gauge", mode: "lcd" }, align: "left" } },
        overrides: [{ properties: [{ id: "custom.cellOptions", value: { type: "color-background", mode: "basic" } }] }],
      },
    });
  });
});
