import { CHART_THEMES } from "@vedette/chart/core";
import { describe, expect, it } from "vitest";
import type { DisplayFrame } from "../../model/frame/frame.ts";
import { pieOption, pieRoom, slicesOf } from "./pie-slices.ts";

const chartTheme = CHART_THEMES.dark;

function slices(...values: readonly number[]) {
  const frames = values.map((value, at): DisplayFrame => {
    const name = `pod-${at}`;
    const field = { name, displayName: name, type: "number" as const, values: [value], labels: {}, settings: {} };
    return { refId: "A", name, fields: [field], length: 1 };
  });
  return slicesOf(frames, {}, { theme: "dark", chartTheme, timeZone: "UTC", now: 0 });
}

describe("the parts of a pie", () => {
  it("are those of a whole: what is without end, nothing or below it is no part", () => {
    expect(slices(3, Number.POSITIVE_INFINITY, Number.NaN, 0, -2, 1).map(({ name, share }) => [name, share])).toEqual([
      ["pod-0", "75\u2009%"],
      ["pod-5", "25\u2009%"],
    ]);
  });

  it("are drawn by their share, however small the numbers are", () => {
    const option = pieOption(slices(3e-16, 1e-16), { isDonut: false, chartTheme });

    expect(option).toMatchObject({ series: [{ data: [{ value: 0.75 }, { value: 0.25 }] }] });
  });

  it("from the ninth on are told apart by lines across them", () => {
    expect(slices(...Array(10).fill(1)).filter(({ hatch }) => hatch !== 0)).toHaveLength(2);
  });

  it("leave a legend at their side room for a name and two numbers", () => {
    const { chart } = pieRoom({ width: 300, height: 260 }, { hasLegend: true, placement: "right" });

    expect(300 - chart.width).toBeGreaterThanOrEqual(190);
  });
});
