import { type ECharts, type EChartsInitOpts, getInstanceByDom, init as initECharts } from "echarts/core";
import { Chart } from "./chart.ts";

/** What ECharts' `init` takes: renderer, size, pixel ratio, locale … */
export type InitOptions = EChartsInitOpts;

export type Theme = string | object | null;

const chartByRaw = new WeakMap<ECharts, Chart>();

/**
 * Makes a chart in an element; an element that has one gives that one. Registers nothing: what the option names must
 * have been registered.
 *
 * @param dom - `null` with `ssr` and a size in `options`
 * @param theme - a theme as ECharts takes it: its name when registered, or the object
 */
export function init(dom: HTMLElement | null, theme?: Theme, options?: InitOptions): Chart {
  if (dom !== null) releaseFromDisposed(dom);
  return chartOf(initECharts(dom, theme, options));
}

/**
 * A chart that was disposed amid an event of its own lives until the event is over: ECharts would fail on what it still
 * has to do. Until then it goes on in an element that nobody sees, for at its end it empties the one that it has.
 */
function releaseFromDisposed(dom: HTMLElement): void {
  const raw = getInstanceByDom(dom);
  if (raw === undefined || chartByRaw.get(raw)?.isDisposed() !== true) return;
  const elsewhere = document.createElement("div");
  elsewhere.append(...dom.childNodes);
  Reflect.set(raw, "_dom", elsewhere);
  Reflect.set(raw.getZr().painter, "root", elsewhere);
  dom.removeAttribute("_echarts_instance_");
}

/** Makes a chart that others may draw on, until `settle` is called: the library is asked for something that it must know. */
export function initSurface(dom: HTMLElement, options: InitOptions, settle: () => void): Chart {
  releaseFromDisposed(dom);
  return chartOf(initECharts(dom, null, options), settle);
}

export function getInstance(dom: HTMLElement): Chart | undefined {
  const raw = getInstanceByDom(dom);
  const chart = raw === undefined ? undefined : chartOf(raw);
  return chart?.isDisposed() === true ? undefined : chart;
}

/** Ends the chart of an element, or a chart; nothing happens where there is none. */
export function dispose(target: HTMLElement | Chart): void {
  const chart = target instanceof Chart ? target : getInstance(target);
  chart?.dispose();
}

function chartOf(raw: ECharts, settle?: () => void): Chart {
  const chart = chartByRaw.get(raw) ?? new Chart(raw, settle);
  chartByRaw.set(raw, chart);
  return chart;
}
