import { type EChartsCoreOption, registerMap as registerMapOfECharts } from "echarts/core";
import type { Chart } from "./chart.ts";
import { type InitOptions, init as initChart, type Theme } from "./chart-instance.ts";
import { registerEverything } from "./kind/everything.ts";
import { renderToSVG as renderRegistered, type SvgOptions } from "./svg.ts";

/** Makes a chart in an element, as `/core` does, after registering everything there is. */
export function init(dom: HTMLElement | null, theme?: Theme, options?: InitOptions): Chart {
  registerEverything();
  return initChart(dom, theme, options);
}

/** Draws a chart of any kind without a browser and gives the SVG document as text. */
export function renderToSVG(option: EChartsCoreOption, options: SvgOptions): string {
  registerEverything();
  return renderRegistered(option, options);
}

/** As in ECharts, which takes no map before maps are registered, without a word. */
export function registerMap(...map: Parameters<typeof registerMapOfECharts>): void {
  registerEverything();
  registerMapOfECharts(...map);
}
