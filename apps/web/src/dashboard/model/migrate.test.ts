import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type JsonObject, objectOf, objectsOf } from "./json.ts";
import { migrateToShow } from "./migrate.ts";
import { readDashboard } from "./read-dashboard.ts";

const panelsOf = (document: JsonObject) => objectsOf(migrateToShow(document)["panels"]);
const shown = (panel: JsonObject, schemaVersion = 18) => objectOf(panelsOf({ schemaVersion, panels: [panel] })[0]);

describe("a document that is brought to today's schema", () => {
  it("may be anything: nothing throws and the input stays as it is", () => {
    fc.assert(
      fc.property(
        fc.jsonValue(),
        fc.constantFrom("graph", "singlestat", "table-old", "heatmap", "text", "row"),
        (json, type) => {
          const panel = {
            ...objectOf(json),
            type,
            styles: json,
            seriesOverrides: json,
            yaxes: json,
            legend: json,
            links: json,
          };
          const document = { panels: [panel, json], rows: json, templating: { list: json }, services: json, nav: json };
          const before = JSON.stringify(document);

          readDashboard(migrateToShow(document));
          readDashboard(migrateToShow(json));

          expect(JSON.stringify(document)).toBe(before);
        },
      ),
    );
  });

  it("is not changed again when it comes a second time", () => {
    const once = migrateToShow({ rows: [{ panels: [{ type: "graph", stack: true }] }], refresh: false });

    expect(migrateToShow(once)).toEqual(once);
  });

  it("keeps what nobody knows", () => {
    const document = migrateToShow({
      schemaVersion: 14,
      x: { y: 1 },
      panels: [
        { type: "graph", mine: [1] },
        { type: "odd", z: 1 },
      ],
    });

    expect(document).toMatchObject({ x: { y: 1 }, panels: [{ mine: [1] }, { type: "odd", z: 1 }] });
  });

  it("says 41, or its own version when that is newer", () => {
    expect(migrateToShow({})["schemaVersion"]).toBe(41);
    expect(migrateToShow({ schemaVersion: 42 })["schemaVersion"]).toBe(42);
  });

  it("takes refresh false for off, and a shared crosshair for a shared cursor", () => {
    expect(migrateToShow({ refresh: false, sharedCrosshair: true })).toMatchObject({ refresh: "", graphTooltip: 1 });
  });

  it("drops times that nothing shows", () => {
    expect(migrateToShow({ timepicker: { time_options: ["5m"], nowDelay: "1m" } })).toMatchObject({
      timepicker: { nowDelay: "1m" },
    });
    expect(migrateToShow({ timepicker: { time_options: ["5m"] } })["timepicker"]).toEqual({});
  });

  it("drops copies that repeating left behind", () => {
    const panels = panelsOf({
      panels: [
        { id: 1, type: "stat" },
        { id: 2, type: "stat", repeatPanelId: 1 },
      ],
    });

    expect(panels.map(({ id }) => id)).toEqual([1]);
  });

  it("drops those within collapsed rows too", () => {
    const panels = panelsOf({ panels: [{ type: "row", panels: [{ id: 1 }, { id: 2, repeatPanelId: 1 }] }] });

    expect(panels[0]?.["panels"]).toEqual([{ id: 1 }]);
  });
});

describe("rows of an old document", () => {
  it("fill the grid from left to right and wrap", () => {
    const panels = panelsOf({
      rows: [
        {
          height: 380,
          panels: [
            { span: 6, type: "stat" },
            { span: 6, type: "stat" },
            { span: 3, type: "stat" },
          ],
        },
        { panels: [{ type: "stat" }] },
      ],
    });

    expect(panels.map(({ gridPos }) => gridPos)).toEqual([
      { x: 0, y: 0, w: 12, h: 10 },
      { x: 12, y: 0, w: 12, h: 10 },
      { x: 0, y: 10, w: 6, h: 10 },
      { x: 0, y: 20, w: 8, h: 7 },
    ]);
  });

  it("become row panels when one of them is collapsed, titled or repeated", () => {
    const panels = panelsOf({
      rows: [
        { title: "A", collapse: true, height: "100px", panels: [{ type: "stat" }] },
        { title: "B", repeat: "x", panels: [{ type: "text" }] },
        { title: "B", repeatIteration: 1, panels: [{ type: "text" }] },
      ],
    });

    expect(panels).toMatchObject([
      { type: "row", title: "A", collapsed: true, gridPos: { y: 0, h: 1 }, panels: [{ gridPos: { y: 1, h: 3 } }] },
      { type: "row", title: "B", repeat: "x", gridPos: { y: 1 } },
      { type: "text", gridPos: { y: 2 } },
    ]);
  });

  it("count no more once a document of schema 16 has panels", () => {
    const rows = [{ panels: [{ type: "text" }] }];

    expect(panelsOf({ schemaVersion: 39, rows, panels: [{ type: "stat" }] })).toHaveLength(1);
    expect(panelsOf({ schemaVersion: 14, rows, panels: [{ type: "stat" }] })).toHaveLength(2);
  });

  it("give the least width of a copy as how many stand side by side", () => {
    expect(shown({ type: "stat", minSpan: 6 })["maxPerRow"]).toBe(4);
  });
});

describe("variables of an older document", () => {
  const variableOf = (variable: JsonObject, schemaVersion = 18) =>
    objectsOf(objectOf(migrateToShow({ schemaVersion, templating: { list: [variable] } })["templating"])["list"])[0];

  it.each([
    [{ hideVariable: true }, { type: "query", hide: 2, refresh: 1 }],
    [
      { type: "query", hideLabel: true, refresh: true },
      { type: "query", hide: 1, refresh: 1 },
    ],
    [
      { type: "query", refresh: 2 },
      { type: "query", refresh: 2 },
    ],
    [
      { type: "constant", query: "x", hide: 2 },
      { type: "constant", query: "x", hide: 2, current: { text: "x", value: "x", selected: true } },
    ],
    [
      { type: "constant", query: "x" },
      { type: "textbox", query: "x", current: { text: "x", value: "x", selected: true } },
    ],
    [
      { type: "query", refresh: 1, options: [{ value: "old" }], useTags: true, tags: [], tagsQuery: "", mine: 1 },
      { type: "query", refresh: 1, options: [], mine: 1 },
    ],
  ])("%j becomes %j", (variable, modern) => {
    expect(variableOf(variable)).toEqual(modern);
  });

  it("stay as they are when the document is newer", () => {
    expect(variableOf({ type: "constant", query: "x" }, 30)).toEqual({ type: "constant", query: "x" });
  });
});
