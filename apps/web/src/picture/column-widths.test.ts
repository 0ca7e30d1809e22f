import { describe, expect, it } from "vitest";
import { columnWidths } from "./column-widths.ts";

const widthsOf = (wished: readonly number[], width: number) => columnWidths(wished, width).map((one) => one.width);

describe("the columns of a table on a picture", () => {
  it.each([
    ["share what is left when all have room", [100, 50], 200, [125, 75]],
    ["give way from the widest when they have not", [300, 60, 60], 300, [180, 60, 60]],
    ["are cut alike when all are too wide", [300, 300], 200, [100, 100]],
    ["end where they would be too narrow", [90, 90, 90], 100, [50, 50]],
    ["are one at least", [90, 90], 20, [20]],
  ])("%s", (_, wished, width, expected) => {
    expect(widthsOf(wished, width)).toEqual(expected);
  });

  it("lie beside each other", () => {
    expect(columnWidths([100, 50, 50], 200).map(({ x }) => x)).toEqual([0, 100, 150]);
  });
});
