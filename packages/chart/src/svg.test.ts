import { describe, expect, it } from "vitest";
import { renderToSVG } from "./svg.ts";
import { CHART_THEMES } from "./theme.ts";

describe("drawing without a browser", () => {
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
        series: [{ type: "line", data: [[0, 1]] }],
      },
      { width: 320, height: 160, theme: { textStyle: { fontFamily: '"A", serif' } } },
    );

    expect(svg).toContain("font-family:'Inter Variable', 'Inter fallback'");
    expect(svg.match(/style="[^"]*"(?=[ >])/g)?.length).toBe(svg.match(/style="/g)?.length);
  });
});
