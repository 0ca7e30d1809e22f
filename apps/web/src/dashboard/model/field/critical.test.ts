import { describe, expect, it } from "vitest";
import type { FieldSettings } from "../dashboard-document.ts";
import { isRed } from "./color-name.ts";
import { isCritical } from "./critical.ts";

const STEPS = {
  mode: "absolute" as const,
  steps: [
    { from: Number.NEGATIVE_INFINITY, color: "green" },
    { from: 80, color: "semi-dark-red" },
  ],
};

function frames(values: readonly number[], settings: FieldSettings) {
  const field = { name: "a", displayName: "a", type: "number" as const, values, labels: {}, settings };
  return [{ refId: "A", name: "a", fields: [field], length: values.length }];
}

describe("a panel is critical", () => {
  it.each([
    ["a single value in the red", [10, 90], { thresholds: STEPS }, "stat", true],
    ["one that was there before", [90, 10], { thresholds: STEPS }, "stat", false],
    ["the last that was measured", [10, 90, Number.NaN], { thresholds: STEPS }, "stat", true],
    ["a series that shows no thresholds", [90], { thresholds: STEPS }, "timeseries", false],
    [
      "a series with lines at them",
      [90],
      { thresholds: STEPS, custom: { thresholdsStyle: { mode: "line" } } },
      "timeseries",
      true,
    ],
    ["a value with a colour of its own", [90], { thresholds: STEPS, color: { mode: "fixed" } }, "stat", false],
    [
      "the best step",
      [90],
      {
        thresholds: { ...STEPS, steps: STEPS.steps.map((one, at) => ({ ...one, color: at === 0 ? "red" : "green" })) },
      },
      "stat",
      false,
    ],
  ])("by %s", (_what, values, settings, kind, expected) => {
    expect(isCritical(frames(values, settings as FieldSettings), kind)).toBe(expected);
  });

  it.each([
    ["red", true],
    ["dark-red", true],
    ["#E02F44", true],
    ["#f00", true],
    ["rgba(245, 54, 54, 0.9)", true],
    ["#FF9830", false],
    ["orange", false],
    ["#1F60C4", false],
    ["infrared", false],
  ])("where %s marks it", (color, expected) => {
    expect(isRed(color)).toBe(expected);
  });
});
