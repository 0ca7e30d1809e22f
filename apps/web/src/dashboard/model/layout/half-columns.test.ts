import { describe, expect, it } from "vitest";
import { halfColumns } from "./half-columns.ts";

/** Places side by side that begin new lines of the whole grid where they have no room. */
function sideBySide(...widths: readonly number[]) {
  let [x, y] = [0, 0];
  return widths.map((w) => {
    if (x + w > 24) [x, y] = [0, y + 8];
    const place = { x, y, w, h: 8 };
    x += w;
    return place;
  });
}

describe("half of the columns", () => {
  it("hold two of four panels in a line", () => {
    expect(halfColumns(sideBySide(6, 6, 6, 6))).toEqual([6, 6, 6, 6]);
  });

  it("leave no gap beside the last panel of a line", () => {
    expect(halfColumns(sideBySide(9, 7, 8))).toEqual([12, 12, 12]);
    expect(halfColumns(sideBySide(8, 8, 8, 24))).toEqual([12, 12, 12, 12]);
    expect(halfColumns(sideBySide(4, 4, 4, 4, 4, 4))).toEqual([4, 4, 4, 4, 4, 4]);
    expect(halfColumns(sideBySide(5, 5, 5, 9))).toEqual([5, 7, 12, 12]);
  });

  it("keep a gap that the whole grid has too", () => {
    expect(halfColumns(sideBySide(6))).toEqual([6]);
    expect(halfColumns(sideBySide(24, 4))).toEqual([12, 4]);
  });

  it("are taken whole by what is wider", () => {
    expect(
      halfColumns([
        { x: 0, y: 0, w: 16, h: 16 },
        { x: 16, y: 0, w: 8, h: 8 },
        { x: 16, y: 8, w: 8, h: 8 },
      ]),
    ).toEqual([12, 12, 12]);
  });
});
