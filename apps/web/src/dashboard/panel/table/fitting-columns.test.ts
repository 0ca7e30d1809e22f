import { describe, expect, it } from "vitest";
import { fittingColumns } from "./fitting-columns.ts";

const text = (width: number) => ({ width, isNumber: false, isSame: false });
const number = (width: number) => ({ width, isNumber: true, isSame: false });
const same = (width: number) => ({ width, isNumber: false, isSame: true });
const fit = (columns: Parameters<typeof fittingColumns>[0], available: number) => {
  const { label, shown } = fittingColumns(columns, available, 100);
  return { label, shown: [...shown].sort() };
};

describe("the columns of a table on a wall", () => {
  it("all stand there where they fit", () => {
    expect(fit([text(80), text(90), number(60)], 230)).toEqual({ label: 0, shown: [0, 1, 2] });
  });

  it("leave the one that names the rows its room, however many others there are", () => {
    const many = Array.from({ length: 30 }, () => number(60));

    expect(fit([text(300), ...many], 400)).toEqual({ label: 0, shown: [0, 1, 2, 3, 4, 5] });
  });

  it("keep one number beside names that have half of their room", () => {
    expect(fit([text(300), number(60), number(50)], 120)).toEqual({ label: 0, shown: [0, 1] });
    expect(fit([text(300), text(60)], 120)).toEqual({ label: 0, shown: [0] });
  });

  it("ask for no more room for names than these need", () => {
    expect(fit([text(40), number(60), number(60)], 160)).toEqual({ label: 0, shown: [0, 1, 2] });
  });

  it("give way in their order: what is the same in every row, other texts, numbers", () => {
    const columns = [same(150), text(80), same(50), text(90), number(60)];

    expect(fit(columns, 290)).toEqual({ label: 1, shown: [1, 2, 3, 4] });
    expect(fit(columns, 240)).toEqual({ label: 1, shown: [1, 3, 4] });
    expect(fit(columns, 150)).toEqual({ label: 1, shown: [1, 4] });
    expect(fit(columns, 90)).toEqual({ label: 1, shown: [1] });
  });

  it("begin with the first one where none names the rows", () => {
    expect(fit([same(50), number(60)], 60)).toEqual({ label: 0, shown: [0] });
    expect(fit([], 60).label).toBe(0);
  });
});
