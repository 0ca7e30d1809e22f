import { describe, expect, it } from "vitest";
import { renderToSVG } from "./svg.ts";
import { CHART_THEMES } from "./theme.ts";

describe("drawing without a browser", () => {
  it("knows what its door registers, maps too, before any chart was made", async () => {
    const { registerMap, renderToSVG: renderAnything } = await import("./full.ts");
    const ring = [[0, 0], [9, 0], [9, 9], [0, 9], [0, 0]]; // biome-ignore format: one ring
    const geometry = { type: "Polygon", coordinates: [ring] } as const;
    registerMap("land", {
      type: "FeatureCollection",
      features: [{ type: "Feature", properties: { name: "everywhere" }, geometry }],
    } as never);
    const size = { width: 320, height: 160 };

    expect(renderAnything({ geo: { map: "land", label: { show: true } } }, size)).toContain(">everywhere<");
    const { renderToSVG: renderDashboards } = await import("./index.ts");
    const points = { type: "scatter", name: "points", data: [[1, 2]] };
    const titled = { title: { text: "Heading" }, legend: {}, xAxis: {}, yAxis: {}, series: [points] };
    const svg = renderDashboards(titled, size);
    expect([svg.includes(">Heading<"), svg.includes(">points<")]).toEqual([true, true]);
  });

  it("gives a complete SVG document of the asked size", () => {
    const svg = renderToSVG(
      {
        xAxis: { type: "value" },
        yAxis: { type: "value" },
        series: [
          {
            type: "line",
            data: [
              [0, 1],
              [1, 3],
            ],
          },
        ],
      },
      { width: 320, height: 160 },
    );

    expect(svg).toMatch(/^<svg width="320" height="160"/);
    expect(svg).toContain("<path");
    expect(svg).toMatch(/<\/svg>$/);
  });

  it("quotes the names of fonts so that the document stays well-formed", () => {
    const axis = { axisLabel: { fontFamily: CHART_THEMES.dark.font } };
    const svg = renderToSVG(
      {
        xAxis: { type: "value", ...axis },
        yAxis: { type: "value", ...axis },
        series: [
          { type: "line", data: [[0, 1]] },
          { type: "bar", data: [{ value: [0, 1], label: { show: true, fontFamily: CHART_THEMES.dark.font } }] },
        ],
      },
      { width: 320, height: 160, theme: { textStyle: { fontFamily: '"A", serif' } } },
    );

    expect(svg).toContain("font-family:'Inter Variable', 'Inter fallback'");
    expect(svg.match(/style="[^"]*"(?=[ >])/g)?.length).toBe(svg.match(/style="/g)?.length);
  });
});
