export { CATALOGUE, type CatalogueEntry, type Family, type MetricName } from "./catalogue.ts";
export type {
  DashboardDocument,
  DashboardPanel,
  DashboardTarget,
  DataSourceReference,
  GridPosition,
} from "./dashboard-panel.ts";
export { deliveryWorkersDashboard } from "./delivery-workers-dashboard.ts";
export type { TextFormat } from "./exposition.ts";
export { type AlertRule, type AlertRuleGroup, createAlerts, type FleetAlerts } from "./fleet/alerts.ts";
export { createDashboards } from "./fleet/dashboards.ts";
export type { FleetOptions } from "./fleet/fleet.ts";
export type { Labels } from "./labels.ts";
export { type ListenOptions, listen, type MetricsListener } from "./listen.ts";
export type { Metric } from "./metric.ts";
export type { MetricDefinition, MetricKind } from "./metric-definition.ts";
export type { MetricNameOf, TagsOf } from "./metric-names.ts";
export { type NormalizedQuery, normalizedQuery } from "./normalized-query.ts";
export { exportOtlp, type OtlpExporter, type OtlpExportOptions } from "./otlp/export-otlp.ts";
export type {
  OtlpAttribute,
  OtlpHistogramPoint,
  OtlpMetric,
  OtlpNumberPoint,
  OtlpRequest,
  Resource,
} from "./otlp/otlp-request.ts";
export { OTLP_EXPORT_ERRORS, OtlpExportError, type OtlpExportErrorCode, type OtlpProtocol } from "./otlp/post-otlp.ts";
export type { ExposedSample } from "./reader/exposition-cursor.ts";
export { ParseError, type ParseErrorCode } from "./reader/exposition-cursor.ts";
export type { NormalPoint } from "./reader/merge-points.ts";
export {
  type NormalExposition,
  type NormalizeOptions,
  type NormalMetric,
  normalizeExposition,
} from "./reader/normalize-exposition.ts";
export {
  type ExposedFamily,
  type Exposition,
  type ParseOptions,
  parseExposition,
} from "./reader/parse-exposition.ts";
export { createRegistry, type Registry, type RegistryOptions, type SeriesOf } from "./registry.ts";
export type { EndedRequest, RequestEnd, RequestInFlight, RequestStart } from "./request.ts";
export type { CounterSeries, GaugeSeries, HistogramSeries } from "./series.ts";
export { type StatusCode, TAGS, type TagName, type TagRule, type TagValue } from "./tags.ts";
export { contentTypeOf, negotiateFormat } from "./text-format.ts";
export { createWorkerMetrics, type WorkerMetrics, type WorkerMetricsOptions } from "./worker-metrics.ts";
export type { WorkerCounter, WorkerGauge, WorkerHistogram } from "./worker-series.ts";
