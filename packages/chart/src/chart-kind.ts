import { registerLine } from "./kind/line.ts";

/** Kinds of charts beside the line, which is always there. */
export type ChartKind = "bar" | "gauge" | "heatmap" | "pie";

/** Each is a file of its own, so that a page loads only what its charts need. */
const LOADERS: Readonly<Record<ChartKind, () => Promise<void>>> = {
  bar: async () => (await import("./kind/bar.ts")).registerBar(),
  gauge: async () => (await import("./kind/gauge.ts")).registerGauge(),
  heatmap: async () => (await import("./kind/heatmap.ts")).registerHeatmap(),
  pie: async () => (await import("./kind/pie.ts")).registerPie(),
};

const loaded = new Set<ChartKind>();

export function isChartKindLoaded(kind: ChartKind): boolean {
  return loaded.has(kind);
}

/** Makes a kind of chart ready; an option that names it draws nothing before. */
export async function loadChartKind(kind: ChartKind): Promise<void> {
  if (loaded.has(kind)) return;
  registerLine();
  await LOADERS[kind]();
  loaded.add(kind);
}
