import type { ECharts } from "echarts/core";
import { type ComponentModel, componentsOf } from "./model.ts";

type Params = Record<string, unknown>;

/**
 * Adds to the params of an event what the library leaves out. Changes them in place: they are shared by the handlers,
 * and by the library's own comparison with the queries that follow.
 */
export function completeParams(raw: ECharts, params: Params): void {
  const type = String(params["type"]);
  if (type.endsWith("roam")) completeRoams(raw, params, type);
  if (params["componentType"] === "timeline") completeTimelineItem(raw, params);
  if (isOfKeyboard(params["event"])) params["viaKeyboard"] = true;
  // The stroke or area of a line is told without the id of its series.
  if (params["selfType"] !== undefined) params["seriesId"] ??= seriesOf(raw, params)?.id;
  // Edges are strokes: their colour is that of the border. Ribbons tell none at all.
  if ("color" in params && (params["color"] ?? "none") === "none")
    params["color"] = params["borderColor"] ?? paintOf(params["event"]) ?? params["color"];
}

function seriesOf(raw: ECharts, params: Params): ComponentModel | undefined {
  return componentsOf(raw, { mainType: "series", index: params["seriesIndex"] })[0];
}

/** What the element under the pointer is filled with, or drawn with. */
function paintOf(event: unknown): unknown {
  const { style } = Object(Object(event).target) as {
    readonly style?: { readonly fill?: unknown; readonly stroke?: unknown };
  }; // by the library's elements
  return (style?.fill ?? "none") === "none" ? style?.stroke : style?.fill;
}

/** Marked by whoever pointed at an element without a pointer. */
function isOfKeyboard(event: unknown): boolean {
  return typeof event === "object" && event !== null && "viaKeyboard" in event;
}

/** The entries of a batch, of which the event itself tells what it says of the first; or the event. */
function completeRoams(raw: ECharts, params: Params, type: string): void {
  const entries: readonly Params[] = Array.isArray(params["batch"]) ? params["batch"].filter(isParams) : [];
  for (const entry of entries) completeRoam(raw, entry, type);
  const [first] = entries;
  if (first === undefined) completeRoam(raw, params, type);
  else for (const member of ROAM_MEMBERS) if (first[member] !== undefined) params[member] ??= first[member];
}

const ROAM_MEMBERS = ["componentType", "geoId", "seriesId", "totalZoom"] as const;

/** ECharts 6.0 lost `totalZoom`, and tells the component only when the caller of `dispatchAction` had. */
function completeRoam(raw: ECharts, params: Params, type: string): void {
  const subType = type.slice(0, -"roam".length);
  if (type === "georoam") {
    const isGeo = ["geoId", "geoIndex", "geoName"].some((member) => params[member] !== undefined);
    params["componentType"] ??= isGeo ? "geo" : "series";
  }
  const mainType = params["componentType"] === "geo" ? "geo" : "series";
  const component = componentsOf(raw, {
    mainType,
    index: params[`${mainType}Index`],
    id: params[`${mainType}Id`],
    name: params[`${mainType}Name`],
  }).find((one) => mainType === "geo" || one.subType === (type === "georoam" ? "map" : subType));
  if (component === undefined) return;
  params[`${mainType}Id`] ??= component.id;
  const zoom = component.get("zoom");
  params["totalZoom"] ??= typeof zoom === "number" ? zoom : 1;
}

/** Items of a timeline are numbered by their time when its axis is one of time, and have no name. */
function completeTimelineItem(raw: ECharts, params: Params): void {
  const [timeline] = componentsOf(raw, { mainType: "timeline", index: params["componentIndex"] });
  const items = timeline === undefined ? [] : itemsOf(timeline);
  const at =
    timeline?.get("axisType") === "category" ? Number(params["dataIndex"]) : placeOf(items, params["dataIndex"]);
  const item = items[at];
  if (item === undefined) return;
  Object.assign(params, { dataIndex: at, name: String(shownValue(item)), data: item, value: shownValue(item) });
}

function itemsOf(timeline: ComponentModel): readonly unknown[] {
  const items = timeline.get("data");
  return Array.isArray(items) ? items : [];
}

function placeOf(items: readonly unknown[], told: unknown): number {
  return items.findIndex((item) => {
    const value = shownValue(item);
    return value === told || Number(value) === told || new Date(asDate(value)).getTime() === told;
  });
}

/** The library reads a date without a zone as one of the viewer's zone. */
function asDate(value: unknown): string | number | Date {
  if (typeof value === "number" || value instanceof Date) return value;
  const text = String(value);
  return /^\d{4}-\d{2}-\d{2}$/.test(text) ? `${text}T00:00` : text;
}

function shownValue(item: unknown): unknown {
  return typeof item === "object" && item !== null && "value" in item ? item.value : item;
}

function isParams(value: unknown): value is Params {
  return typeof value === "object" && value !== null;
}
