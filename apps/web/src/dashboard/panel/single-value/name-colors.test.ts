import { assignSeriesColors, CHART_THEMES } from "@vedette/chart/core";
import { describe, expect, it } from "vitest";
import { nameColors } from "./name-colors.ts";
import type { ReducedValue } from "./reduced-values.ts";

const theme = CHART_THEMES.dark;

function aValue(name: string, mode: string): ReducedValue {
  const settings = { color: { mode } };
  const field = { name, displayName: name, type: "number", values: [1], labels: {}, settings } as const;
  return { key: name, name, value: 1, field, time: undefined, columns: [], row: -1 };
}

describe("the colour of a value without one of its own", () => {
  it("is that of its name, as in a chart", () => {
    const names = ["berlin", "oslo", "paris"];
    const values = names.map((name) => aValue(name, "palette-classic"));
    const inChart = assignSeriesColors(names, theme.series.length);

    expect(values.map(nameColors(values, theme))).toEqual(
      names.map((name) => theme.series[inChart.get(name)?.index ?? Number.NaN]),
    );
  });

  it("is the first where nobody asked for colours by name", () => {
    const values = ["berlin", "oslo"].map((name) => aValue(name, "thresholds"));

    expect(values.map(nameColors(values, theme))).toEqual([theme.series[0], theme.series[0]]);
  });
});
