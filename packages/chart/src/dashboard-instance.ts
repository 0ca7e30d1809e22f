import type { Chart } from "./chart.ts";
import { type InitOptions, init as initChart, type Theme } from "./chart-instance.ts";
import { registerDashboardSet } from "./kind/dashboard.ts";

/** Makes a chart in an element, as `/core` does, after registering what dashboards are made of. */
export function init(dom: HTMLElement | null, theme?: Theme, options?: InitOptions): Chart {
  registerDashboardSet();
  return initChart(dom, theme, options);
}
