/** Kinds of panels that few dashboards have; loaded together with the first of them. */
export { AlertListPanel } from "./alerts/alert-list-panel.tsx";
export { ClockPanel } from "./clock/clock-panel.tsx";
export { DashboardListPanel } from "./dashboard-list/dashboard-list-panel.tsx";
export { BarChartPanel } from "./other/bar-chart-panel.tsx";
export { HeatmapPanel } from "./other/heatmap-panel.tsx";
export { PiePanel } from "./other/pie-panel.tsx";
export { UnknownPanel } from "./other/unknown-panel.tsx";
export { StatePanel } from "./states/state-panel.tsx";
