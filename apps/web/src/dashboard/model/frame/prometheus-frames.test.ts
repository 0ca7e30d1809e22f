import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { FrameQuery } from "./frame.ts";
import { framesOf } from "./prometheus-frames.ts";
import { seriesNames } from "./series-name.ts";

function aQuery(change: Partial<FrameQuery> = {}): FrameQuery {
  return { refId: "A", expr: "up", legendFormat: "", format: "time_series", step: undefined, ...change };
}

const matrix = (...series: [Record<string, string>, [number, string][]][]) => ({
  resultType: "matrix",
  result: series.map(([metric, values]) => ({ metric, values })),
});

const columnsOf = (data: unknown, query: FrameQuery) =>
  framesOf(data, query).map(({ fields }) =>
    Object.fromEntries(fields.map(({ name, values }) => [name, Array.from(values)])),
  );

describe("an answer of Prometheus", () => {
  it("gives a frame for each series, with times in milliseconds", () => {
    const data = matrix(
      [
        { __name__: "up", pod: "a" },
        [
          [1.5, "1"],
          [2.5, "NaN"],
        ],
      ],
      [
        { __name__: "up", pod: "b" },
        [
          [1.5, "+Inf"],
          [2.5, "-Inf"],
        ],
      ],
    );

    expect(columnsOf(data, aQuery())).toEqual([
      { Time: [1500, 2500], Value: [1, Number.NaN] },
      { Time: [1500, 2500], Value: [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY] },
    ]);
    expect(framesOf(data, aQuery())[0]).toMatchObject({
      refId: "A",
      name: 'up{pod="a"}',
      fields: [{}, { labels: { pod: "a" } }],
    });
  });

  it("that leaves points out has a gap there, so that no line runs across", () => {
    const data = matrix([
      {},
      [
        [0, "1"],
        [10, "2"],
        [50, "3"],
      ],
    ]);

    expect(columnsOf(data, aQuery({ step: 10_000 }))).toEqual([
      { Time: [0, 10_000, 20_000, 50_000], Value: [1, 2, Number.NaN, 3] },
    ]);
  });

  it("that was moved into the past is shown in the present", () => {
    expect(columnsOf(matrix([{}, [[1, "1"]]]), aQuery({ shift: 60_000 }))).toEqual([{ Time: [61_000], Value: [1] }]);
  });

  it("of one moment gives frames of one row", () => {
    const vector = { resultType: "vector", result: [{ metric: { pod: "a" }, value: [1, "7"] }] };

    expect(columnsOf(vector, aQuery())).toEqual([{ Time: [1000], Value: [7] }]);
    expect(columnsOf({ resultType: "scalar", result: [1, "3"] }, aQuery())).toEqual([{ Time: [1000], Value: [3] }]);
  });

  it("as a table has a column for every label", () => {
    const vector = {
      resultType: "vector",
      result: [
        { metric: { pod: "a", zone: "z" }, value: [1, "7"] },
        { metric: { pod: "b" }, value: [1, "8"] },
      ],
    };

    expect(columnsOf(vector, aQuery({ format: "table" }))).toEqual([
      { Time: [1000, 1000], pod: ["a", "b"], zone: ["z", undefined], Value: [7, 8] },
    ]);
    expect(Object.keys(columnsOf(vector, aQuery({ format: "table", isOneOfMany: true }))[0] ?? {})).toContain(
      "Value #A",
    );
  });

  it("as a heatmap has buckets of their own counts, from the lowest up", () => {
    const data = matrix([{ le: "+Inf" }, [[1, "9"]]], [{ le: "0.5" }, [[1, "2"]]], [{ le: "1" }, [[1, "6"]]]);

    const frames = framesOf(data, aQuery({ format: "heatmap", legendFormat: "{{le}}" }));

    expect(frames.map(({ name, fields }) => [name, fields[1]?.values[0]])).toEqual([
      ["0.5", 2],
      ["1", 4],
      ["+Inf", 3],
    ]);
  });

  it("of any shape is read without a throw", () => {
    fc.assert(
      fc.property(
        fc.jsonValue(),
        fc.constantFrom("matrix", "vector", "scalar", "string"),
        fc.constantFrom("time_series", "table", "heatmap"),
        (result, resultType, format) => {
          framesOf({ resultType, result }, aQuery({ format, step: 1000 }));
          framesOf(result, aQuery({ format }));
        },
      ),
    );
  });
});

describe("the names of series", () => {
  const a = { __name__: "up", job: "x", pod: "a" };
  const b = { __name__: "up", job: "x", pod: "b" };

  it.each([
    ["{{pod}}", ["a", "b"]],
    ["{{ pod }} of {{job}}", ["a of x", "b of x"]],
    ["{{gone}}", ['up{job="x", pod="a"}', 'up{job="x", pod="b"}']],
    ["fixed", ["fixed", "fixed"]],
    ["", ['up{job="x", pod="a"}', 'up{job="x", pod="b"}']],
    ["__auto", ["a", "b"]],
  ])("by %j are %j", (legendFormat, names) => {
    expect(seriesNames([a, b], { legendFormat, expr: "up" })).toEqual(names);
  });

  it("told apart by several labels show these", () => {
    const c = { __name__: "up", job: "y", pod: "a" };

    expect(seriesNames([a, b, c], { legendFormat: "__auto", expr: "up" })[0]).toBe('{job="x", pod="a"}');
  });

  it("without labels are the query", () => {
    expect(seriesNames([{}], { legendFormat: "", expr: "sum(up)" })).toEqual(["sum(up)"]);
    expect(seriesNames([{}], { legendFormat: "__auto", expr: "sum(up)" })).toEqual(["sum(up)"]);
  });
});

describe("the rules of a data source", () => {
  const rules = (data: unknown) => framesOf(data, { refId: "A", expr: "", legendFormat: "", format: "rules", step: 0 });

  it("are counted where they are for alerts", () => {
    const group = { rules: [{ type: "alerting" }, { type: "recording" }, { type: "alerting" }] };

    expect(rules({ groups: [group, { rules: [] }] })[0]?.fields[0]?.values).toEqual([2]);
    expect(rules({ groups: [] })[0]?.fields[0]?.values).toEqual([0]);
  });

  it("are not known where the data source does not list them", () => {
    expect(rules(undefined)).toEqual([]);
  });
});
