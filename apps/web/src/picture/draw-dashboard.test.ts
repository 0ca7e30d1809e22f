import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { PANEL_OPTION_SUPPORT } from "../dashboard/model/notice/panel-option-support.ts";
import { type DashboardPicture, drawDashboard } from "./draw-dashboard.ts";

const NOW = Date.UTC(2026, 4, 1, 12);

/** What the peer takes for options that a document omits. Colours of heatmaps and corners of bars are those of the theme here. */
const { defaults: PEER_DEFAULTS } = JSON.parse(
  readFileSync(join(import.meta.dirname, "../../../../test/fixtures/dashboards/peer-names.json"), "utf8"),
) as { readonly defaults: Readonly<Record<string, { readonly options: object; readonly custom: object }>> }; // a file of ours

const LIMITS = ["0.1", "1", "+Inf"];

/** Answers as a data source would: three series, or three buckets, of the names in the question. */
async function ask({ path, parameters }: Parameters<DashboardPicture["ask"]>[0]): Promise<unknown> {
  const asked = new Map(parameters);
  const isHistogram = asked.get("query") === "buckets";
  if (path === "rules") return { groups: [{ rules: [{ type: "alerting" }] }] };
  if (asked.get("query")?.startsWith("ALERTS") === true) return alerts(asked.get("query") ?? "");
  const end = Number(asked.get("end") ?? asked.get("time") ?? NOW / 1000);
  if (path === "query_exemplars") return exemplars(end);
  const series = [10, 20, 30].map((height, at) => {
    const metric = isHistogram ? { le: LIMITS[at] } : { host: `host-${at}` };
    const point = (time: number): [number, string] => [time, String(height)];
    return path === "query"
      ? { metric, value: point(end) }
      : { metric, values: Array.from({ length: 20 }, (_, back) => point(end - (19 - back) * 60)) };
  });
  return { resultType: path === "query" ? "vector" : "matrix", result: series };
}

/** Three alerts of a team, since an hour. */
function alerts(query: string): unknown {
  const known = [
    { alertname: "Late", alertstate: "pending", severity: "critical" },
    { alertname: "Slow", alertstate: "firing", severity: "warning" },
    { alertname: "Broken", alertstate: "firing", severity: "critical" },
  ];
  const isStart = query.startsWith("ALERTS_FOR_STATE");
  const result = known.map(({ alertstate, ...labels }) => ({
    metric: isStart ? { __name__: "ALERTS_FOR_STATE", ...labels } : { __name__: "ALERTS", alertstate, ...labels },
    value: [NOW / 1000, isStart ? String(NOW / 1000 - 3600) : "1"],
  }));
  return { resultType: "vector", result };
}

/** Two things that were said, one of them of another panel. */
async function askAnnotations({ to }: { readonly to: number }): Promise<unknown> {
  return [1, 2].map((panelId) => ({ id: panelId, panelId, time: to - 60_000, text: "Deployed", tags: [] }));
}

/** One observation of 0.05, and one beyond the last limit but one. */
function exemplars(end: number): unknown {
  const observed = [0.05, 7].map((value) => ({ labels: { trace_id: "a" }, value: String(value), timestamp: end - 60 }));
  return [{ seriesLabels: {}, exemplars: observed }];
}

interface APanel {
  readonly type: string;
  readonly target?: object;
  readonly options?: object;
  readonly defaults?: object;
  readonly annotations?: readonly object[];
}

async function draw(
  { type, target, options = {}, defaults = {}, annotations = [] }: APanel,
  size = { width: 480, height: 260 },
) {
  const panel = {
    ...{
      id: 1,
      type,
      title: "",
      options,
      fieldConfig: { defaults, overrides: [] },
      gridPos: { x: 0, y: 0, w: 12, h: 8 },
    },
    targets: [{ refId: "A", expr: "up", legendFormat: "{{host}}", ...target }],
  };
  const time = { from: "now-1h", to: "now" };
  const document = { title: "One", schemaVersion: 39, time, annotations: { list: annotations }, panels: [panel] };
  return (
    (await drawDashboard({
      document,
      sources: [],
      ask,
      askAnnotations,
      panel: "1",
      theme: "dark",
      now: NOW,
      ...size,
    })) ?? ""
  );
}

/** The words on a picture, in the order in which they are drawn. */
function wordsOf(svg: string): string[] {
  return [...svg.matchAll(/<text[^>]*>([^<]*)</g)].flatMap(([, word = ""]) => word.replaceAll(/\s/g, " ") || []);
}

const THRESHOLDS = {
  mode: "absolute",
  steps: [
    { color: "green", value: null },
    { color: "#123456", value: 25 },
  ],
};
const TABLE = { format: "table", instant: true };

describe("the picture of a panel", () => {
  it("of a pie has a slice and a line with value and share for each part, the largest first", async () => {
    const svg = await draw({ type: "piechart" });

    expect(wordsOf(svg)).toEqual(["host-2", "30", "50 %", "host-1", "20", "33.3 %", "host-0", "10", "16.7 %"]);
    expect(svg.match(/<path [^>]*ecmeta_data_index/g)?.length).toBe(3);
  });

  it("of a heatmap has a cell for each count, the brighter the more", async () => {
    const svg = await draw({ type: "heatmap", target: { expr: "buckets", format: "heatmap" } });
    const cells = svg.match(/fill="rgb\(203,233,255\)"/g) ?? [];

    expect(wordsOf(svg)).toEqual(expect.arrayContaining(["0.1", "1", "+Inf"]));
    expect(cells.length).toBeGreaterThan(20);
  });

  it("of a heatmap has a diamond in the cell of each exemplar, in the panel's colour", async () => {
    const heatmap = { type: "heatmap", target: { expr: "buckets", format: "heatmap", exemplar: true } };
    const options = { exemplars: { color: "#ab12cd" } };

    expect((await draw({ ...heatmap, options })).match(/fill="#ab12cd"/g)).toHaveLength(2);
    expect(await draw({ type: "heatmap", target: { expr: "buckets", format: "heatmap" }, options })).not.toContain(
      "#ab12cd",
    );
  });

  it("of values over time has what was said of it, what queries find, and exemplars", async () => {
    const found = { name: "Found", expr: "deploys", iconColor: "#ab12cd", enable: true };
    const said = { builtIn: 1, iconColor: "#12abcd", enable: true };
    const shown = await draw({ type: "timeseries", annotations: [found, said], target: { exemplar: true } });
    const off = await draw({
      type: "timeseries",
      annotations: [found, said].map((one) => ({ ...one, enable: false })),
    });

    expect(shown.match(/z" fill="#12abcd"/g)).toHaveLength(1);
    expect(shown.match(/z" fill="#ab12cd"/g)).toHaveLength(3);
    expect(shown.match(/l5 5l-5 5l-5 -5z"/g)).toHaveLength(2);
    expect(off).not.toMatch(/#12abcd|#ab12cd|l5 5l-5/);
  });

  it("of a bar chart has a bar for each row under its name", async () => {
    expect(wordsOf(await draw({ type: "barchart", target: TABLE }))).toEqual(
      expect.arrayContaining(["host-0", "host-1", "host-2"]),
    );
  });

  it("of states over time has a row for each series and a bar for each state", async () => {
    const mappings = [{ type: "value", options: { 20: { text: "busy", color: "#123456" } } }];
    const svg = await draw({ type: "state-timeline", target: { interval: "1m" }, defaults: { mappings } });

    expect(wordsOf(svg)).toEqual(expect.arrayContaining(["busy", "host-0", "host-2"]));
    expect(svg.match(/fill="#123456"/g)).toHaveLength(1);
  });

  it("of alerts has what fires, the worst first, and since when", async () => {
    const alerts = { type: "alertlist", options: { alertInstanceLabelFilter: '{team="a"}' } };
    const words = wordsOf(await draw(alerts));

    expect(words).toEqual([
      "Broken",
      "2026-05-01 11:00:00",
      "Slow",
      "2026-05-01 11:00:00",
      "Late",
      "2026-05-01 11:00:00",
    ]);
    expect(wordsOf(await draw({ ...alerts, options: { alertName: "nothing" } }))).toEqual(["Nothing fires"]);
  });

  it.each(["ALERTS", "ALERTS_FOR_STATE"])("of alerts says that it failed when only %s has no answer", async (query) => {
    const svg = await drawDashboard({
      document: { title: "A", panels: [{ id: 1, type: "alertlist", title: "", gridPos: { x: 0, y: 0, w: 24, h: 8 } }] },
      ask: async (call) => {
        if (new Map(call.parameters).get("query") === query) throw new TypeError("timeout");
        return await ask(call);
      },
      ...{ sources: [], askAnnotations, panel: "1", theme: "dark", now: NOW, width: 600, height: 200 },
    });

    expect(wordsOf(svg ?? "")).toEqual(["The query failed"]);
  });

  it("of a stat says that it failed when one of two queries has no answer and the other finds nothing", async () => {
    const targets = ["up", "gone"].map((expr) => ({ refId: expr, expr }));
    const fieldConfig = { defaults: { noValue: "0" }, overrides: [] };
    const panel = { id: 1, type: "stat", title: "", gridPos: { x: 0, y: 0, w: 24, h: 8 }, targets, fieldConfig };
    const svg = await drawDashboard({
      document: { title: "A", panels: [panel] },
      ask: async ({ parameters }) => {
        if (new Map(parameters).get("query") === "gone") throw new TypeError("timeout");
        return { resultType: "matrix", result: [] };
      },
      ...{ sources: [], askAnnotations, panel: "1", theme: "dark", now: NOW, width: 600, height: 200 },
    });

    expect(wordsOf(svg ?? "")).toEqual(["The query failed"]);
  });

  it.each(["stat", "gauge", "bargauge"])(
    "of a %s whose query finds nothing has what stands for no value",
    async (type) => {
      const drawn = async (defaults: object, target: object = {}) => {
        const panel = { id: 1, type, title: "", gridPos: { x: 0, y: 0, w: 24, h: 8 }, options: {} };
        const targets = [{ refId: "A", expr: "up", ...target }];
        return await drawDashboard({
          document: { title: "A", panels: [{ ...panel, targets, fieldConfig: { defaults, overrides: [] } }] },
          ask: async () => ({ resultType: "matrix", result: [] }),
          ...{ sources: [], askAnnotations, panel: "1", theme: "dark", now: NOW, width: 600, height: 300 },
        });
      };
      const healthy = { type: "special", options: { match: "null", result: { text: "healthy", color: "#12ab34" } } };

      expect(wordsOf((await drawn({ noValue: "0" })) ?? "")).toContain("0");
      expect(wordsOf((await drawn({ mappings: [healthy] })) ?? "")).toContain("healthy");
      expect(await drawn({ mappings: [healthy] })).toContain("#12ab34");
      expect(wordsOf((await drawn({})) ?? "")).toEqual(["No data"]);
      expect(wordsOf((await drawn({ noValue: "0" }, { expr: "", rawSql: "x" })) ?? "")).not.toContain("0");
    },
  );

  it.each(["stat", "gauge", "bargauge"])("of a %s with one value has its name where no title says it", async (type) => {
    const target = { expr: "one" };
    const ask = async () => ({
      resultType: "matrix",
      result: [{ metric: { host: "a" }, values: [[NOW / 1000, "42"]] }],
    });
    const words = async (title: string, defaults: object) =>
      wordsOf(
        (await drawDashboard({
          document: {
            title: "A",
            panels: [
              {
                ...{ id: 1, type, title, gridPos: { x: 0, y: 0, w: 24, h: 8 }, targets: [{ refId: "A", ...target }] },
                fieldConfig: { defaults, overrides: [] },
              },
            ],
          },
          ...{ sources: [], ask, askAnnotations, panel: "1", theme: "dark", now: NOW, width: 600, height: 300 },
        })) ?? "",
      );

    expect(await words("", { displayName: "CPU now" })).toContain("CPU now");
    expect(await words("Titled", { displayName: "CPU now" })).not.toContain("CPU now");
  });

  it.each(Object.entries(PEER_DEFAULTS))(
    "of a %s looks the same with and without the peer's defaults",
    async (type, peer) => {
      const target = type === "heatmap" ? { expr: "buckets", format: "heatmap" } : {};
      const { rendered = [] } = PANEL_OPTION_SUPPORT[type] ?? {};
      const isThemed = (path: string) => path === "options.color" || path === "options.barRadius";
      const isRead = (path: string) =>
        !isThemed(path) && rendered.some((name) => name === path || name.startsWith(`${path}.`));
      const options = Object.fromEntries(Object.entries(peer.options).filter(([name]) => isRead(`options.${name}`)));
      const custom = Object.fromEntries(Object.entries(peer.custom).filter(([name]) => isRead(`custom.${name}`)));
      // Charts number their parts as they are made.
      const drawn = async (panel: object) => (await draw({ type, target, ...panel })).replaceAll(/zr\d+-[\w-]+/g, "");

      expect(await drawn({ options, defaults: { custom } })).toBe(await drawn({}));
    },
  );

  it("has its first notice below the panel, and how many there are", async () => {
    const options = { wideLayout: false };
    const target = { adhocFilters: [{ key: "a" }] };
    const one = wordsOf(await draw({ type: "stat", options }));
    const two = wordsOf(await draw({ type: "stat", options, target }));

    expect(one).toContain("These options have no effect: options.wideLayout.");
    expect(one.join(" ")).not.toContain("more notice");
    expect(two).toContain("+ 1 more notice");
    expect(wordsOf(await draw({ type: "stat", options: { wideLayout: true } })).join(" ")).not.toContain("no effect");
    expect(wordsOf(await draw({ type: "stat", options }, { width: 300, height: 60 })).join(" ")).not.toContain(
      "effect",
    );
  });

  it("has the range of a panel that shows another one", async () => {
    const own = { timeFrom: "30m", timeShift: "1d" };
    const drawn = async (more: object) =>
      wordsOf(
        (await drawDashboard({
          document: {
            title: "A",
            panels: [{ id: 1, type: "text", title: "Own", gridPos: { x: 0, y: 0, w: 24, h: 8 }, ...own, ...more }],
          },
          ...{ sources: [], ask, askAnnotations, panel: "1", theme: "dark", now: NOW, width: 600, height: 300 },
        })) ?? "",
      );

    expect(await drawn({})).toContain("last 30m, 1d earlier");
    expect((await drawn({ hideTimeOverride: true })).join(" ")).not.toContain("30m");
  });

  it("has the reason instead where a query cannot be run", async () => {
    const datasource = { type: "mysql", uid: "m" };
    const svg = await draw({ type: "stat", target: { expr: "", rawSql: "select 1", datasource } });

    expect(wordsOf(svg)).toEqual(["No data source of type “mysql” is available."]);
  });

  it.each([
    ["no rules", { groups: [] }, "This data source has no alerting rules"],
    [
      "only recording rules",
      { groups: [{ rules: [{ type: "recording" }] }] },
      "This data source has no alerting rules",
    ],
    ["rules that it does not list", undefined, "No alerts; whether there are alerting rules is unknown"],
  ])("of alerts says so when the data source has %s", async (_, rules, text) => {
    const svg = await drawDashboard({
      document: { title: "A", panels: [{ id: 1, type: "alertlist", title: "", gridPos: { x: 0, y: 0, w: 24, h: 8 } }] },
      sources: [],
      ask: async ({ path }) => (path === "rules" ? rules : { resultType: "vector", result: [] }),
      askAnnotations,
      panel: "1",
      theme: "dark",
      now: NOW,
      width: 600,
      height: 200,
    });

    expect(wordsOf(svg ?? "").join(" ")).toBe(text);
  });

  it("of a library panel has its content, or its name when it is missing", async () => {
    const library = {
      id: 1,
      title: "",
      gridPos: { x: 0, y: 0, w: 24, h: 8 },
      libraryPanel: { uid: "lib-1", name: "CPU" },
    };
    const model = { type: "stat", targets: [{ refId: "A", expr: "up", legendFormat: "{{host}}" }] };
    const drawn = async (elements: object) =>
      wordsOf(
        (await drawDashboard({
          document: { title: "A", panels: [library], __elements: elements },
          ...{ sources: [], ask, askAnnotations, panel: "1", theme: "dark", now: NOW, width: 600, height: 200 },
        })) ?? "",
      );

    expect(await drawn({ "lib-1": { uid: "lib-1", kind: 1, model } })).toContain("host-2");
    expect(await drawn({})).toEqual(["Library panel “CPU” is missing (lib-1)."]);
  });

  it("of a clock has the time of the picture", async () => {
    expect(wordsOf(await draw({ type: "grafana-clock-panel" }))).toEqual(["12:00:00"]);
  });

  it("of a histogram has a bar for each bucket", async () => {
    const svg = await draw({ type: "histogram", options: { bucketSize: 10, combine: true } });

    expect(wordsOf(svg)).toEqual(expect.arrayContaining(["10", "20", "30"]));
  });

  it("of a table has the asked order and colours", async () => {
    const options = { sortBy: [{ displayName: "Value", desc: true }] };
    const custom = { cellOptions: { type: "color-background" } };
    const svg = await draw({ type: "table", target: TABLE, options, defaults: { thresholds: THRESHOLDS, custom } });

    expect(wordsOf(svg).filter((word) => word.startsWith("host-"))).toEqual(["host-2", "host-1", "host-0"]);
    expect(svg).toContain('fill="#123456" fill-opacity="0.3"');
  });

  it.each([
    ["horizontal", /width="(\d+)[.\d]*" height="40" [^>]*fill-opacity="0.8"/g],
    ["vertical", /height="(\d+)[.\d]*" [^>]*fill-opacity="0.8"/g],
  ])("of bars lying %s has one for each value, long as its share", async (orientation, pattern) => {
    const svg = await draw({ type: "bargauge", options: { orientation }, defaults: { min: 0, max: 40 } });
    const lengths = [...svg.matchAll(pattern)].map(([, length]) => Number(length));

    expect(lengths.length).toBe(3);
    expect((lengths[1] ?? 0) / (lengths[0] ?? 1)).toBeCloseTo(2, 0);
    expect((lengths[2] ?? 0) / (lengths[0] ?? 1)).toBeCloseTo(3, 0);
  });

  it("of numbers has coloured grounds where they are asked for", async () => {
    const plain = await draw({ type: "stat", defaults: { thresholds: THRESHOLDS } });
    const ground = await draw({
      type: "stat",
      options: { colorMode: "background" },
      defaults: { thresholds: THRESHOLDS },
    });

    expect(wordsOf(plain)).toEqual(expect.arrayContaining(["10", "20", "30", "host-2"]));
    expect(plain).not.toContain('fill="#123456" fill-opacity="0.26"');
    expect(ground).toContain('fill="#123456" fill-opacity="0.26"');
  });

  it("of a legend with reckoned values has them beside the names", async () => {
    const options = { legend: { displayMode: "table", placement: "right", calcs: ["mean", "max"] } };

    expect(wordsOf(await draw({ type: "timeseries", options }))).toEqual(
      expect.arrayContaining(["Mean", "Max", "host-2", "30"]),
    );
  });

  it("of a kind nobody knows says so and shows what it asked for", async () => {
    const words = wordsOf(await draw({ type: "flow<er", target: TABLE }));

    expect(words.some((word) => word.startsWith("Panels of the type “flow&lt;er” are not"))).toBe(true);
    expect(words).toContain("host-1");
  });

  it("that cannot be drawn says so, and leaves the others alone", async () => {
    const content = `${">".repeat(5000)} deep`;
    const text = { type: "text", options: { content }, gridPos: { x: 0, y: 0, w: 12, h: 8 } };
    const stat = { type: "stat", targets: [{ refId: "A", expr: "up" }], gridPos: { x: 12, y: 0, w: 12, h: 8 } };
    const document = { title: "Two", panels: [text, stat] };
    const svg = await drawDashboard({
      document,
      sources: [],
      ask,
      askAnnotations,
      theme: "dark",
      now: NOW,
      width: 800,
      height: 400,
    });

    expect(wordsOf(svg ?? "")).toEqual(expect.arrayContaining(["This panel could not be drawn.", "20"]));
  });

  it.each([
    "timeseries",
    "stat",
    "gauge",
    "bargauge",
    "piechart",
    "barchart",
    "heatmap",
    "table",
    "text",
    "histogram",
    "state-timeline",
    "status-history",
    "alertlist",
    "grafana-clock-panel",
    "other",
  ])("of the type %s is drawn in the smallest size, too", async (type) => {
    expect(await draw({ type, target: TABLE }, { width: 16, height: 16 })).toMatch(/^<svg [\s\S]*<\/svg>$/);
    expect(await draw({ type }, { width: 60, height: 50 })).not.toMatch(/NaN|undefined|Infinity/);
  });
});
