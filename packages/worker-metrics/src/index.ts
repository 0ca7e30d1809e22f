export { TEXT_FORMAT } from "./exposition.ts";
export type { Labels } from "./labels.ts";
export type { Metric } from "./metric.ts";
export type { MetricDefinition } from "./metric-definition.ts";
export { createRegistry, type MetricKind, type Registry, type RegistryOptions, type SeriesOf } from "./registry.ts";
export type { CounterSeries, GaugeSeries, HistogramSeries } from "./series.ts";
