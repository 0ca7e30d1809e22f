import { describe, expect, it } from "vitest";
import { pageRange } from "./page-range.ts";

describe("the pages that a pagination shows", () => {
  it.each([
    [5, 10, [1, "ellipsis", 4, 5, 6, "ellipsis", 10]],
    [4, 10, [1, 2, 3, 4, 5, "ellipsis", 10]],
    [7, 10, [1, "ellipsis", 6, 7, 8, 9, 10]],
    [1, 10, [1, 2, 3, 4, 5, "ellipsis", 10]],
    [1, 3, [1, 2, 3]],
    [4, 7, [1, 2, 3, 4, 5, 6, 7]],
    [1, 1, [1]],
    [1, 0, []],
    [1, Number.NaN, []],
    [2, 2.1, [1, 2, 3]],
    [99, 3, [1, 2, 3]],
    [-4, 3, [1, 2, 3]],
    [Number.NaN, 10, [1, 2, 3, 4, 5, "ellipsis", 10]],
    [5.5, 10, [1, "ellipsis", 4, 5, 6, "ellipsis", 10]],
    [500_000, 1_000_000, [1, "ellipsis", 499_999, 500_000, 500_001, "ellipsis", 1_000_000]],
  ])("at page %i of %i are %j", (page, pageCount, steps) => {
    expect(pageRange({ page, pageCount })).toEqual(steps);
  });
});
