import { declareSettings } from "@vedette/settings";
import { Type } from "typebox";

/** A span of time as PromQL writes it, e.g. `15d`, or `0`. */
const DURATION = "^(0|(\\d+y)?(\\d+w)?(\\d+d)?(\\d+h)?(\\d+m)?(\\d+s)?(\\d+ms)?)$";

const duration = () => Type.String({ minLength: 1, maxLength: 32, pattern: DURATION });

/** What is kept of the metrics, for how long, and where they come from. */
export const metricsSettings = declareSettings({
  "metrics.retention": {
    env: "VEDETTE_METRICS_RETENTION",
    type: duration(),
    default: "15d",
    doc: "How long samples are kept, e.g. 15d or 1y. 0 keeps them for ever.",
  },
  "metrics.max_size": {
    env: "VEDETTE_METRICS_MAX_SIZE",
    type: Type.Integer({ minimum: 0 }),
    default: 0,
    doc: "Bytes that samples may take on the disk; the oldest go first. 0 sets no limit.",
  },
  "metrics.max_series": {
    env: "VEDETTE_METRICS_MAX_SERIES",
    type: Type.Integer({ minimum: 1000, maximum: 10_000_000 }),
    default: 1_000_000,
    doc: "Series that take samples at a time. New ones beyond are refused, known ones go on.",
  },
  "metrics.ingest.max_elements": {
    env: "VEDETTE_METRICS_INGEST_MAX_ELEMENTS",
    type: Type.Integer({ minimum: 10_000, maximum: 10_000_000 }),
    default: 500_000,
    doc: "Protobuf fields, samples and numbers that one write request may hold; larger ones are rejected with 413.",
  },
  "metrics.out_of_order_window": {
    env: "VEDETTE_METRICS_OUT_OF_ORDER_WINDOW",
    type: duration(),
    default: "5m",
    doc: "How far behind the newest sample a late one is still taken; at most 1h.",
  },
  "metrics.durability": {
    env: "VEDETTE_METRICS_DURABILITY",
    type: Type.Enum(["batch", "request"]),
    default: "batch",
    doc: "When samples survive the loss of power: within 200 ms (batch), or before they are acknowledged (request).",
  },
  "metrics.scrape_self": {
    env: "VEDETTE_METRICS_SCRAPE_SELF",
    type: Type.Boolean(),
    default: true,
    doc: "Whether Vedette stores its own metrics, under the job vedette.",
  },
  "metrics.scrape_interval": {
    env: "VEDETTE_METRICS_SCRAPE_INTERVAL",
    type: duration(),
    default: "15s",
    doc: "Time between two scrapes of a target where its job says nothing else.",
  },
  "metrics.scrape": {
    env: "VEDETTE_METRICS_SCRAPE",
    type: Type.Array(Type.Unknown(), { maxItems: 1000 }),
    default: [],
    doc: "What else is scraped: jobs by the names of Prometheus' scrape_config, or shorter: job, targets (host:port), labels, interval, timeout, path, bearer.",
    secret: true,
  },
  "metrics.scrape_config_file": {
    env: "VEDETTE_METRICS_SCRAPE_CONFIG_FILE",
    type: Type.String({ maxLength: 4096 }),
    default: "",
    doc: "A prometheus.yml whose scrape_configs are scraped, too: discovery by files and HTTP, relabelling, limits. Its other parts are not read.",
  },
  "metrics.reset": {
    env: "VEDETTE_METRICS_RESET",
    type: Type.Enum(["off", "admin"]),
    default: "off",
    doc: "For tests: admin lets an administrator empty the whole store through the API.",
  },
  "metrics.query.timeout": {
    env: "VEDETTE_METRICS_QUERY_TIMEOUT",
    type: duration(),
    default: "2m",
    doc: "Time after which a query is given up. A query may ask for less.",
  },
  "metrics.query.max_samples": {
    env: "VEDETTE_METRICS_QUERY_MAX_SAMPLES",
    type: Type.Integer({ minimum: 1000 }),
    default: 50_000_000,
    doc: "Samples that one query may hold in memory.",
  },
  "metrics.query.max_processed_samples": {
    env: "VEDETTE_METRICS_QUERY_MAX_PROCESSED_SAMPLES",
    type: Type.Integer({ minimum: 0 }),
    default: 5_000_000_000,
    doc: "Samples that one query may process, each counted once for every window that it is in. Nested subqueries are estimated before the evaluation. 0 sets no limit.",
  },
  "metrics.query.max_concurrency": {
    env: "VEDETTE_METRICS_QUERY_MAX_CONCURRENCY",
    type: Type.Integer({ minimum: 1, maximum: 1000 }),
    default: 20,
    doc: "Queries that are evaluated at a time.",
  },
  "metrics.query.max_concurrency_per_user": {
    env: "VEDETTE_METRICS_QUERY_MAX_CONCURRENCY_PER_USER",
    type: Type.Integer({ minimum: 1, maximum: 1000 }),
    default: 4,
    doc: "Queries of one user that are evaluated at a time. Tokens count for their owner; every service account and wall and the secret key count as users of their own.",
  },
  "metrics.query.max_queued_per_user": {
    env: "VEDETTE_METRICS_QUERY_MAX_QUEUED_PER_USER",
    type: Type.Integer({ minimum: 0, maximum: 10_000 }),
    default: 100,
    doc: "Queries of one user that wait for evaluation. More are rejected with 429.",
  },
  "metrics.query.lookback": {
    env: "VEDETTE_METRICS_QUERY_LOOKBACK",
    type: duration(),
    default: "5m",
    doc: "How far back a query looks for the last sample of a series.",
  },
  "metrics.query.experimental": {
    env: "VEDETTE_METRICS_QUERY_EXPERIMENTAL",
    type: Type.Boolean(),
    default: true,
    doc: "Whether queries may use what Prometheus calls experimental: info(), limitk, anchored, computed durations…",
  },
  "metrics.otlp.translation_strategy": {
    env: "VEDETTE_METRICS_OTLP_TRANSLATION_STRATEGY",
    type: Type.Enum([
      "underscore_with_suffixes",
      "underscore_without_suffixes",
      "no_utf8_escaping_with_suffixes",
      "no_translation",
    ]),
    default: "underscore_with_suffixes",
    doc: "How names of OpenTelemetry become those of metrics: whether other signs become _, whether units and _total are added.",
  },
  "metrics.otlp.promote_resource_attributes": {
    env: "VEDETTE_METRICS_OTLP_PROMOTE_RESOURCE_ATTRIBUTES",
    type: Type.Array(Type.String({ minLength: 1, maxLength: 256 }), { maxItems: 100 }),
    default: [],
    doc: "Attributes of programs that become labels of all their series, e.g. k8s.namespace.name; the others are labels of target_info.",
  },
  "metrics.otlp.convert_histograms_to_nhcb": {
    env: "VEDETTE_METRICS_OTLP_CONVERT_HISTOGRAMS_TO_NHCB",
    type: Type.Boolean(),
    default: false,
    doc: "Whether histograms of OpenTelemetry with bounds of their own become native histograms in place of a series for each bucket.",
  },
});
