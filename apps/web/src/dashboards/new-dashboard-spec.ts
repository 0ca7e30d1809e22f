import type { DashboardSpec } from "../api/dashboards.ts";
import { keptZone } from "./kept-zone.ts";

/** What a new dashboard begins with. */
export const STARTS = ["overview", "note", "empty"] as const;
export type Start = (typeof STARTS)[number];

/** The schema of documents made here. @see spec 2, Dashboard */
const SCHEMA_VERSION = 41;

const BUILT_IN_STORE = { type: "prometheus", uid: "vedette" } as const;

/**
 * The document of a new dashboard.
 *
 * @param note - the Markdown that the text panel begins with
 */
export function newDashboardSpec(title: string, start: Start, note: string): DashboardSpec {
  return {
    title,
    tags: [],
    timezone: keptZone(),
    schemaVersion: SCHEMA_VERSION,
    editable: true,
    fiscalYearStartMonth: 0,
    graphTooltip: 1,
    preload: false,
    refresh: "30s",
    time: { from: "now-1h", to: "now" },
    timepicker: {},
    templating: { list: [] },
    annotations: { list: [] },
    links: [],
    panels: panelsOf(start, note),
  };
}

function panelsOf(start: Start, note: string): readonly object[] {
  if (start === "empty") return [];
  const text = { id: 1, type: "text", title: "", options: { mode: "markdown", content: note } };
  if (start === "note") return [{ ...text, gridPos: { x: 0, y: 0, w: 24, h: 6 } }];
  return OVERVIEW.map(({ expr, unit, ...panel }, at) => ({
    id: at + 1,
    ...panel,
    datasource: BUILT_IN_STORE,
    targets: [{ refId: "A", expr, legendFormat: "__auto", datasource: BUILT_IN_STORE }],
    fieldConfig: { defaults: { unit }, overrides: [] },
    options: {},
  }));
}

/** What every scraped target has: whether it is up, and what its process uses. */
const OVERVIEW = [
  { type: "stat", title: "Targets up", expr: "sum(up)", unit: "short", gridPos: { x: 0, y: 0, w: 6, h: 6 } },
  { type: "timeseries", title: "Targets", expr: "up", unit: "short", gridPos: { x: 6, y: 0, w: 18, h: 6 } },
  {
    type: "timeseries",
    title: "Memory",
    expr: "process_resident_memory_bytes",
    unit: "bytes",
    gridPos: { x: 0, y: 6, w: 12, h: 8 },
  },
  {
    type: "timeseries",
    title: "CPU",
    expr: "rate(process_cpu_seconds_total[5m])",
    unit: "percentunit",
    gridPos: { x: 12, y: 6, w: 12, h: 8 },
  },
] as const;
