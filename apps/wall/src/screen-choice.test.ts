import type { Display } from "@vedette/window";
import { describe, expect, it } from "vitest";
import { chosenScreens, readScreenChoice } from "./screen-choice.ts";

const BOUNDS = { x: 0, y: 0, width: 800, height: 600 };
const DISPLAYS: readonly Display[] = [
  { id: 71, name: "HDMI-1", bounds: BOUNDS, workArea: BOUNDS, primary: false, scaleFactor: 1 },
  { id: 72, name: "DP-1", bounds: BOUNDS, workArea: BOUNDS, primary: true, scaleFactor: 1 },
];

describe("the screens of a wall", () => {
  it.each([
    ["all", ["HDMI-1", "DP-1"]],
    ["primary", ["DP-1"]],
    ["HDMI-1", ["HDMI-1"]],
    ["72", ["DP-1"]],
    ["VGA-1", []],
  ])("%s are %j", (text, names) => {
    expect(chosenScreens(DISPLAYS, readScreenChoice(text)).map(({ name }) => name)).toEqual(names);
  });
});
