import { describe, expect, it } from "vitest";
import type { Series } from "./series.ts";
import { alignStacks } from "./stack.ts";

function aSeries(name: string, points: readonly (readonly [number, number])[], more: Partial<Series> = {}): Series {
  return { name, t: Float64Array.from(points, ([t]) => t), v: Float64Array.from(points, ([, v]) => v), ...more };
}

describe("a stack of series", () => {
  it("gets the times of all its members, zero beside the samples of each and gaps further away", () => {
    const [a, b] = alignStacks([
      aSeries(
        "a",
        [
          [1, 10],
          [2, 20],
        ],
        { stack: "A" },
      ),
      aSeries(
        "b",
        [
          [2, 5],
          [3, 6],
          [4, 7],
        ],
        { stack: "A" },
      ),
    ]);

    expect([...(a?.t ?? [])]).toEqual([1, 2, 3, 4]);
    expect([...(a?.v ?? [])]).toEqual([10, 20, 0, Number.NaN]);
    expect([...(b?.v ?? [])]).toEqual([0, 5, 6, 7]);
  });

  it("becomes shares of the sum when asked", () => {
    const [a, b] = alignStacks([
      aSeries("a", [[1, 30]], { stack: "A", stackAs: "share" }),
      aSeries("b", [[1, 10]], { stack: "A", stackAs: "share" }),
    ]);

    expect([a?.v[0], b?.v[0]]).toEqual([0.75, 0.25]);
  });

  it("does not touch the series beside it", () => {
    const alone = aSeries("alone", [[7, 1]]);

    expect(alignStacks([alone])[0]).toBe(alone);
  });
});
