import { describe, expect, it } from "vitest";
import type { DataSource } from "../../api/data-sources.ts";
import { EMPTY_SCOPE, interpolate } from "../model/variable/interpolate.ts";
import { variableOf } from "../model/variable/variable.ts";
import { loadVariables } from "./load-variables.ts";
import type { PrometheusCall } from "./prometheus-call.ts";

const sources: DataSource[] = [
  { uid: "prom", name: "Prometheus", type: "prometheus", url: "", isDefault: false, readOnly: false },
  { uid: "vedette", name: "Vedette", type: "prometheus", url: "", isDefault: true, readOnly: true },
];

interface Loading {
  readonly asked?: Record<string, string[]>;
  /** What the server answers to a selector, or to a path. */
  readonly answer?: (call: PrometheusCall) => unknown;
}

async function load(variables: object[], { asked = {}, answer = () => [] }: Loading = {}) {
  const calls: PrometheusCall[] = [];
  const { values, failures } = await loadVariables(
    variables.map((json) => variableOf({ ...json })),
    {
      asked: new Map(Object.entries(asked)),
      span: { from: 0, to: 3_600_000 },
      sources,
      scope: EMPTY_SCOPE,
      ask: async (call) => {
        calls.push(call);
        return answer(call);
      },
    },
  );
  const chosen = Object.fromEntries([...values].map(([name, value]) => [name, value.chosen]));
  const options = Object.fromEntries(
    [...values].map(([name, value]) => [name, value.options.map((option) => option.value)]),
  );
  const written = (text: string) => interpolate(text, { ...EMPTY_SCOPE, variables: values }, "prometheus");
  return {
    chosen,
    options,
    failures: Object.fromEntries([...failures].map(([name, { message }]) => [name, message])),
    calls,
    written,
  };
}

const selectorOf = ({ parameters }: PrometheusCall) => parameters.find(([name]) => name === "match[]")?.[1];

describe("the variables of a dashboard", () => {
  it("load after those they need, whatever their order in the document", async () => {
    const { calls, chosen } = await load(
      [
        { name: "pod", type: "query", query: `label_values(up{job="$job"}, pod)` },
        { name: "job", type: "query", query: "label_values(up, job)" },
      ],
      { answer: (call) => (call.path.includes("pod") ? ["p1"] : ["api"]) },
    );

    expect(calls.map(selectorOf)).toEqual(["up", `up{job="api"}`]);
    expect(chosen).toEqual({ pod: ["p1"], job: ["api"] });
  });

  it("have for All a text that may name others, whatever their order in the document", async () => {
    const { written, calls } = await load(
      [
        { name: "pod", type: "query", query: `label_values(up{pod=~"$instance"}, pod)` },
        { name: "instance", type: "custom", query: "a,b", includeAll: true, allValue: "$cluster-([1-9])" },
        { name: "cluster", type: "custom", query: "main" },
      ],
      { answer: () => ["p1"] },
    );

    expect(calls.map(selectorOf)).toEqual(['up{pod=~"main-([1-9])"}']);
    expect(written('up{pod=~"$instance"}')).toBe('up{pod=~"main-([1-9])"}');
  });

  it("that need each other are told apart from those that fail", async () => {
    const { failures } = await load([
      { name: "a", type: "query", query: 'label_values(x{b="$b"}, a)' },
      { name: "b", type: "query", query: 'label_values(x{a="$a"}, b)' },
    ]);

    expect(failures["a"]).toBe("These variables need each other: a, b.");
  });

  it("keep what the document was saved with as long as it exists", async () => {
    const saved = { name: "job", type: "custom", query: "a,b,c" };

    expect((await load([{ ...saved, current: { value: "b" } }])).chosen).toEqual({ job: ["b"] });
    expect((await load([{ ...saved, current: { value: "gone" } }])).chosen).toEqual({ job: ["a"] });
  });

  it("take what the address asks for, All by its name too", async () => {
    const variable = { name: "job", type: "custom", query: "a,b", multi: true, includeAll: true };

    expect((await load([variable], { asked: { job: ["a", "b"] } })).chosen).toEqual({ job: ["a", "b"] });
    expect((await load([variable], { asked: { job: ["All"] } })).chosen).toEqual({ job: ["$__all"] });
    expect((await load([{ ...variable, multi: false }], { asked: { job: ["a", "b"] } })).chosen).toEqual({
      job: ["a"],
    });
  });

  it("of data sources offer those of the type, the default one first", async () => {
    const { options, chosen } = await load([
      { name: "ds", type: "datasource", query: "prometheus", current: { value: "elsewhere" } },
    ]);

    expect(options["ds"]).toEqual(["vedette", "prom"]);
    expect(chosen["ds"]).toEqual(["vedette"]);
  });

  it("that fail say why and keep the values they were saved with", async () => {
    const { failures, chosen } = await load(
      [{ name: "job", type: "query", query: "label_values(job)", current: { value: "api" } }],
      {
        answer: () => {
          throw new TypeError("the store is away");
        },
      },
    );

    expect(failures).toEqual({ job: "the store is away" });
    expect(chosen).toEqual({ job: ["api"] });
  });

  it.each([
    ["label_names()", ["job", "pod"], ["job", "pod"]],
    ["metrics(^node)", ["node_cpu", "go_info"], ["node_cpu"]],
    [
      "query_result(up)",
      { resultType: "vector", result: [{ metric: { __name__: "up", job: "a" }, value: [1, "1"] }] },
      [`up{job="a"} 1 1000`],
    ],
    ["up", [{ __name__: "up", job: "a" }], [`up{job="a"}`]],
  ])("read %s", async (query, data, expected) => {
    const { options } = await load([{ name: "x", type: "query", query }], { answer: () => data });

    expect(options["x"]).toEqual(expected);
  });

  it("cut their values out by a regular expression", async () => {
    const { options } = await load([{ name: "ns", type: "query", query: "up", regex: `/namespace="(?<text>[^"]+)/` }], {
      answer: () => [{ __name__: "up", namespace: "a" }, { __name__: "up", namespace: "b" }, { __name__: "up" }],
    });

    expect(options["ns"]).toEqual(["a", "b"]);
  });
});
