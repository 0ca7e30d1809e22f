import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Cell } from "./field/reducer.ts";
import type { Field, Frame } from "./frame/frame.ts";
import type { JsonObject } from "./json.ts";
import { transformFrames } from "./transform.ts";
import { column, columnName } from "./transformation/column.ts";

function aField(name: string, values: readonly Cell[], more: Partial<Field> = {}): Field {
  const type = name.startsWith("Time") ? "time" : typeof values[0] === "string" ? "string" : "number";
  return { ...column(name, { type, values }), ...more };
}

function aFrame(fields: readonly Field[], refId = "A"): Frame {
  return { refId, name: "", fields, length: fields[0]?.values.length ?? 0 };
}

function aSeries(name: string, values: readonly number[], labels: Readonly<Record<string, string>> = {}): Frame {
  const times = values.map((_, at) => at * 1000);
  return {
    ...aFrame([aField("Time", times), aField("Value", values, { labels, settings: { displayNameFromDS: name } })]),
    name,
  };
}

function transformed(frames: readonly Frame[], id: string, options: JsonObject = {}) {
  return transformFrames(frames, [{ id, options, isDisabled: false, filter: undefined }], (text) => text).frames;
}

/** Each frame as an object of its columns. */
const tablesOf = (frames: readonly Frame[]) =>
  frames.map(({ fields }) => Object.fromEntries(fields.map((field) => [columnName(field), Array.from(field.values)])));

const a = aSeries("a", [1, 2], { pod: "p1" });
const b = aSeries("b", [10, 20], { pod: "p2" });
const table = aFrame([aField("Time", [1, 2, 3]), aField("pod", ["x", "y", "x"]), aField("Value", [5, 6, 7])]);

describe("transformations", () => {
  it("that are not known pass the data through and say so", () => {
    const { frames, notices } = transformFrames(
      [a],
      [{ id: "magic", options: {}, isDisabled: false, filter: undefined }],
      String,
    );

    expect(frames).toEqual([a]);
    expect(notices).toEqual([expect.stringContaining("magic")]);
  });

  it("that are switched off do nothing", () => {
    const step = { id: "limit", options: { limitField: 1 }, isDisabled: true, filter: undefined };

    expect(transformFrames([table], [step], String).frames).toEqual([table]);
  });

  it("can be about one query only", () => {
    const step = {
      id: "limit",
      options: { limitField: 1 },
      isDisabled: false,
      filter: { id: "byRefId", options: "B" },
    };

    const { frames } = transformFrames([table, { ...table, refId: "B" }], [step], String);

    expect(frames.map(({ refId, length }) => [refId, length])).toEqual([
      ["B", 1],
      ["A", 3],
    ]);
  });

  it("see the values of variables in their options", () => {
    const step = {
      id: "filterFieldsByName",
      options: { include: { names: ["$x"] } },
      isDisabled: false,
      filter: undefined,
    };

    const { frames } = transformFrames([table], [step], (text) => text.replace("$x", "pod"));

    expect(tablesOf(frames)).toEqual([{ pod: ["x", "y", "x"] }]);
  });

  it("with options of any shape do not throw", () => {
    const ids = [
      "organize",
      "merge",
      "joinByField",
      "filterFieldsByName",
      "calculateField",
      "groupBy",
      "reduce",
      "sortBy",
      "limit",
    ];
    const more = [
      "labelsToFields",
      "renameByRegex",
      "filterByValue",
      "seriesToRows",
      "convertFieldType",
      "groupingToMatrix",
      "filterByRefId",
      "concatenate",
      "prepareTimeSeries",
    ];
    fc.assert(
      fc.property(
        fc.constantFrom(...ids, ...more),
        fc.dictionary(
          fc.constantFrom(
            "include",
            "mode",
            "fields",
            "sort",
            "filters",
            "regex",
            "reducers",
            "binary",
            "conversions",
            "byField",
          ),
          fc.jsonValue(),
        ),
        (id, options) => {
          transformed([a, b, table], id, options);
        },
      ),
    );
  });
});

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

describe("joinByField", () => {
  const left = aFrame([aField("Time", [1, 1]), aField("pod", ["x", "y"]), aField("Value #A", [1, 2])]);
  const right = aFrame([aField("Time", [1, 1]), aField("pod", ["y", "z"]), aField("Value #B", [3, 4])], "B");

  it("joins series by their time", () => {
    expect(tablesOf(transformed([a, b], "joinByField"))).toEqual([{ Time: [0, 1000], a: [1, 2], b: [10, 20] }]);
  });

  it("keeps every value in an outer join and numbers names that come twice", () => {
    expect(tablesOf(transformed([left, right], "joinByField", { byField: "pod", mode: "outer" }))).toEqual([
      {
        pod: ["x", "y", "z"],
        "Time 1": [1, 1, Number.NaN],
        "Value #A": [1, 2, Number.NaN],
        "Time 2": [Number.NaN, 1, 1],
        "Value #B": [Number.NaN, 3, 4],
      },
    ]);
  });

  it("keeps what all have in an inner join, also under its old name", () => {
    expect(
      tablesOf(transformed([left, right], "seriesToColumns", { byField: "pod", mode: "inner" }))[0]?.["pod"],
    ).toEqual(["y"]);
  });

  it("keeps equal rows apart in a tabular join", () => {
    const twice = aFrame([aField("pod", ["x", "x"]), aField("v", [8, 9])]);

    expect(
      tablesOf(transformed([left, twice], "joinByField", { byField: "pod", mode: "outerTabular" }))[0]?.["v"],
    ).toEqual([8, 9, Number.NaN]);
  });
});

describe("merge", () => {
  it("puts the rows of tables together that agree in what they share", () => {
    const first = aFrame([aField("Time", [1, 1]), aField("pod", ["x", "y"]), aField("Value #A", [1, 2])]);
    const second = aFrame([aField("Time", [1, 1]), aField("pod", ["y", "z"]), aField("Value #B", [3, 4])]);

    expect(tablesOf(transformed([first, second], "merge"))).toEqual([
      { Time: [1, 1, 1], pod: ["x", "y", "z"], "Value #A": [1, 2, Number.NaN], "Value #B": [Number.NaN, 3, 4] },
    ]);
  });

  it("puts the rows of labelled series below each other", () => {
    const [merged] = transformed(transformed([a, b], "labelsToFields"), "merge");

    expect(tablesOf(merged === undefined ? [] : [merged])).toEqual([
      { Time: [0, 1000, 0, 1000], pod: ["p1", "p1", "p2", "p2"], Value: [1, 2, 10, 20] },
    ]);
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

describe("groupBy", () => {
  it("makes one row of those with equal values", () => {
    const fields = {
      pod: { operation: "groupby", aggregations: [] },
      Value: { operation: "aggregate", aggregations: ["sum", "max"] },
    };

    expect(tablesOf(transformed([table], "groupBy", { fields }))).toEqual([
      { pod: ["x", "y"], "Value (sum)": [12, 6], "Value (max)": [7, 6] },
    ]);
  });
});

describe("reduce", () => {
  it("makes a row of each series", () => {
    expect(tablesOf(transformed([a, b], "reduce", { reducers: ["lastNotNull", "mean"] }))).toEqual([
      { Field: ["a", "b"], "Last *": [2, 20], Mean: [1.5, 15] },
    ]);
  });

  it("can make columns of the labels", () => {
    expect(tablesOf(transformed([a, b], "reduce", { reducers: ["max"], labelsToFields: true }))[0]).toMatchObject({
      pod: ["p1", "p2"],
    });
  });

  it("can keep the frames and reduce their fields", () => {
    expect(tablesOf(transformed([a], "reduce", { reducers: ["max"], mode: "reduceFields" }))).toEqual([{ a: [2] }]);
  });
});

describe("rows", () => {
  it.each([
    [{ sort: [{ field: "Value", desc: true }] }, [7, 6, 5]],
    [{ sort: [{ field: "pod" }] }, [5, 7, 6]],
    [{ sort: [] }, [5, 6, 7]],
  ])("sorted by %j are %j", (options, values) => {
    expect(tablesOf(transformed([table], "sortBy", options))[0]?.["Value"]).toEqual(values);
  });

  it("without a value come last, whichever way they are sorted", () => {
    const gaps = aFrame([aField("Value", [2, Number.NaN, 1])]);

    expect(tablesOf(transformed([gaps], "sortBy", { sort: [{ field: "Value" }] }))[0]?.["Value"]).toEqual([
      1,
      2,
      Number.NaN,
    ]);
    expect(tablesOf(transformed([gaps], "sortBy", { sort: [{ field: "Value", desc: true }] }))[0]?.["Value"]).toEqual([
      2,
      1,
      Number.NaN,
    ]);
  });

  it("are at most as many as the limit", () => {
    expect(transformed([table], "limit", { limitField: 2 })[0]?.length).toBe(2);
    expect(transformed([table], "limit", { limitField: "1" })[0]?.length).toBe(1);
  });

  const filterOf = (fieldName: string, id: string, options: object) => ({ fieldName, config: { id, options } });

  it.each([
    [{ type: "include", match: "all", filters: [filterOf("Value", "greater", { value: 5 })] }, [6, 7]],
    [{ type: "exclude", match: "all", filters: [filterOf("pod", "equal", { value: "x" })] }, [6]],
    [
      {
        type: "include",
        match: "any",
        filters: [filterOf("pod", "regex", { value: "^y" }), filterOf("Value", "lower", { value: 6 })],
      },
      [5, 6],
    ],
    [{ type: "include", match: "all", filters: [filterOf("gone", "isNull", {})] }, [5, 6, 7]],
    [{ type: "include", filters: [filterOf("Value", "between", { from: 6, to: 9 })] }, [6, 7]],
  ])("that fit %j are %j", (options, values) => {
    expect(tablesOf(transformed([table], "filterByValue", options))[0]?.["Value"]).toEqual(values);
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
