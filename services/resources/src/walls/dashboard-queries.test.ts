import { describe, expect, it } from "vitest";
import { readDashboardQueries } from "./dashboard-queries.ts";
import { type KnownSource, meantSources } from "./dashboard-sources.ts";
import { askableSources, MeantSources } from "./meant-sources.ts";
import type { QueryTemplate } from "./query-template.ts";
import { askingOf } from "./wall-question.ts";

const SOURCES = [
  { uid: "a", name: "Amber", type: "prometheus", isDefault: false },
  { uid: "b", name: "Basalt", type: "prometheus", isDefault: true },
  { uid: "c", name: "Chalk", type: "prometheus", isDefault: false },
];
const fits = (templates: readonly (QueryTemplate | undefined)[], text: string) =>
  templates.some((template) => template?.fits(text) === true);
const askingIn = async (spec: Parameters<typeof readDashboardQueries>[0]) => {
  const reading = readDashboardQueries(spec);
  return askingOf([{ reading, meant: await new MeantSources().of("1", reading, askableSources(SOURCES)) }], SOURCES);
};
/** Of a dashboard whose queries all go to one data source. */
const readOne = (spec: Parameters<typeof readDashboardQueries>[0]) => {
  const [{ queries, series, labelValues, listsLabels } = EMPTY, ...others] = readDashboardQueries(spec);
  expect(others).toEqual([]);
  return { queries, series, labelValues, listsLabels };
};
const EMPTY = { queries: [], series: [], labelValues: [], listsLabels: false } as const;
const ofVariable = (query: unknown) => readOne({ templating: { list: [{ name: "v", type: "query", query }] } });

describe("the queries of a dashboard", () => {
  it("are those of panels, also in rows of every age, and of annotations", () => {
    const target = (expr: string) => ({ targets: [{ expr }] });
    const { queries } = readOne({
      panels: [target("a"), { type: "row", panels: [target("b")] }],
      rows: [{ panels: [target("c")] }],
      annotations: { list: [{ expr: "d" }] },
    });

    expect(["a", "b", "c", "d", "e"].map((text) => fits(queries, text))).toEqual([true, true, true, true, false]);
  });

  it("are those of sums over other queries of a panel", () => {
    const sum = (expression: string) =>
      readOne({
        panels: [
          {
            targets: [
              { refId: "A", expr: 'errors{job="$job"}', hide: true },
              { refId: "B", expr: "requests" },
              { refId: "C", type: "math", expression, datasource: { type: "__expr__", uid: "__expr__" } },
            ],
          },
        ],
      }).queries;

    expect(fits(sum("$A / $B * 100"), '(errors{job="a"}) / (requests) * 100')).toBe(true);
    expect(fits(sum("$A / $B * 100"), '(errors{job="a"}) / (secrets) * 100')).toBe(false);
    expect(fits(sum("secrets"), "secrets")).toBe(false);
  });

  it("are those of what is worked out of a query, with the range and the step of the page", () => {
    const { queries } = readOne({
      panels: [
        {
          targets: [
            { refId: "A", expr: "errors", hide: true },
            { refId: "B", type: "reduce", expression: "A", reducer: "mean" },
          ],
        },
      ],
    });

    expect(fits(queries, "avg_over_time((errors)[21600s:15s] @ end())")).toBe(true);
    expect(fits(queries, "avg_over_time((secrets)[21600s:15s] @ end())")).toBe(false);
  });

  it("are those of lists of alerts, which stand nowhere", () => {
    const alerts = (alertInstanceLabelFilter?: string) => ({
      type: "alertlist",
      options: { alertInstanceLabelFilter },
    });
    const { queries } = readOne({ panels: [alerts('team="a"')] });
    const asked = ['ALERTS{team="a"}', 'ALERTS_FOR_STATE{team="a"}', 'ALERTS{team="b"}', "ALERTS"];

    expect(asked.map((text) => fits(queries, text))).toEqual([true, true, false, false]);
    expect(fits(readOne({ panels: [alerts()] }).queries, "ALERTS")).toBe(true);
  });

  it("take values that the dashboard holds for its variables", () => {
    const { queries } = readOne({
      panels: [{ targets: [{ expr: "up{$filter}" }] }],
      templating: {
        list: [{ name: "filter", type: "custom", query: 'job="a",b : job="b"', options: [{ value: 'x="y"' }] }],
      },
    });

    expect(['up{job="a"}', 'up{job="b"}', 'up{x="y"}', 'up{z="y"}'].map((text) => fits(queries, text))).toEqual([
      true,
      true,
      true,
      false,
    ]);
  });

  it.each([
    ["query_result(sum(up))", "sum(up)"],
    [{ query: "query_result(sum(up))", refId: "A" }, "sum(up)"],
  ])("are those of the variable %j", (query, asked) => {
    expect(fits(ofVariable(query).queries, asked)).toBe(true);
  });

  it("tell what variables list", () => {
    const labelled = ofVariable('label_values(up{job="$job", a="b"}, instance)');
    expect(labelled.labelValues.map(({ label }) => [label.fits("instance"), label.fits("job")])).toEqual([
      [true, false],
    ]);
    expect(
      fits(
        labelled.labelValues.map(({ selector }) => selector),
        'up{job="x", a="b"}',
      ),
    ).toBe(true);
    expect(ofVariable("label_values(job)").labelValues.map(({ selector }) => selector)).toEqual([undefined]);
    expect(ofVariable("metrics(go_.*)").labelValues.map(({ label }) => label.fits("__name__"))).toEqual([true]);
    expect(ofVariable("label_names()").listsLabels).toBe(true);
    expect(fits(ofVariable("up{a=~'b'}").series, "up{a=~'b'}")).toBe(true);
  });

  it("of a document that is no dashboard are none", async () => {
    expect(readDashboardQueries({ templating: { list: "x" }, panels: 1 })).toEqual([]);
  });
});

describe("the data sources of a dashboard", () => {
  const target = (expr: string, datasource?: unknown) => ({ expr, datasource });
  const variable = (more: object) => ({ templating: { list: [{ name: "ds", type: "datasource", ...more }] } });
  const chosen = { datasource: { uid: "$ds" }, targets: [target("x")] };
  /** Which of them are asked a query, by uid. */
  const askedFor = async (query: string, spec: Parameters<typeof readDashboardQueries>[0]) => {
    const asking = await askingIn(spec);
    return SOURCES.map(({ uid }) => uid).filter((source) =>
      asking.asks({ source, endpoint: "query", label: undefined, parameters: [["query", query]] }),
    );
  };

  it.each<[string, object, string[]]>([
    ["the panel's", { datasource: { uid: "a" }, targets: [target("x", { uid: "c" })] }, ["a"]],
    ["by its name", { datasource: "Chalk", targets: [target("x")] }, ["c"]],
    ["the default one where none is named", { targets: [target("x")] }, ["b"]],
    ["the default one for null", { datasource: null, targets: [target("x")] }, ["b"]],
    [
      "the default one for one of another house",
      { datasource: { uid: "z", type: "prometheus" }, targets: [target("x")] },
      ["b"],
    ],
    ["none for another language", { datasource: { uid: "z", type: "loki" }, targets: [target("x")] }, []],
    [
      "the query's own among several",
      { datasource: { uid: "-- Mixed --" }, targets: [target("x", { uid: "c" }), target("y", "a")] },
      ["c"],
    ],
    [
      "the panel's of a library",
      { libraryPanel: { model: { datasource: { uid: "a" }, targets: [target("x")] } } },
      ["a"],
    ],
    [
      "the panel's in a row, whatever the row says",
      { type: "row", datasource: { uid: "a" }, panels: [{ datasource: { uid: "c" }, targets: [target("x")] }] },
      ["c"],
    ],
  ])("are %s", async (_which, panel, expected) => {
    expect(await askedFor("x", { panels: [panel] })).toEqual(expected);
  });

  it("are asked each its own queries and not those of others", async () => {
    const panels = [
      { datasource: { uid: "a" }, targets: [target("x")] },
      { datasource: { uid: "c" }, targets: [target("y")] },
    ];

    expect(await askedFor("x", { panels })).toEqual(["a"]);
    expect(await askedFor("y", { panels })).toEqual(["c"]);
  });

  it("are those of annotations and of the queries of variables", async () => {
    const annotations = { list: [{ datasource: { uid: "c" }, target: { expr: "x" } }] };
    const list = [{ name: "v", type: "query", datasource: { uid: "a" }, query: "query_result(y)" }];

    expect(await askedFor("x", { annotations, templating: { list } })).toEqual(["c"]);
    expect(await askedFor("y", { annotations, templating: { list } })).toEqual(["a"]);
  });

  it.each<[string, object, string[]]>([
    ["every one of its type", { query: "prometheus" }, ["a", "b", "c"]],
    ["those whose name fits", { query: "prometheus", regex: "/^(amb|cha)/i" }, ["a", "c"]],
    [
      "the saved one where the pattern could keep a server busy",
      { query: "prometheus", regex: "(?!B)", current: { value: "c" } },
      ["c"],
    ],
    [
      "the saved one where counts make the pattern large",
      { query: "prometheus", regex: `(?:${"a?".repeat(95)}){900}`, current: { value: "c" } },
      ["c"],
    ],
    [
      "the saved one where the pattern is long",
      { query: "prometheus", regex: ".?".repeat(101), current: { value: "c" } },
      ["c"],
    ],
    ["the default one where it offers none", { query: "loki" }, ["b"]],
  ])("that a variable chooses are %s", async (_which, more, expected) => {
    expect(await askedFor("x", { ...variable(more), panels: [chosen] })).toEqual(expected);
  });

  it("are not chosen by a text that merely stands in the document", async () => {
    expect(await askedFor("x", { title: "c", panels: [{ datasource: { uid: "a" }, targets: [target("x")] }] })).toEqual(
      ["a"],
    );
  });

  it("are those that a list of words in the document names", async () => {
    const list = [{ name: "ds", type: "custom", query: "a,Chalk" }];

    expect(await askedFor("x", { templating: { list }, panels: [chosen] })).toEqual(["a", "c"]);
  });

  it("are told of when something is asked of them, or they can be chosen", async () => {
    const panels = [
      { type: "text", datasource: { uid: "c" } },
      { datasource: { uid: "a" }, targets: [target("x")] },
    ];
    const told = async (spec: object) => [...(await askingIn({ ...spec })).sources];

    expect(await told({ panels })).toEqual(["a"]);
    expect(await told(variable({ query: "prometheus", regex: "/^C/" }))).toEqual(["c"]);
  });

  it("are none where a reference is longer than any name, or holds too many variables", async () => {
    const values = Array.from({ length: 500 }, (_, n) => `v${n}`).join();
    const templating = { list: [{ name: "a", type: "custom", query: values }] };
    const askedOf = (uid: string) =>
      askedFor("x", { templating, panels: [{ datasource: { uid }, targets: [target("x")] }] });

    expect(await askedOf("$a$a")).toEqual(["b"]);
    expect(await askedOf("$a".repeat(5000))).toEqual([]);
    expect(await askedOf("$a".repeat(9))).toEqual([]);
    expect(await askedOf("z".repeat(501))).toEqual([]);
  });

  it("are counted up to what a dashboard can have", () => {
    const panels = Array.from({ length: 1000 }, (_, n) => ({ datasource: { uid: `d${n}` }, targets: [target("x")] }));

    expect(readDashboardQueries({ panels })).toHaveLength(100);
  });

  it("are found out once for each version of a dashboard and each list of data sources", async () => {
    let finds = 0;
    const reading = readDashboardQueries({ panels: [chosen] }).map((queries) => ({
      ...queries,
      meant(sources: readonly KnownSource[]) {
        finds += 1;
        return queries.meant(sources);
      },
    }));
    const sources = new MeantSources();
    const placesIn = async (version: string, list: readonly KnownSource[]) =>
      (await sources.of(version, reading, askableSources(list))).byReference.map((places) => [...places]);

    expect(await placesIn("1", SOURCES)).toEqual([[1]]);
    expect(await placesIn("1", structuredClone(SOURCES))).toEqual([[1]]);
    expect(finds).toBe(1);
    expect(await placesIn("2", SOURCES)).toEqual([[1]]);
    expect(await placesIn("1", SOURCES.slice(1))).toEqual([[0]]);
    expect(finds).toBe(3);
  });

  it("are remembered together, so that a wall of many does not go through each of their references", async () => {
    const of = (name: string) => ({ panels: [{ datasource: { uid: name }, targets: [target("x")] }] });
    const sources = new MeantSources();
    const { key } = askableSources(SOURCES);
    const bound = await Promise.all(
      ["c", "a"].map(async (name) => {
        const reading = readDashboardQueries({ panels: [...of(name).panels, ...of("c").panels] });
        return { reading, meant: await sources.of(name, reading, { list: SOURCES, key }) };
      }),
    );

    expect(bound.map(({ meant }) => [...meant.all])).toEqual([[2], [0, 2]]);
    const unread = new Proxy<Uint32Array[]>([], {
      get: () => expect.unreachable(),
    });
    const kept = bound.map(({ reading, meant }) => ({ reading, meant: { ...meant, byReference: unread } }));
    expect([...askingOf(kept, SOURCES).sources]).toEqual(["a", "c"]);
  });

  it("come of expressions as far as there is room for what they become", () => {
    const sum = { refId: "B", type: "math", expression: Array(500).fill("$A").join("+") };
    const panel = (at: number) => ({ targets: [{ refId: "A", expr: `errors_of_something_${at}` }, sum] });

    const [few] = readDashboardQueries({ panels: Array.from({ length: 40 }, (_, at) => panel(at)) });
    const [many] = readDashboardQueries({ panels: Array.from({ length: 1000 }, (_, at) => panel(at)) });

    expect(few?.queries).toHaveLength(80);
    expect(many?.queries.length).toBeLessThan(1200);
    expect(many?.queries.length).toBeGreaterThan(1040);
  });

  it("are looked for in a bounded number of texts, which are cut before they are put together", () => {
    let reads = 0;
    const values = new Proxy(
      Array.from({ length: 500 }, (_, n) => `v${n}`),
      {
        get(texts, key) {
          if (typeof key === "string" && /^\d+$/.test(key)) reads += 1;
          return Reflect.get(texts, key);
        },
      },
    );

    meantSources({ uid: "$a$a$a", type: "" }, new Map([["a", () => values]]), SOURCES);

    expect(reads).toBeLessThan(210);
  });
});
