import type { DashboardSpec } from "../api/dashboards.ts";
import { newDashboardSpec } from "../dashboards/new-dashboard-spec.ts";
import { exploreMessages } from "./messages.ts";

/** What the page shows of the answers. */
export const SHOWN = ["both", "graph", "table"] as const;
type Shown = (typeof SHOWN)[number];

/** What is asked on the page, or on one side of it. */
export interface ExploredSide {
  readonly expressions: readonly string[];
  /** Uid of a data source; "" for the default one. */
  readonly source: string;
  readonly shown: Shown;
}

/** Letters that queries are known by, in order. */
export function refIdOf(at: number): string {
  return String.fromCharCode("A".charCodeAt(0) + at);
}

/** Heights in rows of the grid. */
const GRAPH = 11;
const TABLE = 9;
const COLUMNS = 24;

/** A dashboard of what is asked: a graph above, the last values below; of two sides the one beside the other. */
export function exploreDocument(sides: readonly ExploredSide[]): DashboardSpec {
  const [width, isSplit] = [COLUMNS / Math.max(1, sides.length), sides.length > 1];
  const { graph, table, sideOf } = exploreMessages;
  const panels = sides.flatMap(({ expressions, source, shown }, side) => {
    const datasource = { type: "prometheus", uid: source };
    const asked = expressions.map((expr, at) => ({ refId: refIdOf(at), expr, datasource }));
    const titled = (title: string) => (isSplit ? sideOf(title, side + 1) : title);
    const place = { x: side * width, w: width };
    const graphPanel = {
      id: 2 * side + 1,
      type: "timeseries",
      title: titled(graph),
      gridPos: { ...place, y: 0, h: GRAPH },
      datasource,
      targets: asked.map((target) => ({ ...target, legendFormat: "__auto", range: true })),
      fieldConfig: { defaults: { custom: { fillOpacity: 8 } }, overrides: [] },
      options: {
        tooltip: { mode: "multi", sort: "desc" },
        legend: { displayMode: "table", placement: "bottom", calcs: ["lastNotNull"] },
      },
    };
    const tablePanel = {
      id: 2 * side + 2,
      type: "table",
      title: titled(table),
      gridPos: { ...place, y: shown === "table" ? 0 : GRAPH, h: TABLE },
      datasource,
      targets: asked.map((target) => ({ ...target, instant: true, range: false, format: "table" })),
      transformations: asked.length > 1 ? [{ id: "merge", options: {} }] : [],
      options: {},
    };
    if (expressions.length === 0) return [];
    return [...(shown === "table" ? [] : [graphPanel]), ...(shown === "graph" ? [] : [tablePanel])];
  });
  // A moment under the pointer is shown on both sides.
  return { ...newDashboardSpec(exploreMessages.dashboard, "empty", ""), refresh: "", graphTooltip: 1, panels };
}
