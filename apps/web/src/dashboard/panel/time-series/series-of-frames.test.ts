import { CHART_THEMES } from "@vedette/chart/core";
import { describe, expect, it } from "vitest";
import type { FieldSettings } from "../../model/dashboard-document.ts";
import type { DisplayFrame } from "../../model/frame/frame.ts";
import { lookOfPanel } from "./look-of-panel.ts";
import { seriesOfFrames } from "./series-of-frames.ts";

function aSeries(name: string, settings: FieldSettings = {}, values: (number | undefined)[] = [1, 2]): DisplayFrame {
  return {
    refId: "A",
    name,
    length: values.length,
    fields: [
      {
        name: "Time",
        displayName: "Time",
        type: "time",
        values: values.map((_, at) => at * 1000),
        labels: {},
        settings: {},
      },
      { name: "Value", displayName: name, type: "number", values, labels: {}, settings },
    ],
  };
}

const look = { theme: "dark", chartTheme: CHART_THEMES.dark } as const;
const seriesOf = (...frames: DisplayFrame[]) => seriesOfFrames(frames, look);

describe("the series of a panel", () => {
  it("have a gap where there is no value", () => {
    expect([...(seriesOf(aSeries("a", {}, [1, undefined, 3]))[0]?.v ?? [])]).toEqual([1, Number.NaN, 3]);
  });

  it("count gaps as zero where an old graph asked for that", () => {
    const [series] = seriesOf(aSeries("a", { custom: { nullValueMode: "null as zero" } }, [1, undefined]));

    expect([...(series?.v ?? [])]).toEqual([1, 0]);
  });

  it("are drawn downwards when they are about what goes out", () => {
    expect([...(seriesOf(aSeries("out", { custom: { transform: "negative-Y" } }))[0]?.v ?? [])]).toEqual([-1, -2]);
  });

  it("are dotted with dots that can be seen, also those written as strokes of no length", () => {
    const dotted = (dash: number[]) => aSeries("a", { custom: { lineWidth: 2, lineStyle: { fill: "dot", dash } } });

    expect(seriesOf(dotted([0, 10]))[0]?.draw?.dash).toEqual([2, 10]);
    expect(seriesOf(dotted([3, 5]))[0]?.draw?.dash).toEqual([3, 5]);
  });

  it("have dashes and hatches of their own where somebody wants that, but for those that the document dots", () => {
    const chartTheme = { ...CHART_THEMES.dark, hasPatterns: true };
    const dotted = { custom: { lineStyle: { fill: "dot", dash: [3, 5] } } };

    const drawn = seriesOfFrames([aSeries("a"), aSeries("b"), aSeries("c", dotted)], { ...look, chartTheme });

    expect(drawn.map(({ draw }) => [draw?.dash, draw?.hatch])).toEqual([
      [undefined, undefined],
      [[6, 4], 1],
      [[3, 5], 2],
    ]);
  });

  it("are told apart by more than their colours, too, where the document names these", () => {
    const chartTheme = { ...CHART_THEMES.dark, hasPatterns: true };
    const painted = (fixedColor: string) => ({ color: { mode: "fixed", fixedColor } });
    const frames = [aSeries("2xx", painted("green")), aSeries("5xx", painted("red"))];

    expect(seriesOfFrames(frames, { ...look, chartTheme }).map(({ draw }) => draw?.dash)).toEqual([undefined, [6, 4]]);
    expect(seriesOfFrames(frames, look).map(({ draw }) => draw?.dash)).toEqual([undefined, undefined]);
  });

  it("have dashes as large as their lines on a wall, also those of the document", () => {
    const chartTheme = { ...CHART_THEMES.dark, hasPatterns: true, fontSize: 22 };
    const dashed = { custom: { lineStyle: { fill: "dash", dash: [10, 5] } } };

    const drawn = seriesOfFrames([aSeries("a"), aSeries("b"), aSeries("c", dashed)], { ...look, chartTheme });

    expect(drawn.map(({ draw }) => draw?.dash)).toEqual([undefined, [12, 8], [20, 10]]);
  });

  it("are stacked by groups, but for those that a false group takes out", () => {
    const stacking = (group: string | boolean) => ({ custom: { stacking: { mode: "normal", group } } });

    const stacks = seriesOf(
      aSeries("used", stacking("A")),
      aSeries("total", stacking(false)),
      aSeries("b", stacking("B")),
    );

    expect(stacks.map(({ stack }) => stack)).toEqual(["A", undefined, "B"]);
  });

  it("have the colour of each height where their scheme is to be seen, in the range of what they have", () => {
    const settings = { color: { mode: "continuous-GrYlRd" }, custom: { gradientMode: "scheme" } };
    const [series] = seriesOf(aSeries("a", settings, [0, 5]));
    const [plain] = seriesOf(aSeries("a", { color: settings.color }, [0, 5]));
    const palette = seriesOf(aSeries("a", { custom: settings.custom }));

    expect(series?.draw?.colorOf?.(5)).toBe(series?.color);
    expect(series?.draw?.colorOf?.(0)).not.toBe(series?.color);
    expect(plain?.color).toBe(series?.color);
    expect([plain?.draw?.colorOf, palette[0]?.draw?.colorOf]).toEqual([undefined, undefined]);
  });

  it("have the colour that is fixed, the threshold's, or one of the palette that no other has", () => {
    const thresholds = {
      mode: "absolute",
      steps: [
        { from: Number.NEGATIVE_INFINITY, color: "green" },
        { from: 2, color: "red" },
      ],
    } as const;
    const [fixed, byValue, ...others] = seriesOf(
      aSeries("fixed", { color: { mode: "fixed", fixedColor: "#123456" } }),
      aSeries("value", { color: { mode: "thresholds" }, thresholds }),
      aSeries("same"),
      aSeries("same"),
    );

    expect(fixed?.color).toBe("#123456");
    expect(byValue?.color).toBe("#f75d59");
    expect(new Set(others.map(({ color }) => color)).size).toBe(2);
  });

  it("with another unit than the first have an axis of their own, at the right", () => {
    expect(seriesOf(aSeries("a", { unit: "s" }), aSeries("b", { unit: "bytes" })).map(({ axis }) => axis)).toEqual([
      "left",
      "right",
    ]);
  });

  it("that are hidden from the picture are not there", () => {
    expect(seriesOf(aSeries("a", { custom: { hideFrom: { viz: true } } }))).toEqual([]);
  });
});

describe("the axes of a panel", () => {
  const axesOf = (...frames: DisplayFrame[]) => lookOfPanel(seriesOf(...frames), { theme: "dark", timeZone: "UTC" });

  it("write their values in the unit of their first series", () => {
    const { left } = axesOf(aSeries("a", { unit: "bytes" }));

    expect(left?.format?.(1024, { step: 1024, most: 2048 })).toBe("1\u2009KiB");
    expect(left?.tickBase).toBe(1024);
  });

  it("end at the outermost of the limits that series ask for", () => {
    expect(axesOf(aSeries("a", { min: 0, max: 10 }), aSeries("b", { min: -5 })).left).toMatchObject({
      min: -5,
      max: 10,
    });
  });

  it("show shares from 0 to 100 %", () => {
    const { left } = axesOf(aSeries("a", { unit: "bytes", custom: { stacking: { mode: "percent" } } }));

    expect(left).toMatchObject({ min: 0, max: 1 });
    expect(left?.format?.(0.5, { step: 0.25, most: 1 })).toBe("50\u2009%");
  });

  it("have the thresholds that the panel asks to see", () => {
    const thresholds = {
      mode: "absolute",
      steps: [
        { from: Number.NEGATIVE_INFINITY, color: "transparent" },
        { from: 80, color: "red" },
      ],
    } as const;

    expect(axesOf(aSeries("a", { thresholds })).thresholds).toEqual([]);
    expect(
      axesOf(aSeries("a", { thresholds, custom: { thresholdsStyle: { mode: "dashed" } } })).thresholds,
    ).toMatchObject([{ from: 80, as: "dashed", color: "#f75d59" }]);
  });
});
