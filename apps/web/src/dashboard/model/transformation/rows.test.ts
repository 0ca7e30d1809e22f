import { describe, expect, it } from "vitest";
import { a, aField, aFrame, b, table, tablesOf, transformed } from "./frames.fixture.ts";

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
