import { describe, expect, it } from "vitest";
import { a, aField, aFrame, b, table, tablesOf, transformed } from "./frames.fixture.ts";

describe("organize", () => {
  it("leaves out, orders and renames fields", () => {
    const options = { excludeByName: { Time: true }, indexByName: { Value: 0, pod: 1 }, renameByName: { pod: "Pod" } };

    expect(Object.entries(tablesOf(transformed([table], "organize", options))[0] ?? {})).toEqual([
      ["Value", [5, 6, 7]],
      ["Pod", ["x", "y", "x"]],
    ]);
  });

  it("knows a series by the name it is shown under", () => {
    expect(
      tablesOf(transformed([a], "organize", { renameByName: { a: "first" }, excludeByName: { Time: true } })),
    ).toEqual([{ first: [1, 2] }]);
  });
});

describe("choosing fields", () => {
  it.each([
    [{ include: { names: ["pod"] } }, ["pod"]],
    [{ include: { pattern: "/^(Time|V)/" } }, ["Time", "Value"]],
    [{ exclude: { pattern: "Val.*" } }, ["Time", "pod"]],
    [{ include: { names: ["Time", "pod"] }, exclude: { names: ["pod"] } }, ["Time"]],
    [{}, ["Time", "pod", "Value"]],
  ])("by name with %j keeps %j", (options, names) => {
    expect(Object.keys(tablesOf(transformed([table], "filterFieldsByName", options))[0] ?? {})).toEqual(names);
  });

  it.each([
    ["A", 1],
    ["A|B", 2],
    ["C", 0],
    ["", 2],
  ])("by query %j keeps %i frames", (include, count) => {
    expect(transformed([a, { ...b, refId: "B" }], "filterByRefId", { include })).toHaveLength(count);
  });

  it("can rename by a pattern", () => {
    expect(tablesOf(transformed([a], "renameByRegex", { regex: "^(.)$", renamePattern: "pod $1" }))[0]).toHaveProperty(
      "pod a",
    );
  });
});

describe("calculateField", () => {
  const numbers = aFrame([aField("a", [1, 2]), aField("b", [3, 4])]);

  it.each([
    [{ mode: "reduceRow", reduce: { reducer: "sum" } }, { Total: [4, 6] }],
    [{ mode: "reduceRow", reduce: { reducer: "max", include: ["a"] }, alias: "top" }, { top: [1, 2] }],
    [{ mode: "binary", binary: { left: "a", operator: "/", right: "b" } }, { "a / b": [1 / 3, 0.5] }],
    [{ mode: "binary", binary: { left: "a", operator: "*", right: "10" } }, { "a * 10": [10, 20] }],
    [
      {
        mode: "binary",
        binary: { left: { matcher: { id: "byName", options: "b" } }, operator: "-", right: { fixed: "1" } },
      },
      { "b - 1": [2, 3] },
    ],
    [{ mode: "unary", unary: { operator: "abs", fieldName: "a" } }, { "abs(a)": [1, 2] }],
    [{ mode: "cumulative", cumulative: { field: "b" } }, { "cumulative sum(b)": [3, 7] }],
    [{ mode: "index", index: { asPercentile: true } }, { Row: [0, 0.5] }],
  ])("with %j adds %j", (options, added) => {
    expect(tablesOf(transformed([numbers], "calculateField", options))).toEqual([{ a: [1, 2], b: [3, 4], ...added }]);
  });

  it("joins series by time first, and can replace them", () => {
    expect(
      tablesOf(
        transformed([a, b], "calculateField", { mode: "reduceRow", reduce: { reducer: "sum" }, replaceFields: true }),
      ),
    ).toEqual([{ Time: [0, 1000], Total: [11, 22] }]);
  });
});

describe("other shapes of the same data", () => {
  it("series become rows, the newest first", () => {
    expect(tablesOf(transformed([a, b], "seriesToRows"))).toEqual([
      { Time: [1000, 1000, 0, 0], Metric: ["a", "b", "a", "b"], Value: [2, 20, 1, 10] },
    ]);
  });

  it("labels become columns, and one of them can name the value", () => {
    expect(tablesOf(transformed([a], "labelsToFields"))).toEqual([
      { Time: [0, 1000], pod: ["p1", "p1"], Value: [1, 2] },
    ]);
    expect(tablesOf(transformed([a], "labelsToFields", { valueLabel: "pod" }))).toEqual([
      { Time: [0, 1000], p1: [1, 2] },
    ]);
    expect(tablesOf(transformed([a], "labelsToFields", { mode: "rows" }))).toEqual([{ label: ["pod"], value: ["p1"] }]);
  });

  it("two fields become a matrix", () => {
    expect(
      tablesOf(transformed([table], "groupingToMatrix", { columnField: "pod", rowField: "Time", valueField: "Value" })),
    ).toEqual([{ "Time\\pod": [1, 2, 3], x: [5, Number.NaN, 7], y: [Number.NaN, 6, Number.NaN] }]);
  });

  it.each([
    ["number", ["1,200", "x", ""], [1200, Number.NaN, Number.NaN]],
    ["time", ["1970-01-01T00:00:01Z", "2000", "?"], [1000, 2000, Number.NaN]],
    ["boolean", ["true", "0", "yes"], [true, false, true]],
  ])("texts are read as %s: %j is %j", (destinationType, texts, values) => {
    const frames = transformed([aFrame([aField("x", texts)])], "convertFieldType", {
      conversions: [{ targetField: "x", destinationType }],
    });

    expect(tablesOf(frames)).toEqual([{ x: values }]);
  });

  it("all fields can stand side by side", () => {
    expect(tablesOf(transformed([a, b], "concatenate"))).toEqual([
      { "Time 1": [0, 1000], a: [1, 2], "Time 2": [0, 1000], b: [10, 20] },
    ]);
  });
});
