import { CHART_THEMES } from "@vedette/chart/core";
import { describe, expect, it } from "vitest";
import { inLegendOrder, legendSort } from "./legend-order.ts";
import { seriesOfFrames } from "./series-of-frames.ts";

function seriesNamed(valuesByName: Record<string, readonly number[]>) {
  const frames = Object.entries(valuesByName).map(([name, values]) => {
    const common = { labels: {}, settings: {} };
    const times = values.map((_, at) => at * 1000);
    const fields = [
      { ...common, name: "Time", displayName: "Time", type: "time" as const, values: times },
      { ...common, name: "Value", displayName: name, type: "number" as const, values },
    ];
    return { refId: "A", name, length: values.length, fields };
  });
  return seriesOfFrames(frames, { theme: "dark", chartTheme: CHART_THEMES.dark });
}

const series = seriesNamed({ c: [1, 9, 2], a: [5, 5, 5], none: [Number.NaN], b: [7, 1, 1] });

describe("the lines of a legend", () => {
  it.each([
    [{}, ["c", "a", "none", "b"]],
    [{ sortBy: "Max", sortDesc: true }, ["c", "b", "a", "none"]],
    [{ sortBy: "Max", sortDesc: false }, ["a", "b", "c", "none"]],
    [{ sortBy: "Mean", sortDesc: true }, ["a", "c", "b", "none"]],
    [{ sortBy: "Last *", sortDesc: true }, ["a", "c", "b", "none"]],
    [{ sortBy: "Name" }, ["a", "b", "c", "none"]],
  ])("ordered by %j are %j", (legend, names) => {
    expect(inLegendOrder(series, legendSort(legend)).map(({ name }) => name)).toEqual(names);
  });
});
