import { init, use } from "echarts/core";
import { SVGRenderer } from "echarts/renderers";
import type { ChartOption } from "./chart-option.ts";
import { registerDashboardSet } from "./dashboard-set.ts";

export interface SvgOptions {
  /** CSS pixels. */
  readonly width: number;
  readonly height: number;
  /** A theme as ECharts takes it. */
  readonly theme?: string | object | null;
}

/** Draws a chart without a browser and gives the SVG document as text. Nothing moves in it. */
export function renderToSVG(option: ChartOption, { width, height, theme = null }: SvgOptions): string {
  registerDashboardSet();
  use(SVGRenderer);
  const chart = init(null, theme, { renderer: "svg", ssr: true, width, height });
  try {
    chart.setOption({ ...option, animation: false });
    return chart.renderToSVGString();
  } finally {
    // A chart that is not disposed keeps a Node process alive.
    chart.dispose();
  }
}
