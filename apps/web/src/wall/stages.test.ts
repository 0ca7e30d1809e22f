import { describe, expect, it } from "vitest";
import { stagesOf } from "./stages.ts";

const STOPS = ["a", "b", "c"].map((uid) => ({ uid }));
const at = (number: number, index: number) => ({ number, index });

function shown(...[stops, turn, settled]: Parameters<typeof stagesOf>): string {
  return stagesOf(stops, turn, settled)
    .map(({ key, stop, isShown }) => `${key}${stop.uid}${isShown ? "!" : ""}`)
    .join(" ");
}

describe("the stages of a wall", () => {
  it("are the dashboard of the turn, and the next one behind it", () => {
    expect(shown(STOPS, at(5, 2), at(5, 2))).toBe("5c! 6a");
  });

  it("change what is seen before they change what is there", () => {
    expect(shown(STOPS, at(6, 0), at(5, 2))).toBe("5c 6a!");
    expect(shown(STOPS, at(6, 0), at(6, 0))).toBe("6a! 7b");
  });

  it("are made anew for a step back, and for a playlist of which nothing stands ready", () => {
    expect(shown(STOPS, at(6, 1), at(5, 2))).toBe("6b! 7c");
    expect(shown(STOPS, at(9, 0), at(5, 2))).toBe("9a! 10b");
  });

  it("are one for one dashboard, and none for none", () => {
    expect(shown(STOPS.slice(0, 1), at(3, 0), at(3, 0))).toBe("3a!");
    expect(shown([], at(0, 0), at(0, 0))).toBe("");
  });
});
