import { describe, expect, it } from "vitest";
import type { DataSource } from "../../api/data-sources.ts";
import type { Panel } from "../model/dashboard-document.ts";
import { readDashboard } from "../model/read-dashboard.ts";
import { EMPTY_SCOPE, type Scope } from "../model/variable/interpolate.ts";
import { variableOf } from "../model/variable/variable.ts";
import { panelQueries } from "./panel-queries.ts";

const HOUR = 3_600_000;
const span = { from: 10 * HOUR, to: 11 * HOUR };
const clock = { now: span.to, timeZone: "UTC", weekStart: 1, fiscalYearStartMonth: 0 };
const sources: DataSource[] = [
  { uid: "vedette", name: "Vedette", type: "prometheus", url: "", isDefault: true, readOnly: true },
  { uid: "prom", name: "Prometheus", type: "prometheus", url: "http://prom", isDefault: false, readOnly: false },
];

const context = { span, clock, sources, scope: EMPTY_SCOPE, width: 600, panels: [] };

function aPanel(json: object): Panel {
  const [panel] = readDashboard({ panels: [{ id: 1, type: "timeseries", ...json }] }).panels;
  if (panel?.kind !== "panel") throw new TypeError("no panel");
  return panel;
}

function queriesOf(json: object, more: { scope?: Scope; width?: number; panels?: Panel[] } = {}) {
  return panelQueries(aPanel(json), { span, clock, sources, scope: EMPTY_SCOPE, width: 600, panels: [], ...more });
}

function callOf(json: object, more: { scope?: Scope; width?: number } = {}): Record<string, string | undefined> {
  const [query] = queriesOf(json, more).queries;
  return { base: query?.call.base, path: query?.call.path, ...Object.fromEntries(query?.call.parameters ?? []) };
}

function withVariable(name: string, value: string, more: object = {}): Scope {
  const variable = variableOf({ name, type: "custom", ...more });
  return { ...EMPTY_SCOPE, variables: new Map([[name, { variable, options: [], chosen: [value] }]]) };
}

describe("the queries of a panel", () => {
  it("ask the built-in store for as many points as pixels, on whole steps", () => {
    expect(callOf({ targets: [{ expr: "up" }] })).toEqual({
      base: "/prometheus",
      path: "query_range",
      query: "up",
      start: "36000",
      end: "39600",
      step: "15",
    });
  });

  it("that sum up others are asked as one, also where the others are hidden", () => {
    const parts = [
      { refId: "A", expr: "max(errors) or vector(0)", hide: true },
      { refId: "B", expr: "sum(requests)", hide: true },
    ];
    const asked = (expression: string) =>
      callOf({ targets: [...parts, { refId: "C", type: "math", expression, datasource: { type: "__expr__" } }] });

    // biome-ignore lint/suspicious/noTemplateCurlyInString: what people write into dashboards
    expect(asked("$A * 10 + ${B} ** 2")).toMatchObject({
      base: "/prometheus",
      query: "(max(errors) or vector(0)) * 10 + (sum(requests)) ^ 2",
    });
    expect(asked("abs($A) > 1")).toMatchObject({ query: "abs((max(errors) or vector(0))) > bool 1" });
  });

  it("say of an expression that cannot be asked why, unless it is hidden", () => {
    const targets = (more: object) => [
      { refId: "A", expr: "up", hide: true, datasource: { uid: "prom" } },
      { refId: "B", expr: "up", hide: true, datasource: { uid: "vedette" } },
      { refId: "C", datasource: { type: "__expr__" }, ...more },
    ];
    const panel = (more: object) => queriesOf({ datasource: { uid: "-- Mixed --" }, targets: targets(more) }).notices;

    expect(panel({ type: "sql", expression: "SELECT 1" })).toEqual([
      "The expression C cannot be worked out here: sql.",
    ]);
    expect(panel({ type: "math", expression: "$A + $B" })).toEqual([
      "The expression C is of queries to different data sources.",
    ]);
    expect(panel({ type: "sql", expression: "SELECT 1", hide: true })).toEqual([]);
  });

  it("reduce, compare and join what others of the panel ask, once at the end of the range", () => {
    const targets = [
      { refId: "A", expr: "errors", hide: true },
      { refId: "B", type: "reduce", expression: "A", reducer: "max", hide: true },
      { refId: "C", type: "threshold", expression: "B", conditions: [{ evaluator: { type: "gt", params: [3] } }] },
    ];

    expect(callOf({ targets })).toMatchObject({
      path: "query",
      query: "(max_over_time((errors)[$__range:15s] @ end())) > bool 3",
    });
    expect(queriesOf({ targets }).queries[0]?.query).toMatchObject({ legendFormat: "__auto", name: "C" });
  });

  it.each(["$A + $Z", "is_nan($A)", "$A; drop", '"x"', "$A && 1"])("are not made of a sum like %j", (expression) => {
    const targets = [
      { refId: "A", expr: "up", hide: true },
      { refId: "C", type: "math", expression, datasource: { type: "__expr__" } },
    ];

    expect(queriesOf({ targets }).queries).toEqual([]);
  });

  it.each([
    [{ interval: "1m" }, {}, "60"],
    [{}, { interval: "2m" }, "120"],
    [{}, { intervalFactor: 4 }, "60"],
    [{ maxDataPoints: 10 }, {}, "300"],
  ])("of a panel with %j and a target with %j have a step of %s s", (panel, target, step) => {
    expect(callOf({ ...panel, targets: [{ expr: "up", ...target }] })).toMatchObject({ step });
  });

  it("know the step and the rate interval that fits it", () => {
    const call = callOf({ targets: [{ expr: "rate(a[$__rate_interval]) + b[$__interval]", interval: "30s" }] });

    expect(call["query"]).toBe("rate(a[2m]) + b[30s]");
  });

  it("take the scrape interval of the data source where the panel names none", () => {
    const slow = sources.map((source) => ({ ...source, jsonData: { timeInterval: "60s" } }));
    const asked = (json: object) => panelQueries(aPanel(json), { ...context, sources: slow }).queries[0];
    const target = { expr: "rate(a[$__rate_interval])" };

    expect(asked({ targets: [target] })?.query).toMatchObject({ expr: "rate(a[4m])", step: 60_000 });
    expect(asked({ interval: "2m", targets: [target] })?.query).toMatchObject({ expr: "rate(a[8m])", step: 120_000 });
    expect(asked({ targets: [target] })?.wider).toBeUndefined();
  });

  it.each([
    ["$__rate_interval", 60_000, "rate(a[75s])"],
    [`\${__interval}`, 15_000, "rate(a[1m])"],
  ])("take %s as minimum step", (interval, step, expr) => {
    const { queries } = queriesOf({ targets: [{ expr: "rate(a[$__rate_interval])", interval }] });

    expect(queries[0]?.query).toMatchObject({ step, expr });
  });

  it("have a wider form for samples that are a minute apart, unless something says how far apart they are", () => {
    const widerOf = (json: object) => queriesOf(json).queries[0]?.wider?.query.expr;
    const target = { expr: "rate(a[$__rate_interval])" };

    expect(widerOf({ targets: [target] })).toBe("rate(a[4m])");
    expect(widerOf({ targets: [target], interval: "15s" })).toBeUndefined();
    expect(widerOf({ targets: [{ expr: "rate(a[5m])" }] })).toBeUndefined();
  });

  it("begin days by the clock of the dashboard's zone", () => {
    const day = 24 * HOUR;
    const newYork = { ...clock, timeZone: "America/New_York" };
    const to = Date.parse("2026-11-29T12:00:00-05:00");
    const week = { from: to - 7 * day, to };
    const panel = aPanel({ interval: "1d", targets: [{ expr: "a" }] });
    const { queries } = panelQueries(panel, { ...context, clock: newYork, span: week });
    const parameters = Object.fromEntries(queries[0]?.call.parameters ?? []);

    expect(new Date(Number(parameters["start"]) * 1000).toISOString()).toBe("2026-11-22T05:00:00.000Z");
    expect(new Date(Number(parameters["end"]) * 1000).toISOString()).toBe("2026-11-29T05:00:00.000Z");
  });

  it.each([
    [undefined, "/prometheus"],
    [null, "/prometheus"],
    ["prom", "/api/datasources/proxy/uid/prom"],
    ["Prometheus", "/api/datasources/proxy/uid/prom"],
    [{ type: "prometheus", uid: "prom" }, "/api/datasources/proxy/uid/prom"],
    [{ type: "prometheus", uid: `\${ds}` }, "/api/datasources/proxy/uid/prom"],
    [{ uid: "$DS_NOBODY_FILLED" }, "/prometheus"],
  ])("with data source %j go to %s", (datasource, base) => {
    const scope = withVariable("ds", "prom");

    expect(callOf({ datasource, targets: [{ expr: "up" }] }, { scope })).toMatchObject({ base });
  });

  it("of a data source that is not here go to the default one, and say so", () => {
    const { queries, notices } = queriesOf({
      datasource: { type: "prometheus", uid: "P123" },
      targets: [{ expr: "up" }],
    });

    expect(queries[0]?.call.base).toBe("/prometheus");
    expect(notices).toEqual(["The data source P123 is not here; Vedette is asked instead."]);
  });

  it("of another kind of data source are not asked, and say why", () => {
    expect(queriesOf({ datasource: { type: "loki", uid: "x" }, targets: [{ expr: "{}" }] })).toMatchObject({
      queries: [],
      notices: ["No data source of type “loki” is available."],
    });
  });

  it.each([
    [{ type: "yesoreyeram-infinity-datasource", uid: "x" }, { url: "http://x" }, "No data source of type"],
    [{ type: "mysql", uid: "m" }, { rawSql: "select 1" }, "No data source of type “mysql” is available."],
    [{ type: "elasticsearch", uid: "e" }, { query: "*" }, "No data source of type"],
    [{ type: "grafana-testdata-datasource", uid: "t" }, { scenarioId: "random_walk" }, "No data source of type"],
    [{ type: "prometheus", uid: "prom" }, { query: "up" }, "Query A has no PromQL expression"],
    [undefined, { rawSql: "select 1" }, "Query A has no PromQL expression"],
  ])("of %j without PromQL, such as %j, have the reason", (datasource, target, notice) => {
    const { queries, notices } = queriesOf({ datasource, targets: [{ refId: "A", ...target }] });

    expect(queries).toEqual([]);
    expect(notices).toEqual([expect.stringContaining(notice)]);
  });

  it("with a saved table, or nothing at all, need no reason", () => {
    const table = { scenarioId: "csv_content", csvContent: "a,b" };
    const source = { type: "prometheus", uid: "prom" };

    expect(queriesOf({ datasource: source, targets: [table] }).notices).toEqual([]);
    expect(queriesOf({ datasource: source, targets: [{ refId: "A", expr: "" }] }).notices).toEqual([]);
  });

  it("of a list of alerts include whether the data source has alerting rules", () => {
    const { queries } = queriesOf({ type: "alertlist", datasource: { uid: "prom" } });

    expect(queries.filter(({ query }) => query.format === "rules").map(({ call }) => call)).toEqual([
      { base: "/api/datasources/proxy/uid/prom", path: "rules", parameters: [["type", "alert"]] },
    ]);
  });

  it("say that a label is compared with several values as if it were one", () => {
    const variable = variableOf({ name: "job", type: "custom", multi: true });
    const scope = { ...EMPTY_SCOPE, variables: new Map([["job", { variable, options: [], chosen: ["a", "b"] }]]) };
    const noticesOf = (expr: string) => queriesOf({ targets: [{ refId: "A", expr }] }, { scope }).notices;

    expect(noticesOf('up{job="$job"}')).toEqual([expect.stringContaining("has several values")]);
    expect(noticesOf('up{job=~"$job"}')).toEqual([]);
  });

  it("are not run without the filters that were chosen for them", () => {
    const variable = variableOf({ name: "f", type: "adhoc" });
    const scope = (addMatchers: NonNullable<Scope["addMatchers"]>): Scope => ({
      ...EMPTY_SCOPE,
      addMatchers,
      variables: new Map([["f", { variable, options: [], chosen: ["user.id|=|ada"] }]]),
    });
    const targets = [{ refId: "A", expr: "up" }];

    expect(queriesOf({ targets }, { scope: scope(() => undefined) })).toMatchObject({
      queries: [],
      notices: ["Query A is not run: the filters cannot be added to it."],
    });
    const { queries } = queriesOf({ targets }, { scope: scope((expr, [filter]) => `${expr}{${filter?.key}}`) });
    expect(queries[0]?.query.expr).toBe("up{user.id}");
  });

  it("each go to their own data source in a mixed panel", () => {
    const { queries } = queriesOf({
      datasource: { uid: "-- Mixed --" },
      targets: [
        { expr: "a", datasource: { uid: "prom" } },
        { expr: "b", datasource: { uid: "vedette" } },
      ],
    });

    expect(queries.map(({ call }) => call.base)).toEqual(["/api/datasources/proxy/uid/prom", "/prometheus"]);
  });

  it("are those of another panel where a panel shows its results", () => {
    const other = { ...aPanel({ targets: [{ expr: "other" }] }), id: 7 };
    const { queries } = queriesOf(
      { datasource: { uid: "-- Dashboard --" }, targets: [{ panelId: 7 }] },
      { panels: [other] },
    );

    expect(queries.map(({ query }) => query.expr)).toEqual(["other"]);
  });

  it("of another panel are asked where that panel asks them", () => {
    const targets = [{ expr: "other", datasource: { uid: "vedette" } }];
    const other = { ...aPanel({ datasource: { uid: "prom" }, targets }), id: 7 };
    const { queries } = queriesOf(
      { datasource: { uid: "-- Dashboard --" }, targets: [{ panelId: 7 }] },
      { panels: [other] },
    );

    expect(queries.map(({ call }) => call.base)).toEqual(["/api/datasources/proxy/uid/prom"]);
  });

  it("ask for one moment, or for both, when they are instant", () => {
    const paths = (target: object) =>
      queriesOf({ targets: [{ expr: "up", ...target }] }).queries.map(({ call }) => call.path);

    expect(paths({ instant: true })).toEqual(["query"]);
    expect(paths({ instant: true, range: true })).toEqual(["query_range", "query"]);
  });

  it("leave out what is hidden or empty", () => {
    expect(queriesOf({ targets: [{ expr: "a", hide: true }, { expr: " " }, {}] }).queries).toEqual([]);
  });

  it("of a panel with a range of its own, or one moved into the past, ask there", () => {
    expect(callOf({ timeFrom: "30m", targets: [{ expr: "up" }] })).toMatchObject({ start: "37800", end: "39600" });
    expect(callOf({ timeShift: "1h", targets: [{ expr: "up" }] })).toMatchObject({ start: "32400", end: "36000" });
    expect(queriesOf({ timeShift: "1h", targets: [{ expr: "up" }] }).span).toEqual(span);
    expect(callOf({ timeFrom: "now/d", targets: [{ expr: "up" }] })).toMatchObject({ start: "0", end: "39600" });
    const scope = withVariable("range", "30m");
    expect(callOf({ timeFrom: "$range", targets: [{ expr: "up" }] }, { scope })).toMatchObject({ start: "37800" });
  });

  it("say that a range of the panel cannot be read", () => {
    expect(queriesOf({ timeFrom: "soon", timeShift: "5x", targets: [{ expr: "up" }] })).toMatchObject({
      notices: [expect.stringContaining("relative time “soon”"), expect.stringContaining("time shift “5x”")],
      span,
    });
  });

  it("escape values so that no value can end the string it stands in", () => {
    const scope = withVariable("job", `a"} or vector(1) #\\`);

    expect(callOf({ targets: [{ expr: `up{job="$job"}` }] }, { scope })).toMatchObject({
      query: String.raw`up{job="a\"} or vector(1) #\\"}`,
    });
  });
});
