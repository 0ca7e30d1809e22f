import type { Family } from "../catalogue.ts";
import { askingStore, type DashboardDocument, type DashboardPanel, timeSeriesPanel } from "../dashboard-panel.ts";
import { type AskFleet, askFleet, FAMILIES, type FleetOptions, isEmitted } from "./fleet.ts";
import { PANELS, type PanelPlan } from "./panels.ts";

const TITLES: Readonly<Record<Family, string>> = {
  core: "Workers with TypeScript, Python, .NET and Ruby",
  go: "Workers with Go and PHP",
  java: "Workers with Java",
};
const COLUMNS = 24;
const PER_ROW = 3;
const HEIGHT = 8;
const WINDOW = "$__rate_interval";

/**
 * Dashboards of a fleet, in the schema of the resource API: one of all workers, where there are several families, then
 * one per family with the metrics that its SDKs emit. Queries are right for every way in which SDKs write a metric, and
 * durations are in seconds.
 *
 * Workers do not say of which family they are: where one store has several, give `where` and make each family's apart.
 *
 * @param options - `datasource` is the uid of the store that is asked, by default `vedette`
 * @see spec 3, Workflow-SDK metrics
 */
export function createDashboards(options: FleetOptions & { readonly datasource?: string } = {}): DashboardDocument[] {
  const { families = FAMILIES, datasource = "vedette" } = options;
  const ask = askFleet(options);
  const wanted = FAMILIES.filter((family) => families.includes(family));
  const ofFamily = wanted.map((family) => dashboard(TITLES[family], [family], ask));
  const all = wanted.length > 1 ? [dashboard("Workers of all SDKs", wanted, ask)] : [];
  return [...all, ...ofFamily].map((document) => ({
    ...document,
    panels: document.panels.map((panel) => askingStore(panel, datasource)),
  }));
}

function dashboard(title: string, families: readonly Family[], ask: AskFleet): DashboardDocument {
  return {
    schemaVersion: 41,
    title,
    description: "What workflow workers report about their requests, queues, slots, cache, workflows and activities.",
    tags: ["vedette", "workers", ...families],
    editable: true,
    graphTooltip: 1,
    time: { from: "now-1h", to: "now" },
    refresh: "30s",
    timezone: "browser",
    panels: panelsOf(families, ask),
  };
}

/** The plans that have a line for one of the families, three in a row. */
function panelsOf(families: readonly Family[], ask: AskFleet): DashboardPanel[] {
  const plans = PANELS.map((plan) => ({
    ...plan,
    lines: plan.lines.filter(({ metrics }) => metrics.some((metric) => isEmitted(metric, families))),
  })).filter(({ lines }) => lines.length > 0);
  return plans.map((plan, index) => panel(plan, index, (metric, query) => ask(metric, { window: WINDOW, ...query })));
}

function panel({ title, description, unit, lines, isStacked = false }: PanelPlan, index: number, ask: AskFleet) {
  const w = COLUMNS / PER_ROW;
  return timeSeriesPanel({
    id: index + 1,
    title,
    description,
    at: { x: (index % PER_ROW) * w, y: Math.floor(index / PER_ROW) * HEIGHT, w, h: HEIGHT },
    unit,
    isStacked,
    lines: lines.map(({ name, expr, color }) => ({ name, expr: expr(ask), ...(color === undefined ? {} : { color }) })),
  });
}
