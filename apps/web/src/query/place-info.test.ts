import { describe, expect, it } from "vitest";
import { placeOf } from "./place-info.ts";

const box = (left: number, top: number, width: number, height: number) => ({
  left,
  top,
  right: left + width,
  bottom: top + height,
});

const LIST = box(100, 200, 300, 160);
const PLACES = {
  cursor: box(100, 180, 1, 20),
  list: LIST,
  option: box(100, 220, 300, 20),
  info: box(0, 0, 200, 80),
  space: box(0, 0, 1000, 600),
};

describe("what a completion means is said", () => {
  it("beside the list, on the side that has room, at the height of the completion", () => {
    const atEdge = { ...PLACES, list: box(650, 200, 300, 160) };

    expect(placeOf(PLACES)).toEqual({ class: "cm-completionInfo-right", style: "top: 20px" });
    expect(placeOf(atEdge).class).toBe("cm-completionInfo-left");
  });

  it("below or above the whole list in a narrow window, and over it only where nothing else has room", () => {
    const narrow = { ...PLACES, space: box(0, 0, 420, 600) };
    const low = { ...narrow, space: box(0, 0, 420, 400) };
    const isAbove = { ...low, cursor: box(100, 370, 1, 20) };

    expect(placeOf(narrow).style).toBe("top: 100%; max-width: 312px");
    expect(placeOf(isAbove).style).toBe("bottom: 100%; max-width: 312px");
    expect(placeOf(low).style).toBe("top: 40px; max-width: 312px");
  });
});
