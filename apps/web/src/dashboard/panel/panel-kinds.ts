import type { PanelBody } from "./panel-body.ts";
import { BodySkeleton } from "./panel-states.tsx";
import { StatPanel } from "./single-value/stat-panel.tsx";
import { TimeSeriesPanel } from "./time-series/time-series-panel.tsx";
import { whenLoaded } from "./when-loaded.tsx";

export interface PanelKind {
  readonly Body: PanelBody;
  /** Draws without an answer. */
  readonly needsNoData?: boolean;
  /** Says itself that there is nothing. */
  readonly drawsEmpty?: boolean;
  /** Draws something of its own for every series, so that many thousands of them would hold the page. */
  readonly drawsEach?: boolean;
  /** Height in one column, in CSS pixels. @see web-experience 7 */
  readonly phoneHeight: number;
}

// The two that nearly every dashboard has come with the page, the others when they are needed: the rare ones together,
// since each file of its own would break those that they share with the page into smaller ones.
const onRequest = (load: () => Promise<PanelBody>) => whenLoaded(load, BodySkeleton);
const rare = async () => await import("./rare-kinds.ts");
const AlertListPanel = onRequest(async () => (await rare()).AlertListPanel);
const BarChartPanel = onRequest(async () => (await rare()).BarChartPanel);
const ClockPanel = onRequest(async () => (await rare()).ClockPanel);
const DashboardListPanel = onRequest(async () => (await rare()).DashboardListPanel);
const HeatmapPanel = onRequest(async () => (await rare()).HeatmapPanel);
const PiePanel = onRequest(async () => (await rare()).PiePanel);
const StatePanel = onRequest(async () => (await rare()).StatePanel);
const UnknownPanel = onRequest(async () => (await rare()).UnknownPanel);
const BarGaugePanel = onRequest(async () => (await import("./single-value/bar-gauge-panel.tsx")).BarGaugePanel);
const GaugePanel = onRequest(async () => (await import("./single-value/gauge-panel.tsx")).GaugePanel);
const TablePanel = onRequest(async () => (await import("./table/table-panel.tsx")).TablePanel);
const TextPanel = onRequest(async () => (await import("./text/text-panel.tsx")).TextPanel);

const KINDS: ReadonlyMap<string, PanelKind> = new Map<string, PanelKind>([
  ["timeseries", { Body: TimeSeriesPanel, phoneHeight: 220, drawsEach: true }],
  ["trend", { Body: TimeSeriesPanel, phoneHeight: 220, drawsEach: true }],
  ["stat", { Body: StatPanel, phoneHeight: 96, drawsEach: true }],
  ["gauge", { Body: GaugePanel, phoneHeight: 160, drawsEach: true }],
  ["bargauge", { Body: BarGaugePanel, phoneHeight: 200, drawsEach: true }],
  ["table", { Body: TablePanel, phoneHeight: 320 }],
  ["table-old", { Body: TablePanel, phoneHeight: 320 }],
  ["text", { Body: TextPanel, phoneHeight: 0, needsNoData: true }],
  ["piechart", { Body: PiePanel, phoneHeight: 240, drawsEach: true }],
  ["barchart", { Body: BarChartPanel, phoneHeight: 240, drawsEach: true }],
  ["histogram", { Body: BarChartPanel, phoneHeight: 240 }],
  ["heatmap", { Body: HeatmapPanel, phoneHeight: 240 }],
  ["state-timeline", { Body: StatePanel, phoneHeight: 220, drawsEach: true }],
  ["status-history", { Body: StatePanel, phoneHeight: 220, drawsEach: true }],
  ["alertlist", { Body: AlertListPanel, phoneHeight: 240, drawsEmpty: true }],
  ["dashlist", { Body: DashboardListPanel, phoneHeight: 240, needsNoData: true }],
  ["grafana-clock-panel", { Body: ClockPanel, phoneHeight: 120, needsNoData: true }],
  ["clock", { Body: ClockPanel, phoneHeight: 120, needsNoData: true }],
]);

const UNKNOWN: PanelKind = { Body: UnknownPanel, phoneHeight: 200, drawsEmpty: true };

/** How panels of a type are drawn. */
export function panelKind(type: string): PanelKind {
  return KINDS.get(type) ?? UNKNOWN;
}
