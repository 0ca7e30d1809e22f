import { CHART_THEMES, renderToSVG } from "@vedette/chart/core";
import { describe, expect, it } from "vitest";
import type { DisplayFrame } from "../../model/frame/frame.ts";
import type { JsonObject } from "../../model/json.ts";
import { fittingColumns, pieLabels, pieOption, pieRoom, slicesOf } from "./pie-slices.ts";

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
    const option = pieOption(slices(3e-16, 1e-16), {
      isDonut: false,
      labels: [],
      chartTheme,
      size: { width: 300, height: 300 },
    });

    expect(option).toMatchObject({ series: [{ data: [{ value: 0.75 }, { value: 0.25 }] }] });
  });

  it("have what is asked for written into them, where there is room", () => {
    const drawn = (options: JsonObject, edge = 300) => {
      const size = { width: edge, height: edge };
      const labels = pieLabels(options);
      return renderToSVG(pieOption(slices(97, 3), { isDonut: false, labels, chartTheme, size }), size);
    };

    const svg = drawn({ displayLabels: ["percent", "name", "anything"] });
    expect(svg).toContain("pod-0");
    expect(svg).toContain("97\u2009%");
    expect(svg).not.toContain("pod-1");
    expect(drawn({})).not.toContain("pod-0");
    expect(drawn({ displayLabels: ["name"] }, 40)).not.toContain("pod-0");
    const look = { isDonut: false, labels: pieLabels({ displayLabels: ["name"] }), chartTheme };
    expect(pieOption(slices(1), { ...look, size: { width: 300, height: 300 } })).toMatchObject({
      series: [{ label: { lineHeight: 14 } }],
    });
  });

  it("have no text where it would lie over the part beside", () => {
    const look = { isDonut: false, labels: pieLabels({ displayLabels: ["percent"] }), chartTheme };
    const size = { width: 190, height: 190 };
    const svg = renderToSVG(pieOption(slices(78, 45, 12), { ...look, size }), size);

    expect(svg).toContain("57.8\u2009%");
    expect(svg).toContain("33.3\u2009%");
    expect(svg).not.toContain("8.89\u2009%");
  });

  it("from the ninth on are told apart by lines across them", () => {
    expect(slices(...Array(10).fill(1)).filter(({ hatch }) => hatch !== 0)).toHaveLength(2);
  });

  it.each([12, 48])(
    "leave a legend at their side room for a name and two numbers, in type of %i pixels",
    (fontSize) => {
      const names = ["Portugal", "Chile"];
      const columns = [
        ["381", "263"],
        ["37.2\u2009%", "25.6\u2009%"],
      ];
      const width = fontSize * 23;
      const { isBeside, chart } = pieRoom(
        { width, height: fontSize * 14 },
        { placement: "right", names, columns, fontSize },
      );

      expect(isBeside).toBe(true);
      // As measured in Chromium with both names, both numbers and the gaps between them.
      expect((width - chart.width) / fontSize).toBeGreaterThanOrEqual(13.5);
      expect(chart.width / fontSize).toBeGreaterThanOrEqual(6.5);
    },
  );

  it("have their legend below where nobody scrolls and numbers have no room at the side, its lines whole", () => {
    const names = Array.from({ length: 5 }, (_, at) => `machine-${at}`);
    const legend = { placement: "right", names, columns: [names.map(() => "66.7 %")], fontSize: 24 };

    expect(pieRoom({ width: 276, height: 190 }, legend).isBeside).toBe(true);
    const { isBeside, chart } = pieRoom({ width: 276, height: 190 }, { ...legend, scrolls: false });
    expect(isBeside).toBe(false);
    expect(190 - chart.height).toBeGreaterThan(2 * 1.53 * 24);
    expect(pieRoom({ width: 600, height: 190 }, { ...legend, scrolls: false }).isBeside).toBe(true);
  });

  it("leave out numbers in the legend that have no room beside a name", () => {
    const columns = [["27.6"], ["57.8\u2009%"]];
    const legend = { placement: "right", names: ["gamma"], columns, fontSize: 12 };

    expect([300, 125, 100].map((room) => fittingColumns(legend, room))).toEqual([2, 1, 0]);
  });

  it("have all the room when there is no legend", () => {
    const size = { width: 300, height: 200 };

    expect(pieRoom(size, undefined)).toEqual({ isBeside: false, chart: size });
  });
});
