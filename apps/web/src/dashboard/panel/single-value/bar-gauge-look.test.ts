import { describe, expect, it } from "vitest";
import { barGaugeLook } from "./bar-gauge-look.ts";

const VERTICAL = { orientation: "vertical" };

describe("how the bars of a bar gauge lie", () => {
  it("is upright where that has room", () => {
    expect(barGaugeLook(VERTICAL, { width: 270, height: 240, count: 5 }).direction).toBe("vertical");
    expect(barGaugeLook({}, { width: 600, height: 240, count: 5 }).direction).toBe("vertical");
  });

  it("is upright only where its numbers have room side by side, unless somebody wants it so", () => {
    const room = { width: 350, height: 240, count: 5, letters: 10 };

    expect(barGaugeLook({}, room).direction).toBe("horizontal");
    expect(barGaugeLook(VERTICAL, room)).toMatchObject({ direction: "vertical", isTight: true });
    expect(barGaugeLook({}, { ...room, letters: 4 })).toMatchObject({ direction: "vertical", isTight: false });
    expect(barGaugeLook({ valueMode: "hidden" }, room)).toMatchObject({ direction: "vertical", isTight: false });
    // Nobody points at a wall.
    expect(barGaugeLook(VERTICAL, { ...room, wallFont: 12 }).direction).toBe("horizontal");
  });

  it("is turned where upright bars would be too narrow, or too low to say anything", () => {
    expect(barGaugeLook(VERTICAL, { width: 270, height: 240, count: 20 }).direction).toBe("horizontal");
    expect(barGaugeLook(VERTICAL, { width: 270, height: 38, count: 3 }).direction).toBe("horizontal");
    expect(barGaugeLook({}, { width: 600, height: 38, count: 3 }).direction).toBe("horizontal");
  });

  it.each([
    { count: 8, isCompact: false, columns: 1 },
    { count: 11, isCompact: true, columns: 1 },
    { count: 20, isCompact: true, columns: 2 },
    { count: 99, isCompact: true, columns: 2 },
  ])("is in smaller type, then in columns, so that $count find room", ({ count, isCompact, columns }) => {
    const room = { width: 270, height: 240, count };

    expect(barGaugeLook({ orientation: "horizontal" }, room)).toMatchObject({ isCompact, columns });
  });

  it("is in columns alone on a wall, where small type is not read", () => {
    const room = { width: 1100, height: 240, count: 12, wallFont: 24 };

    expect(barGaugeLook({ orientation: "horizontal" }, room)).toMatchObject({ isCompact: false, columns: 3 });
  });
});
