import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { reducerName, reduceValues } from "./reducer.ts";

const GAPS = [Number.NaN, 3, 1, Number.NaN, 5, Number.NaN];

describe("many values as one", () => {
  it.each([
    ["lastNotNull", 5],
    ["firstNotNull", 3],
    ["min", 1],
    ["max", 5],
    ["mean", 3],
    ["median", 3],
    ["sum", 9],
    ["count", 3],
    ["countAll", 6],
    ["range", 4],
    ["delta", 5],
    ["step", -2],
    ["diff", 2],
    ["diffperc", 2 / 3],
    ["variance", 8 / 3],
    ["stdDev", Math.sqrt(8 / 3)],
    ["logmin", 1],
    ["p50", 3],
    ["p0", 1],
    ["p99", 4.96],
    ["avg", 3],
    ["current", 5],
    ["total", 9],
    ["nobody knows", 5],
  ])("by %s are %d", (id, value) => {
    expect(reduceValues(id, GAPS)).toBeCloseTo(value, 10);
  });

  it.each(["min", "max", "mean", "sum", "p95", "lastNotNull", "diff"])(
    "are nothing by %s when there are none",
    (id) => {
      expect(reduceValues(id, [])).toBeUndefined();
      expect(reduceValues(id, Float64Array.of(Number.NaN))).toBeUndefined();
    },
  );

  it("may begin and end with a gap, which first and last say", () => {
    expect([reduceValues("first", GAPS), reduceValues("last", GAPS)]).toEqual([Number.NaN, Number.NaN]);
    expect([reduceValues("first", [1, 2]), reduceValues("last", [1, 2])]).toEqual([1, 2]);
  });

  it("can be texts, of which the last and the different ones can be had", () => {
    const texts = ["a", "b", undefined, "a", undefined];

    expect(reduceValues("lastNotNull", texts)).toBe("a");
    expect(reduceValues("distinctCount", ["a", "b", "a"])).toBe(2);
    expect(reduceValues("changeCount", ["a", "a", "b"])).toBe(1);
    expect(reduceValues("allValues", ["a", "b"])).toBe("a, b");
  });

  it("have the same results from a list and from a typed array", () => {
    const ids = fc.constantFrom("min", "max", "mean", "sum", "p25", "stdDev", "delta", "count", "lastNotNull");
    fc.assert(
      fc.property(ids, fc.array(fc.double()), (id, values) => {
        expect(reduceValues(id, Float64Array.from(values))).toEqual(reduceValues(id, values));
      }),
    );
  });

  it("are named as the heads of their columns", () => {
    expect(["lastNotNull", "mean", "avg", "p95", "odd"].map(reducerName)).toEqual([
      "Last",
      "Mean",
      "Mean",
      "95th %",
      "odd",
    ]);
  });
});
