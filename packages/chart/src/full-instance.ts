import type { Chart } from "./chart.ts";
import { type InitOptions, init as initChart, type Theme } from "./chart-instance.ts";
import { registerEverything } from "./kind/everything.ts";

/** Makes a chart in an element, as `/core` does, after registering everything there is. */
export function init(dom: HTMLElement | null, theme?: Theme, options?: InitOptions): Chart {
  registerEverything();
  return initChart(dom, theme, options);
}
