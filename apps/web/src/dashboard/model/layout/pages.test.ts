import { describe, expect, it } from "vitest";
import { gridPages, rowsOnPage } from "./pages.ts";

const rowsOf = (count: number, h: number) => Array.from({ length: count }, (_, at) => ({ y: at * h, h }));

describe("the pages of a dashboard on a wall", () => {
  it.each([
    ["one where there is room for all", rowsOf(6, 8), 48, [[0, 48]]],
    ["one of nothing", [], 48, [[0, 1]]],
    [
      "about as high as each other",
      rowsOf(7, 8),
      48,
      [
        [0, 32],
        [32, 56],
      ],
    ],
    [
      "cut where no panel is",
      [
        { y: 0, h: 10 },
        { y: 0, h: 30 },
        { y: 30, h: 10 },
        { y: 40, h: 20 },
      ],
      45,
      [
        [0, 30],
        [30, 60],
      ],
    ],
    [
      "higher where a panel is",
      [
        { y: 0, h: 100 },
        { y: 100, h: 5 },
      ],
      48,
      [
        [0, 100],
        [100, 105],
      ],
    ],
  ])("are %s", (_which, places, mostRows, pages) => {
    expect(gridPages(places, mostRows).map(({ start, end }) => [start, end])).toEqual(pages);
  });

  it("are drawn alike, but for one that could not be cut", () => {
    const pages = [
      { start: 0, end: 32 },
      { start: 32, end: 56 },
      { start: 56, end: 556 },
    ];

    expect(pages.map((page) => rowsOnPage(page, pages, 48))).toEqual([32, 32, 500]);
  });
});
