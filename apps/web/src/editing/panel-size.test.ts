import { describe, expect, it } from "vitest";
import { panelSizeOn } from "./panel-size.ts";

const FACTS = { rows: 18, phoneHeight: 220 };

describe("the size of a panel", () => {
  it.each([
    ["desktop", { w: 24, h: 9 }, { width: 1352, height: 370 }],
    ["desktop", { w: 12, h: 9 }, { width: 672, height: 370 }],
    ["phone", { w: 6, h: 9 }, { width: 374, height: 258 }],
    ["wall", { w: 24, h: 18 }, { width: 1900.8, height: 1017.6 }],
    ["wall", { w: 12, h: 9 }, { width: 945.6, height: 504 }],
  ] as const)("on a %s, of %j of its dashboard, is %j", (screen, grid, size) => {
    const { width, height } = panelSizeOn(screen, grid, FACTS);

    expect(width).toBeCloseTo(size.width, 1);
    expect(height).toBeCloseTo(size.height, 1);
  });

  it("on a phone is that of the grid where its kind has none", () => {
    expect(panelSizeOn("phone", { w: 6, h: 4 }, { ...FACTS, phoneHeight: 0 }).height).toBe(160);
  });
});
