import { describe, expect, it } from "vitest";
import { navItems, smallScreen } from "./nav-items.ts";

const shown = (page: number, total: number, items: number) =>
  navItems(page, total, items)
    .map((item) => ("page" in item ? item.page : `${item.from}..${item.to}`))
    .join(" ");

describe("the items of a page navigation", () => {
  it.each([
    [1, 3, 10, "1 2 3"],
    [1, 25, 10, "1 2 3 4 5 6 7 8 9..24 25"],
    [12, 25, 10, "1 2..9 10 11 12 13 14 15 16..24 25"],
    [25, 25, 10, "1 2..17 18 19 20 21 22 23 24 25"],
    [3, 7, 5, "1 2 3 4..6 7"],
    [2, 9, 5, "1 2 3 4..8 9"],
    [5, 9, 5, "1 2..4 5 6..8 9"],
    [5, 9, 4, "1 2..4 5 6..8 9"],
    [50_000, 100_000, 5, "1 2..49999 50000 50001..99999 100000"],
    [1, 0, 10, ""],
  ])("at page %i of %i, %i shown, are %s", (page, total, items, text) => {
    expect(shown(page, total, items)).toBe(text);
  });

  it("have no screen where there is no browser, as in tests of pages", () => {
    expect(smallScreen()).toBeUndefined();
  });

  it("always hold the current page, the first and the last", () => {
    for (let total = 1; total < 30; total++) {
      for (let page = 1; page <= total; page++) {
        for (const items of [4, 5, 6, 7, 10]) {
          const numbers = navItems(page, total, items).flatMap((item) => ("page" in item ? [item.page] : []));
          expect(numbers).toEqual(expect.arrayContaining([1, page, total]));
          expect(numbers).toEqual([...numbers].sort((a, b) => a - b));
        }
      }
    }
  });
});
