import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { readDashboard } from "./read-dashboard.ts";

const panelsOf = (...panels: unknown[]) => readDashboard({ panels }).panels;

describe("a dashboard document", () => {
  it("that is empty is a dashboard of the last six hours without panels", () => {
    const dashboard = readDashboard({});

    expect(dashboard).toMatchObject({
      title: "",
      panels: [],
      refresh: "",
      time: { from: "now-6h", to: "now" },
      cursorSync: "off",
      isEditable: true,
      variables: [],
    });
  });

  it("of any shape is read without a throw", () => {
    fc.assert(
      fc.property(fc.anything(), fc.jsonValue(), (anything, json) => {
        readDashboard(anything);
        readDashboard({ panels: json, templating: { list: json }, links: json, annotations: { list: json } });
        readDashboard({
          panels: [json, { type: "row", panels: [json, anything] }, { targets: json, fieldConfig: json }],
        });
      }),
    );
  });

  it("with refresh false does not refresh", () => {
    expect(readDashboard({ refresh: false }).refresh).toBe("");
  });

  it("gives panels without an id, or with a taken one, ids of their own", () => {
    const panels = panelsOf({ type: "stat", id: 3 }, { type: "stat", id: 3 }, { type: "row", panels: [{ id: 3 }, {}] });

    const ids = panels.flatMap((panel) => [
      panel.id,
      ...(panel.kind === "row" ? panel.panels.map(({ id }) => id) : []),
    ]);
    expect(ids[0]).toBe(3);
    expect(new Set(ids).size).toBe(5);
  });
});

describe("a panel document", () => {
  it.each([
    ["prom", { uid: "prom" }],
    ["default", {}],
    [null, {}],
    [
      { type: "prometheus", uid: "$ds" },
      { type: "prometheus", uid: "$ds" },
    ],
    [{ type: "prometheus", uid: null }, { type: "prometheus" }],
  ])("with data source %j asks %j", (datasource, ref) => {
    expect(panelsOf({ datasource })[0]).toMatchObject({ datasource: ref });
  });

  it("names queries without a refId by the letters that are free", () => {
    const [panel] = panelsOf({ targets: [{ refId: "B" }, {}, { refId: "B" }, { refId: "A" }] });

    expect(panel).toMatchObject({ targets: [{ refId: "B" }, { refId: "C" }, { refId: "D" }, { refId: "A" }] });
  });

  it("takes the format of a query as a number too", () => {
    const [panel] = panelsOf({ targets: [{ format: 1 }, { format: "heatmap" }, { format: 3 }] });

    expect(panel).toMatchObject({
      targets: [{ format: "table" }, { format: "heatmap" }, { format: "time_series" }],
    });
  });

  it("keeps its place within the 24 columns", () => {
    expect(panelsOf({ gridPos: { x: 20, y: -1, w: 40, h: 0 } })[0]).toMatchObject({
      gridPos: { x: 0, y: 0, w: 24, h: 1 },
    });
    expect(panelsOf({})[0]).toMatchObject({ gridPos: undefined });
  });

  it("has thresholds that begin at minus infinity, also when the document leaves that out", () => {
    const [panel] = panelsOf({
      fieldConfig: {
        defaults: {
          thresholds: {
            steps: [
              { value: 80, color: "red" },
              { value: 50, color: "orange" },
            ],
          },
        },
      },
    });

    expect(panel).toMatchObject({
      fieldConfig: {
        defaults: {
          thresholds: {
            mode: "absolute",
            steps: [{ from: Number.NEGATIVE_INFINITY }, { from: 50, color: "orange" }, { from: 80, color: "red" }],
          },
        },
      },
    });
  });

  it("reads the four kinds of value mappings and passes over others", () => {
    const [panel] = panelsOf({
      fieldConfig: {
        defaults: {
          mappings: [
            { type: "value", options: { 1: { text: "up", color: "green", index: 0 } } },
            { type: "range", options: { from: null, to: 5, result: { text: "low" } } },
            { type: "regex", options: { pattern: "/a/", result: { text: "A" } } },
            { type: "special", options: { match: "null", result: { text: "none" } } },
            { type: "special", options: { match: "odd", result: {} } },
            { type: 9 },
          ],
        },
      },
    });

    const mappings = panel?.kind === "panel" ? panel.fieldConfig.defaults.mappings : [];
    expect(mappings?.map(({ kind }) => kind)).toEqual(["value", "range", "regex", "special"]);
    expect(mappings?.[1]).toMatchObject({ from: Number.NEGATIVE_INFINITY, to: 5, result: { text: "low" } });
  });
});

describe("the variables of a document", () => {
  it("are those that have a name, the first of each", () => {
    const { variables } = readDashboard({ templating: { list: [{ name: "a", label: "1" }, {}, { name: "a" }, 7] } });

    expect(variables.map(({ name, label }) => [name, label])).toEqual([["a", "1"]]);
  });
});
