import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { legendRoom } from "./legend-room.ts";

const wish = {
  isShown: true,
  placement: "bottom",
  as: "list",
  calcs: 0,
  lines: 2,
  names: ["a", "b"],
  fontSize: 12,
  scrolls: true,
} as const;

describe("the legend of a chart", () => {
  it("takes one line for two short names", () => {
    expect(legendRoom(wish, { width: 400, height: 200 })).toMatchObject({
      chart: { width: 400, height: 172 },
      legend: 24,
    });
  });

  it("has its lines whole below the field that searches them, and no field where no line is left", () => {
    const names = Array.from({ length: 200 }, (_, at) => `pod-${at}`);
    const many = { ...wish, names, lines: 200, hasSearch: true };

    expect(legendRoom(many, { width: 400, height: 250 }).legend).toBe(34 + 2 * 24);
    expect(legendRoom(many, { width: 400, height: 150 }).legend).toBe(2 * 24);
  });

  it("gives way in a panel that is too small for both", () => {
    expect(legendRoom(wish, { width: 400, height: 70 })).toMatchObject({
      chart: { width: 400, height: 70 },
      legend: 0,
    });
  });

  it("at the right is as wide as the document says, at most half of the panel", () => {
    const asked = { ...wish, placement: "right" as const, width: 250 };

    expect(legendRoom(asked, { width: 900, height: 200 }).legend).toBe(250);
    expect(legendRoom(asked, { width: 400, height: 200 }).legend).toBe(200);
  });

  it("stands below where the panel is too narrow for both side by side", () => {
    const wide = { ...wish, placement: "right" as const, as: "table" as const, calcs: 3 };

    expect(legendRoom(wide, { width: 260, height: 200 })).toMatchObject({
      placement: "bottom",
      chart: { width: 260, height: 124 },
      legend: 72,
    });
    expect(legendRoom(wide, { width: 260, height: 120 })).toMatchObject({ isTable: false, legend: 24 });
    expect(legendRoom(wide, { width: 260, height: 150 }).isTable).toBe(true);
    expect(legendRoom({ ...wide, scrolls: false }, { width: 260, height: 140 }).isTable).toBe(false);
    expect(legendRoom(wide, { width: 800, height: 200 })).toMatchObject({ isTable: true, placement: "right" });
  });

  it("on a wall names come before numbers, and a table of names alone is a list", () => {
    const names = ["machine-1.example.com", "machine-2.example.com"];
    const wall = { ...wish, names, placement: "right" as const, calcs: 3, fontSize: 24, scrolls: false };

    expect(legendRoom(wall, { width: 590, height: 300 })).toMatchObject({
      placement: "right",
      isTable: true,
      calcs: 1,
    });
    expect(legendRoom(wall, { width: 1400, height: 300 })).toMatchObject({ isTable: true, calcs: 3 });
    expect(legendRoom(wall, { width: 300, height: 500 })).toMatchObject({
      placement: "bottom",
      isTable: true,
      calcs: 1,
    });
    expect(legendRoom(wall, { width: 200, height: 500 })).toMatchObject({ isTable: false, calcs: 0 });
  });

  it("stands below where its numbers would leave no room to its names", () => {
    const table = { ...wish, placement: "right" as const, as: "table" as const, names: ["cache", "database"] };
    const size = { width: 420, height: 200 };

    expect(legendRoom({ ...table, calcs: 4 }, size)).toMatchObject({ isTable: true, placement: "bottom" });
    expect(legendRoom({ ...table, calcs: 2 }, size)).toMatchObject({ isTable: true, placement: "right" });
    expect(legendRoom({ ...table, calcs: 2, digits: 10 }, size)).toMatchObject({ isTable: true, placement: "bottom" });
    expect(legendRoom({ ...table, calcs: 1, digits: 14 }, size)).toMatchObject({ placement: "bottom" });
    // Where there is no room for a table either, numbers are better than none.
    expect(legendRoom({ ...table, calcs: 4 }, { ...size, height: 100 })).toMatchObject({ placement: "right" });
  });

  it("never takes more than half of the panel, however many series there are", () => {
    fc.assert(
      fc.property(
        fc.array(fc.string({ maxLength: 200 }), { maxLength: 200 }),
        fc.constantFrom("bottom" as const, "right" as const),
        fc.constantFrom("list" as const, "table" as const),
        fc.record({ width: fc.integer({ min: 20, max: 4000 }), height: fc.integer({ min: 20, max: 2000 }) }),
        (names, placement, as, size) => {
          const room = legendRoom({ ...wish, placement, as, calcs: 3, lines: names.length, names }, size);

          expect(room.legend).toBeLessThanOrEqual((room.placement === "right" ? size.width : size.height) / 2);
          expect(room.chart.width).toBeGreaterThan(0);
          expect(room.chart.height).toBeGreaterThan(0);
        },
      ),
    );
  });
});
