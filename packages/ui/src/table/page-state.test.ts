import { describe, expect, it } from "vitest";
import {
  clampPage,
  DEFAULT_PAGE_SIZES,
  hasNext,
  itemsOf,
  knownPageSize,
  knownSizes,
  knownTotal,
  pageAfterResize,
  pageCountOf,
  pageWindow,
} from "./page-state.ts";
import { englishTexts } from "./page-texts.ts";

describe("the pages of a list", () => {
  it.each([
    [{ totalItems: 103 }, 10, 11],
    [{ totalItems: 0 }, 10, 1],
    [{ totalItems: 100 }, 10, 10],
    [{ totalItems: 100, pagesUnknown: true }, 10, undefined],
    [{}, 10, undefined],
  ])("of %j by %i are %j", (facts, size, count) => {
    expect(pageCountOf(facts, size)).toBe(count);
  });

  it.each([
    [11, 3, 3],
    [0, 3, 1],
    [Number.NaN, 3, 1],
    [7, undefined, 7],
  ])("page %d of %j is page %i", (page, count, clamped) => {
    expect(clampPage(page, count)).toBe(clamped);
  });

  it("have an unknown end until the last is told", () => {
    expect([
      hasNext(1, 2, false),
      hasNext(2, 2, false),
      hasNext(9, undefined, false),
      hasNext(9, undefined, true),
    ]).toEqual([true, false, true, false]);
  });

  it("begin anew with another size, or where one was", () => {
    expect(pageAfterResize({ page: 5, pageSize: 10 }, 20, false)).toEqual({ page: 1, pageSize: 20 });
    expect(pageAfterResize({ page: 5, pageSize: 10 }, 20, true)).toEqual({ page: 3, pageSize: 20 });
    expect(pageAfterResize({ page: 1, pageSize: Number.POSITIVE_INFINITY }, 20, true).page).toBe(1);
  });

  it("have a size that may be chosen", () => {
    expect([
      knownPageSize(20, DEFAULT_PAGE_SIZES),
      knownPageSize(25, DEFAULT_PAGE_SIZES),
      knownPageSize(5, []),
    ]).toEqual([20, 10, 10]);
  });

  it("have sizes that are whole, and each once", () => {
    expect(knownSizes([10, { text: "Ten", value: 10 }, 20.5, 20, 0.5, Number.NaN, { text: "10", value: 30 }])).toEqual([
      10,
      20,
      { text: "10", value: 30 },
    ]);
    expect(knownSizes([-1, 0.5])).toEqual(DEFAULT_PAGE_SIZES);
    expect(knownSizes([10, Number.POSITIVE_INFINITY])).toEqual([10, Number.POSITIVE_INFINITY]);
  });

  it("count whole items", () => {
    expect([1.5, 0.5, -3, Number.NaN, undefined].map(knownTotal)).toEqual([1, 0, 0, undefined, undefined]);
  });

  it("show these items", () => {
    expect(itemsOf({ page: 11, pageSize: 10 }, 103)).toEqual({ min: 101, max: 103 });
    expect(itemsOf({ page: 1, pageSize: 10 }, 0)).toEqual({ min: 0, max: 0 });
    expect(itemsOf({ page: 2, pageSize: 10 }, undefined)).toEqual({ min: 11, max: 20 });
  });

  it.each([
    [1, 10, 5, [1, 2, 3, 4, 5]],
    [10, 10, 5, [6, 7, 8, 9, 10]],
    [500_000, 1_000_000, 4, [499_998, 499_999, 500_000, 500_001]],
    [1, 1, 1000, [1]],
    [10, 10, 2.5, [9, 10]],
    [7, 10, Number.NaN, [7]],
  ])("around page %i of %i, at most %i, are %j", (page, count, most, pages) => {
    expect(pageWindow(page, count, most)).toEqual(pages);
  });

  it("are told in English, with numbers as a language writes them", () => {
    const { itemRangeText, pageRangeText, pageText } = englishTexts("de");
    expect(itemRangeText(1, 10, 1_000_000)).toBe("1–10 of 1.000.000 items");
    expect([pageRangeText(1, 1), pageRangeText(1, 11), pageText(2)]).toEqual(["of 1 page", "of 11 pages", "page 2"]);
  });
});
