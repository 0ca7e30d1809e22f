import type { Family } from "./catalogue.ts";
import type { TextFormat } from "./exposition.ts";
import { openInstruments } from "./instruments.ts";
import { type ListenOptions, listen, type MetricsListener } from "./listen.ts";
import type { MetricNameOf, TagsOf } from "./metric-names.ts";
import { exportOtlp, type OtlpExporter, type OtlpExportOptions } from "./otlp/export-otlp.ts";
import type { OtlpRequest, Resource } from "./otlp/otlp-request.ts";
import { createRegistry, type Registry } from "./registry.ts";
import { countRequest, type EndedRequest, type RequestInFlight, type RequestStart, startRequest } from "./request.ts";
import type { WorkerCounter, WorkerGauge, WorkerHistogram } from "./worker-series.ts";

/** How a worker's metrics are written. */
export interface WorkerMetricsOptions<F extends Family = Family> {
  /** Whose metrics they are: decides which exist, their unit and their suffixes. Default `core`. */
  readonly family?: F;
  /** Put before every name. Default `vedette_`; empty for none. */
  readonly prefix?: string;
  /** Seconds instead of milliseconds. For `core` only; `go` and `java` always use seconds. Default false. */
  readonly useSecondsForDurations?: boolean;
  /** Whether counters end in `_total`. Default: no for `core`, yes for `go` and `java`. */
  readonly countersTotalSuffix?: boolean;
  /** Whether histograms end in their unit. Default: no for `core`, yes for `go` and `java`. */
  readonly unitSuffix?: boolean;
  /** Leaves `status_code` out of the failure metrics; the metrics themselves stay. Default false. */
  readonly disableErrorCodeTag?: boolean;
  /** Tags of every series, besides those of the catalogue; none of their names. */
  readonly globalTags?: Readonly<Record<string, string>>;
  /** Whether every series carries `service_name`, as core SDKs do. Default false. */
  readonly attachServiceName?: boolean;
  /** Value of `service_name`. Default `vedette`. */
  readonly serviceName?: string;
  /** Bucket bounds by base name, in the exported unit, in place of the catalogue's. */
  readonly histogramBucketOverrides?: Readonly<Record<string, readonly number[]>>;
  /** Series one metric may have before new ones fall into its overflow series. Default 2000; not with `registry`. */
  readonly cardinalityLimit?: number;
  /** Where the metrics are kept. Default: a registry of their own. */
  readonly registry?: Registry;
  /** The clock that measures durations, in milliseconds, for tests. Default: `performance.now`. */
  readonly now?: () => number;
  /**
   * Told once for each metric whose series overflow or whose percentage lay outside of 0 to 100, and once for each
   * cause that no dashboard knows. Default: a warning of the process.
   */
  readonly onWarning?: (text: string) => void;
}

/**
 * The metrics of one worker process, under the names and tags of the catalogue.
 * Handles of the same tags are the same object; recording through them allocates nothing.
 *
 * Every binding checks its name and tags and throws a TypeError that names both.
 */
export interface WorkerMetrics<F extends Family> {
  readonly registry: Registry;
  counter<Name extends MetricNameOf<F, "counter">>(name: Name, tags: TagsOf<F, Name>): WorkerCounter;
  gauge<Name extends MetricNameOf<F, "gauge">>(name: Name, tags: TagsOf<F, Name>): WorkerGauge;
  histogram<Name extends MetricNameOf<F, "histogram">>(name: Name, tags: TagsOf<F, Name>): WorkerHistogram;
  /** `counter(name, tags).add(amount)`, for tags that are known only at the moment. */
  add<Name extends MetricNameOf<F, "counter">>(name: Name, tags: TagsOf<F, Name>, amount?: number): void;
  /** `gauge(name, tags).set(value)`. */
  set<Name extends MetricNameOf<F, "gauge">>(name: Name, tags: TagsOf<F, Name>, value: number): void;
  /** `histogram(name, tags).record(durationMs)`. */
  record<Name extends MetricNameOf<F, "histogram">>(name: Name, tags: TagsOf<F, Name>, durationMs: number): void;
  /** Counts a request now, and its latency and failure when it has ended. */
  startRequest(start: RequestStart): RequestInFlight;
  /** Counts a request that has ended: itself, its latency and, unless its code is `OK`, its failure. */
  request(ended: EndedRequest): void;
  /** All metrics of the registry as text. Default: the text format 0.0.4. */
  expose(options?: { readonly format?: TextFormat }): string;
  /**
   * All metrics of the registry as an OTLP request.
   *
   * @param resource - attributes of the program. Where absent, `service.name` is the option `serviceName` and
   *   `service.instance.id` one of the process
   */
  toOtlp(resource?: Resource): OtlpRequest;
  /** Sends all metrics of the registry to a collector, every second by default, until it is shut down. */
  exportOtlp(options: OtlpExportOptions): OtlpExporter;
  /** Serves all metrics of the registry at `/metrics`, for scrapers. */
  listen(options: ListenOptions): Promise<MetricsListener>;
  /** Sets the metrics of this emitter back to zero, as if the worker had begun now. Handles go on. */
  reset(): void;
  /**
   * The worker ends: its gauges are 0 from now on, exporters send once more, and listeners close. Handles do nothing
   * afterwards.
   */
  shutdown(): Promise<void>;
}

const DEFAULT_CARDINALITY_LIMIT = 2000;

/**
 * Makes the emitter of a worker.
 *
 * @throws TypeError when the options contradict each other or the prefix is no beginning of a metric name
 * @see spec 3, Workflow-SDK metrics
 */
export function createWorkerMetrics<F extends Family = "core">(
  options: WorkerMetricsOptions<F> = {},
): WorkerMetrics<F> {
  const { cardinalityLimit = DEFAULT_CARDINALITY_LIMIT } = options;
  const warn = warningOnce(options.onWarning);
  const onOverflow = (name: string) =>
    warn(`${name} has more than ${cardinalityLimit} series; new ones fall together.`);
  const registry = options.registry ?? createRegistry({ cardinalityLimit, onOverflow });
  const instruments = openInstruments(registry, options, warn);
  // The same functions with narrower names and tags; TypeScript cannot see that tags are labels through the generic.
  const typed = instruments as unknown as Pick<WorkerMetrics<F>, "counter" | "gauge" | "histogram">;
  const opened = new Set<() => Promise<void>>();
  const named: Resource = { "service.name": options.serviceName ?? "vedette" };
  return {
    registry,
    ...typed,
    add: (name, tags, amount) => typed.counter(name, tags).add(amount),
    set: (name, tags, value) => typed.gauge(name, tags).set(value),
    record: (name, tags, durationMs) => typed.histogram(name, tags).record(durationMs),
    startRequest: (start) => startRequest(instruments, start),
    request: (ended) => countRequest(instruments, ended),
    expose: ({ format } = {}) => registry.expose(format),
    toOtlp: (resource) => registry.toOtlp({ ...named, ...resource }),
    exportOtlp: (exported) => {
      const exporter = exportOtlp(registry, { ...exported, resource: { ...named, ...exported.resource } });
      opened.add(exporter.shutdown);
      return exporter;
    },
    listen: async (where) => {
      const listener = await listen(registry, where);
      opened.add(listener.close);
      return listener;
    },
    reset: instruments.reset,
    shutdown: async () => {
      instruments.end();
      await Promise.all([...opened].map((end) => end()));
    },
  };
}

/** Says each text once. */
function warningOnce(tell = (text: string): void => process.emitWarning(text)): (text: string) => void {
  const told = new Set<string>();
  return (text) => {
    if (told.has(text)) return;
    told.add(text);
    tell(text);
  };
}
