import { type EChartsCoreOption, init, use } from "echarts/core";
import { SVGRenderer } from "echarts/renderers";
import { registerBar } from "./kind/bar.ts";
import { registerGauge } from "./kind/gauge.ts";
import { registerHeatmap } from "./kind/heatmap.ts";
import { registerLine } from "./kind/line.ts";
import { registerPie } from "./kind/pie.ts";

export interface SvgOptions {
  /** CSS pixels. */
  readonly width: number;
  readonly height: number;
  /** A theme as ECharts takes it. */
  readonly theme?: string | object | null;
}

const KINDS = [registerLine, registerBar, registerPie, registerGauge, registerHeatmap];

/**
 * Draws a chart without a browser and gives the SVG document as text. Nothing moves in it. Lines, bars, pies, gauges
 * and heat maps on a grid are there; what else the option names must have been registered.
 */
export function renderToSVG(option: EChartsCoreOption, { width, height, theme = null }: SvgOptions): string {
  for (const register of KINDS) register();
  use(SVGRenderer);
  const chart = init(null, withFonts(theme), { renderer: "svg", ssr: true, width, height });
  try {
    chart.setOption({ ...withFonts(option), animation: false });
    return chart.renderToSVGString();
  } finally {
    // A chart that is not disposed keeps a Node process alive.
    chart.dispose();
  }
}

/** ECharts writes the names of fonts into a quoted attribute as they are, so they must not have such quotes. */
function withFonts<Value>(value: Value): Value {
  if (Array.isArray(value)) return value.map(withFonts) as Value; // same shape
  if (value === null || typeof value !== "object" || Object.getPrototypeOf(value) !== Object.prototype) return value;
  const members = Object.entries(value).map(([key, member]: [string, unknown]) => {
    if (key === "fontFamily" && typeof member === "string") return [key, member.replaceAll('"', "'")];
    return [key, key === "data" && Array.isArray(member) ? member.map(ofItem) : withFonts(member)];
  });
  return Object.fromEntries(members);
}

/** Points are many and have no fonts; items that are objects may have labels. */
function ofItem(item: unknown): unknown {
  return Array.isArray(item) ? item : withFonts(item);
}
