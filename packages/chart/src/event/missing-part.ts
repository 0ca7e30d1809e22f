import { ComponentModel } from "echarts/core";

/** Bundlers replace this by what they build for; only in this spelling. */
declare const process: { readonly env: { readonly NODE_ENV?: string } };

/** Doors of the package by what they register, as main type and sub type, and the events that nothing else causes. */
const DOORS: readonly {
  readonly door: string;
  readonly parts: readonly string[];
  readonly events: readonly string[];
}[] = [
  { door: "/geo", parts: ["geo", "series.map"], events: ["georoam"] },
  { door: "/geo", parts: ["geo"], events: ["geoselectchanged", "geoselected", "geounselected"] },
  { door: "/graph", parts: ["series.graph"], events: ["graphroam"] },
  { door: "/tree", parts: ["series.tree"], events: ["treeroam", "treeexpandandcollapse"] },
  {
    door: "/tree",
    parts: ["series.treemap"],
    events: ["treemaproottonode", "treemapzoomtonode", "treemaprender", "treemapmove"],
  },
  { door: "/tree", parts: ["series.sunburst"], events: ["sunburstroottonode"] },
  { door: "/sankey", parts: ["series.sankey"], events: ["sankeyroam", "dragnode"] },
  { door: "/toolbox", parts: ["toolbox"], events: ["dataviewchanged", "magictypechanged", "restore"] },
  { door: "/toolbox", parts: ["brush"], events: ["brush", "brushend", "brushselected"] },
  { door: "/timeline", parts: ["timeline.slider"], events: ["timelinechanged", "timelineplaychanged"] },
  { door: "/full", parts: ["parallel"], events: ["axisareaselected", "parallelaxisexpand"] },
  { door: "", parts: ["visualMap.continuous", "visualMap.piecewise"], events: ["datarangeselected"] },
  { door: "", parts: ["dataZoom.inside", "dataZoom.slider", "dataZoom.select"], events: ["datazoom"] },
  {
    door: "",
    parts: ["legend.plain"],
    events: [
      "legendselectchanged",
      "legendselected",
      "legendunselected",
      "legendselectall",
      "legendinverseselect",
      "legendscroll",
    ],
  },
];

const warned = new Set<string>();

/**
 * Tells once, while developing, that an event cannot happen because what causes it was not imported: the library takes
 * such a handler without a word.
 */
export function warnOfMissingPart(event: string): void {
  if (process.env.NODE_ENV === "production" || warned.has(event)) return;
  const need = DOORS.find(({ events }) => events.includes(event));
  if (need === undefined || need.parts.some(isRegistered)) return;
  warned.add(event);
  // biome-ignore lint/suspicious/noConsole: a hint for who writes a page, never shown in production
  console.warn(`"${event}" cannot happen yet: import "@vedette/chart${need.door}" or "@vedette/chart/full".`);
}

function isRegistered(part: string): boolean {
  const [mainType = "", subType] = part.split(".");
  // The class registry of the library, which its types leave out.
  const registry = ComponentModel as unknown as { getClass?: (mainType: string, subType?: string) => unknown };
  return registry.getClass === undefined || Boolean(registry.getClass(mainType, subType));
}
