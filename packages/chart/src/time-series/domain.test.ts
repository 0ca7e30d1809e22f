import { describe, expect, it } from "vitest";
import { domainOf } from "./domain.ts";
import type { Series } from "./series.ts";

const T = Float64Array.of(0, 1, 2);
const RANGE = { from: 0, to: 2 };

function aSeries(v: readonly number[], more: Partial<Series> = {}): Series {
  return { name: "a", t: T, v: Float64Array.from(v), ...more };
}

describe("what an axis must show", () => {
  it("is from the lowest to the highest value between two times", () => {
    expect(domainOf([aSeries([9, 3, 5])], { from: 1, to: 2 })).toEqual({ low: 3, high: 5 });
  });

  it("of a stack begins at zero and ends at the highest sum", () => {
    const stack = [aSeries([1, 2, 3], { stack: "A" }), aSeries([4, 5, -6], { stack: "A" })];

    expect(domainOf(stack, RANGE)).toEqual({ low: -6, high: 7 });
  });

  it("of a stack on a logarithmic axis begins where its lowest layer ends, since such an axis has no zero", () => {
    const stack = [aSeries([0.02, 0.05, 0], { stack: "A" }), aSeries([0.5, 0.6, 0.7], { stack: "A" })];

    expect(domainOf(stack, { ...RANGE, isPositive: true })).toEqual({ low: 0.02, high: 0.7 });
  });

  it("of a stack without anything above zero is nothing on a logarithmic axis", () => {
    const stack = [aSeries([0, -1, Number.NaN], { stack: "A" })];

    expect(domainOf(stack, { ...RANGE, isPositive: true })).toEqual({
      low: Number.POSITIVE_INFINITY,
      high: Number.NEGATIVE_INFINITY,
    });
  });
});
