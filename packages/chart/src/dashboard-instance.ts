import type { EChartsCoreOption } from "echarts/core";
import type { Chart } from "./chart.ts";
import { type InitOptions, init as initChart, type Theme } from "./chart-instance.ts";
import { registerDashboardSet } from "./kind/dashboard.ts";
import { renderToSVG as renderRegistered, type SvgOptions } from "./svg.ts";

/** Makes a chart in an element, as `/core` does, after registering what dashboards are made of. */
export function init(dom: HTMLElement | null, theme?: Theme, options?: InitOptions): Chart {
  registerDashboardSet();
  return initChart(dom, theme, options);
}

/** Draws a chart without a browser, of what dashboards are made of, and gives the SVG document as text. */
export function renderToSVG(option: EChartsCoreOption, options: SvgOptions): string {
  registerDashboardSet();
  return renderRegistered(option, options);
}
