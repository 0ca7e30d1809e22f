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

describe("an old single value", () => {
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
  ])("%j becomes %j", (variable, modern) => {
    expect(variableOf(variable)).toEqual(modern);
  });

  it("stay as they are when the document is newer", () => {
    expect(variableOf({ type: "constant", query: "x" }, 30)).toEqual({ type: "constant", query: "x" });
  });
});
