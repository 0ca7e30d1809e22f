import { describe, expect, it } from "vitest";
import { displayValue } from "../../model/field/display-value.ts";
import type { DisplayField } from "../../model/frame/frame.ts";
import { gaugeText } from "./gauge-text.ts";

function written(value: number, settings: DisplayField["settings"], hole: number) {
  const field = { name: "a", displayName: "a", type: "number" as const, values: [value], labels: {}, settings };
  const shown = displayValue(value, field, { theme: "dark", timeZone: "UTC", now: 0 });
  return gaugeText(value, shown, settings, { hole, least: 11 });
}

describe("the number of a gauge", () => {
  it.each([
    [98.7654, { decimals: 4 }, 60, "98.7654", ""],
    [98.7654, { decimals: 4 }, 40, "98.77", ""],
    [123_456_789.25, { decimals: 4 }, 48, "123.46", "M"],
    [-123_456_789.25, { decimals: 2 }, 48, "−123.5", "M"],
    [1_234_567_890_123, { unit: "short", decimals: 6 }, 48, "1.2346", "T"],
  ])("%d in %o is rounded until it fits into %d px: %s %s", (value, settings, hole, text, unit) => {
    expect(written(value, settings, hole)).toMatchObject({ text, unit });
  });

  it("is as large as the hole allows, and has its unit below where there is no room beside", () => {
    const wide = written(73.5, { unit: "reqps" }, 400);
    const small = written(73.5, { unit: "reqps" }, 60);

    expect([wide.isStacked, small.isStacked]).toEqual([false, true]);
    expect(small.fontSize).toBeGreaterThan(11);
    expect(wide.fontSize).toBeGreaterThan(small.fontSize);
    expect(small.unitSize).toBe(11);
  });
});
