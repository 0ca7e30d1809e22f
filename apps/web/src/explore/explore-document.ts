import type { DashboardSpec } from "../api/dashboards.ts";
import { newDashboardSpec } from "../dashboards/new-dashboard-spec.ts";
import { exploreMessages } from "./messages.ts";

/** What the page shows of the answers. */
export const SHOWN = ["both", "graph", "table"] as const;
export type Shown = (typeof SHOWN)[number];

/** Letters that queries are known by, in order. */
export function refIdOf(at: number): string {
  return String.fromCharCode("A".charCodeAt(0) + at);
}

/** A dashboard of what is asked: a graph above, the last values below. */
export function exploreDocument(
  expressions: readonly string[],
  { source, shown }: { readonly source: string; readonly shown: Shown },
): DashboardSpec {
  const datasource = { type: "prometheus", uid: source };
  const asked = expressions.map((expr, at) => ({ refId: refIdOf(at), expr, datasource }));
  const graph = {
    id: 1,
    type: "timeseries",
    title: exploreMessages.graph,
    gridPos: { x: 0, y: 0, w: 24, h: 11 },
    datasource,
    targets: asked.map((target) => ({ ...target, legendFormat: "__auto", range: true })),
    fieldConfig: { defaults: { custom: { fillOpacity: 8 } }, overrides: [] },
    options: {
      tooltip: { mode: "multi", sort: "desc" },
      legend: { displayMode: "table", placement: "bottom", calcs: ["lastNotNull"] },
    },
  };
  const table = {
    id: 2,
    type: "table",
    title: exploreMessages.table,
    gridPos: { x: 0, y: shown === "table" ? 0 : 11, w: 24, h: 9 },
    datasource,
    targets: asked.map((target) => ({ ...target, instant: true, range: false, format: "table" })),
    transformations: asked.length > 1 ? [{ id: "merge", options: {} }] : [],
    options: {},
  };
  return {
    ...newDashboardSpec(exploreMessages.dashboard, "empty", ""),
    refresh: "",
    panels: [...(shown === "table" ? [] : [graph]), ...(shown === "graph" ? [] : [table])],
  };
}
