import { BarChartPanel } from "./other/bar-chart-panel.tsx";
import { HeatmapPanel } from "./other/heatmap-panel.tsx";
import { PiePanel } from "./other/pie-panel.tsx";
import { UnknownPanel } from "./other/unknown-panel.tsx";
import type { PanelBody } from "./panel-body.ts";
import { BarGaugePanel } from "./single-value/bar-gauge-panel.tsx";
import { GaugePanel } from "./single-value/gauge-panel.tsx";
import { StatPanel } from "./single-value/stat-panel.tsx";
import { TablePanel } from "./table/table-panel.tsx";
import { TextPanel } from "./text/text-panel.tsx";
import { TimeSeriesPanel } from "./time-series/time-series-panel.tsx";

export interface PanelKind {
  readonly Body: PanelBody;
  /** Draws without an answer. */
  readonly needsNoData?: boolean;
  /** Says itself that there is nothing. */
  readonly drawsEmpty?: boolean;
  /** Height in one column, in CSS pixels. @see web-experience 7 */
  readonly phoneHeight: number;
}

const KINDS: ReadonlyMap<string, PanelKind> = new Map<string, PanelKind>([
  ["timeseries", { Body: TimeSeriesPanel, phoneHeight: 220 }],
  ["trend", { Body: TimeSeriesPanel, phoneHeight: 220 }],
  ["stat", { Body: StatPanel, phoneHeight: 96 }],
  ["gauge", { Body: GaugePanel, phoneHeight: 160 }],
  ["bargauge", { Body: BarGaugePanel, phoneHeight: 200 }],
  ["table", { Body: TablePanel, phoneHeight: 320 }],
  ["table-old", { Body: TablePanel, phoneHeight: 320 }],
  ["text", { Body: TextPanel, phoneHeight: 0, needsNoData: true }],
  ["piechart", { Body: PiePanel, phoneHeight: 240 }],
  ["barchart", { Body: BarChartPanel, phoneHeight: 240 }],
  ["heatmap", { Body: HeatmapPanel, phoneHeight: 240 }],
]);

const UNKNOWN: PanelKind = { Body: UnknownPanel, phoneHeight: 200, drawsEmpty: true };

/** How panels of a type are drawn. */
export function panelKind(type: string): PanelKind {
  return KINDS.get(type) ?? UNKNOWN;
}
