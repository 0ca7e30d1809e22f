import { CHART_THEMES } from "@vedette/chart/core";
import { describe, expect, it } from "vitest";
import type { DisplayFrame } from "../../model/frame/frame.ts";
import type { JsonObject } from "../../model/json.ts";
import { heatmapLook } from "./heatmap-look.ts";
import { cellsOf, heatmapOption } from "./heatmap-option.ts";
import { heatmapColors } from "./heatmap-scheme.ts";

const MINUTE = 60_000;
const span = { from: 0, to: 4 * MINUTE };

function aSeries(values: readonly number[], labels: Readonly<Record<string, string>> = {}): DisplayFrame {
  const common = { labels, settings: {} };
  const times = values.map((_, at) => at * MINUTE);
  const name = labels["le"] ?? "v";
  const fields = [
    { ...common, name: "Time", displayName: "Time", type: "time" as const, values: times },
    { ...common, name: "Value", displayName: name, type: "number" as const, values },
  ];
  return { refId: "A", name, length: values.length, fields };
}

const buckets = [aSeries([1, 0, 4], { le: "0.1" }), aSeries([2, 5, 0], { le: "+Inf" })];
const countsWith = (options: JsonObject, frames = buckets) =>
  cellsOf(frames, { options, span })?.byRow.map((row) => row.map(([, , count]) => count));

function optionWith(options: JsonObject, scale = 1) {
  const cells = cellsOf(buckets, { options, span });
  if (cells === undefined) throw new Error("nothing was counted");
  const theme = { theme: "dark", chartTheme: CHART_THEMES.dark } as const;
  const look = heatmapLook(options, theme);
  const chartTheme = { ...theme.chartTheme, fontSize: theme.chartTheme.fontSize * scale };
  const size = { width: 400 * scale, height: 200 * scale };
  return heatmapOption(cells, { ...theme, chartTheme, look, span, timeZone: "UTC", size });
}

describe("the counts of a heatmap", () => {
  it("are those above zero, and within what the options leave", () => {
    expect(countsWith({})).toEqual([
      [1, 4],
      [2, 5],
    ]);
    expect(countsWith({ filterValues: { le: 1 } })).toEqual([[4], [2, 5]]);
    expect(countsWith({ filterValues: { le: 1e-9, ge: 5 } })).toEqual([[1, 4], [2]]);
  });

  it("are named as the axis says", () => {
    expect(cellsOf(buckets, { options: { yAxis: { unit: "s", decimals: 3 } }, span })?.rows[0]).toMatch(
      /^100\.000\sms$/,
    );
  });

  it("are counted here when the panel shall: by time and value, as large as it asks", () => {
    const frames = [aSeries([1, 2, 11, 12]), aSeries([3, 19])];
    const calculation = { xBuckets: { mode: "size", value: "2m" }, yBuckets: { mode: "size", value: "10" } };

    const cells = cellsOf(frames, { options: { calculate: true, calculation }, span });

    expect(cells?.rows).toEqual(["10", "20"]);
    expect(cells?.byRow).toEqual([
      [[0, 0, 3]],
      [
        [0, 1, 1],
        [1, 1, 2],
      ],
    ]);
  });

  it("stay as they came when they were counted already", () => {
    expect(countsWith({ calculate: true })).toEqual(countsWith({}));
  });

  it.each([
    {
      calculate: true,
      calculation: { xBuckets: { mode: "size", value: "1ms" }, yBuckets: { mode: "size", value: 1e-9 } },
    },
    { calculate: true, calculation: { yBuckets: { mode: "count", value: 1e12 } } },
    { calculate: true, yAxis: { min: 5, max: 1 } },
  ])("with %j stay drawable", (options) => {
    const cells = cellsOf([aSeries([1, 2, 1e9])], { options, span });

    expect(cells?.rows.length ?? 0).toBeLessThanOrEqual(501);
    expect(cells?.times.length ?? 0).toBeLessThanOrEqual(1500);
  });
});

describe("the look of a heatmap", () => {
  it("has the scheme of the options, few near the ground, or the other way round", () => {
    const dark = { theme: "dark", chartTheme: CHART_THEMES.dark } as const;
    const light = { theme: "light", chartTheme: CHART_THEMES.light } as const;
    const ends = (colors: readonly string[]) => [colors[0], colors.at(-1)];

    expect(ends(heatmapColors({ scheme: "Oranges" }, dark))).toEqual(["#a63603", "#feedde"]);
    expect(ends(heatmapColors({ scheme: "Oranges", reverse: true }, dark))).toEqual(["#feedde", "#a63603"]);
    expect(ends(heatmapColors({ scheme: "Oranges" }, light))).toEqual(["#feedde", "#a63603"]);
    expect(ends(heatmapColors({ scheme: "Spectral" }, light))).toEqual(["#2b83ba", "#d7191c"]);
    expect(ends(heatmapColors({ scheme: "Viridis" }, light))).toEqual(["#440154", "#fde725"]);
    expect(heatmapColors(undefined, dark)).toEqual(CHART_THEMES.dark.ramp);
    expect(heatmapColors({ scheme: "nobody knows", scale: "linear" }, dark).at(-1)).toBe(CHART_THEMES.dark.ramp.at(-1));
  });

  it("rises faster at the low end with an exponent, in so many steps, or in opacity of one colour", () => {
    const dark = { theme: "dark", chartTheme: CHART_THEMES.dark } as const;

    expect(new Set(heatmapColors({ scheme: "Blues", scale: "linear", steps: 4 }, dark)).size).toBe(4);
    const middle = (color: JsonObject) => heatmapColors({ mode: "opacity", fill: "#102030", ...color }, dark)[16];
    expect(middle({ scale: "linear" })).toMatch(/^rgba\(16,32,48,0\.[23]/);
    expect(middle({ scale: "exponential", exponent: 0.5 })).toMatch(/^rgba\(16,32,48,0\.5/);
  });

  it("has its axis, its gaps, its scale and its numbers as asked", () => {
    expect(optionWith({ legend: { show: false } }).visualMap).toMatchObject({ show: false });
    expect(optionWith({})).toMatchObject({ yAxis: { inverse: false, position: "left" }, visualMap: { show: true } });
    expect(
      optionWith({
        cellGap: 3,
        color: { min: 1, max: 8 },
        legend: { show: true },
        showValue: "always",
        yAxis: { reverse: true, axisPlacement: "right", axisLabel: "took" },
      }),
    ).toMatchObject({
      yAxis: { inverse: true, position: "right", name: "took" },
      visualMap: { show: true, min: 1, max: 8 },
      series: [{ itemStyle: { borderWidth: 3 }, label: { show: true } }, {}],
    });
    expect(optionWith({ yAxis: { axisPlacement: "hidden" } })).toMatchObject({ yAxis: { axisLabel: { show: false } } });
  });

  it("has its times where they are, also between two columns", () => {
    const cells = {
      times: [0, 7, 14, 21, 28].map((at) => at * 60_000),
      rows: ["1"],
      byRow: [[]],
      most: 1,
      limits: [1],
    };
    const theme = { theme: "dark", chartTheme: CHART_THEMES.dark } as const;
    const [from, to] = [0, 28 * 60_000];
    const place = { ...theme, look: heatmapLook({}, theme), span: { from, to }, timeZone: "UTC" };
    const { xAxis } = heatmapOption(cells, { ...place, size: { width: 400, height: 200 } });
    const [, { axisLabel }] = xAxis as [object, { axisLabel: { customValues: number[] } }];
    const distances = axisLabel.customValues.slice(1).map((at, before) => at - (axisLabel.customValues[before] ?? 0));

    expect(distances.length).toBeGreaterThan(1);
    expect(Math.max(...distances) - Math.min(...distances)).toBeLessThan(1e-9);
  });

  it("has as many times below it on a wall as on a desk", () => {
    const labelsAt = (scale: number) => {
      const [, { axisLabel }] = optionWith({}, scale).xAxis as [object, { axisLabel: { customValues: number[] } }];
      return axisLabel.customValues;
    };

    expect(labelsAt(4)).toEqual(labelsAt(1));
    expect(optionWith({}, 4)).toMatchObject({ yAxis: { axisLabel: { width: 560, overflow: "truncate" } } });
    // The scale of colours is as long in its panel, too.
    expect([1, 4].map((scale) => optionWith({}, scale).visualMap)).toMatchObject([
      { itemHeight: expect.closeTo(400 / 3) },
      { itemHeight: expect.closeTo(1600 / 3) },
    ]);
  });
});
