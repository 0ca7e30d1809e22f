import { describe, expect, it } from "vitest";
import { renderToSVG } from "./svg.ts";

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
});
