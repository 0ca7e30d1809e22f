import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { hatch } from "./hatch.ts";
import { assignSeriesColors, dashOf } from "./series-color.ts";

describe("the colour of a series", () => {
  it("is the same in a panel where the name stands alone and in one where it comes first", () => {
    const alone = assignSeriesColors(["checkout"]).get("checkout");

    expect(assignSeriesColors(["checkout", "basket"]).get("checkout")).toEqual(alone);
  });

  it("never meets the same colour and dash twice in one panel of at most 24 series", () => {
    fc.assert(
      fc.property(fc.uniqueArray(fc.string(), { maxLength: 24 }), (names) => {
        const seen = [...assignSeriesColors(names).values()].map(({ index, pattern }) => `${index} ${pattern}`);

        expect(new Set(seen).size).toBe(names.length);
      }),
    );
  });

  it("comes without dashes as long as there are colours, and is grey beyond 24", () => {
    const names = Array.from({ length: 30 }, (_, at) => `pod-${at}`);
    const colors = [...assignSeriesColors(names).values()];

    expect(colors.slice(0, 8).every(({ pattern }) => pattern === 0)).toBe(true);
    expect(colors.slice(24).every(({ index }) => index === undefined)).toBe(true);
  });

  it("has a dash of its own where that is wanted, keeps its colour, and meets no other with both", () => {
    fc.assert(
      fc.property(fc.uniqueArray(fc.string(), { maxLength: 30 }), (names) => {
        const plain = assignSeriesColors(names);
        const patterned = [...assignSeriesColors(names, 8, true)];
        const colored = patterned.filter(([, { index }]) => index !== undefined);

        expect(patterned.map(([, { index }]) => index)).toEqual(names.map((name) => plain.get(name)?.index));
        expect(new Set(colored.map(([, { index, pattern }]) => `${index} ${pattern}`)).size).toBe(colored.length);
        expect(new Set(patterned.slice(0, 4).map(([, { pattern }]) => pattern)).size).toBe(Math.min(4, names.length));
      }),
    );
  });

  it("has strokes and lines as large as the letters of its chart", () => {
    expect(dashOf(1, 22)).toEqual(dashOf(1).map((length) => length * 2));
    expect(hatch(1, "#fff", 22).dashArrayY).toEqual(hatch(1, "#fff").dashArrayY.map((length) => length * 2));
  });
});
