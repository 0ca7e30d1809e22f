export { METRICS_ERRORS, MetricsError, type MetricsErrorCode } from "./errors.ts";
export type { Log } from "./log.ts";
export { type Metrics, type MetricsOptions, openMetrics } from "./metrics.ts";
export { type MetricsRoutesOptions, metricsRoutes, otlpReceiverRoutes } from "./metrics-routes.ts";
export { type IdentifyReader, selectorFault } from "./routes/access.ts";
export type { SelfAddress } from "./scrape/target.ts";
export { metricsSettings } from "./settings.ts";
