import { type AnyMetric, metricSlices, type TextFormat } from "./exposition.ts";
import { Metric } from "./metric.ts";
import {
  checkDefinition,
  isSameDefinition,
  type MetricDefinition,
  type MetricKind,
  sampleNames,
} from "./metric-definition.ts";
import { metricBytes, requestBytes } from "./otlp/otlp-protobuf.ts";
import {
  completeResource,
  type OtlpMetric,
  type OtlpRequest,
  otlpMetric,
  otlpRequest,
  otlpText,
  type Resource,
} from "./otlp/otlp-request.ts";
import { CounterSeries, GaugeSeries, HistogramSeries } from "./series.ts";

export interface RegistryOptions {
  /** Series one metric may have; what comes after falls into an overflow series. Default 10 000. */
  readonly cardinalityLimit?: number;
  /** Told once per metric that its series overflow. */
  readonly onOverflow?: (metricName: string) => void;
}

/**
 * The metrics of one process. Asking for a metric that is already there gives the same one;
 * asking for it with other labels, another text or another kind is a TypeError.
 */
export interface Registry {
  counter(name: string, help: string, labelNames?: readonly string[]): Metric<CounterSeries>;
  gauge(name: string, help: string, labelNames?: readonly string[]): Metric<GaugeSeries>;
  /** @param buckets - upper, inclusive bounds in the metric's unit, strictly rising, without +Inf */
  histogram(
    name: string,
    help: string,
    labelNames: readonly string[],
    buckets: readonly number[],
  ): Metric<HistogramSeries>;
  /** Makes a metric of its definition, where the short forms above do not say enough. */
  define<Kind extends MetricKind>(definition: MetricDefinition & { readonly kind: Kind }): Metric<SeriesOf[Kind]>;
  /** Calls back before each exposition, for gauges that are read rather than kept. The answer takes it off again. */
  onExpose(update: () => void): () => void;
  /** Everything, in the order in which the metrics were made. Default: the text format 0.0.4. */
  expose(format?: TextFormat): string;
  /**
   * The same in slices, between which other work gets its turn: a hundred thousand series take some ten
   * milliseconds, during which nobody else would be served.
   */
  exposeInSlices(format?: TextFormat): AsyncGenerator<string>;
  /**
   * Everything as an OTLP request: sums and histograms cumulative since their series were made.
   *
   * @param resource - attributes of the program. Where absent, `service.name` is `unknown_service` and
   *   `service.instance.id` one of the process
   */
  toOtlp(resource?: Resource): OtlpRequest;
  /** The JSON of the same, in slices between which other work gets its turn. */
  toOtlpInSlices(resource?: Resource): AsyncGenerator<string>;
  /** The same as protobuf; other work gets its turn meanwhile. */
  toOtlpProtobuf(resource?: Resource): Promise<Uint8Array>;
}

/** The series of each kind of metric. */
export interface SeriesOf {
  counter: CounterSeries;
  gauge: GaugeSeries;
  histogram: HistogramSeries;
}

/** Others get their turn. A browser has no such function, and exposes nothing. */
const nextTurn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
/** So long an exposition in slices keeps the event loop at a time. */
const TURN_MS = 4;
const DEFAULT_CARDINALITY_LIMIT = 10_000;

/**
 * Makes an empty registry. Nothing is shared between two of them.
 *
 * @throws TypeError when the limit is no whole number from 1 on
 */
export function createRegistry(options: RegistryOptions = {}): Registry {
  const { cardinalityLimit = DEFAULT_CARDINALITY_LIMIT, onOverflow = () => undefined } = options;
  if (!Number.isInteger(cardinalityLimit) || cardinalityLimit < 1) {
    throw new TypeError(`cardinalityLimit is ${cardinalityLimit}; it must be a whole number from 1 on.`);
  }
  const metrics = new Map<string, AnyMetric>();
  const ownerBySampleName = new Map<string, string>();
  const updates = new Set<() => void>();

  function define<Kind extends MetricKind>(definition: MetricDefinition & { readonly kind: Kind }) {
    const known = metrics.get(definition.name);
    // Proven by isSameDefinition: it compares the kind, and the kind decides the series.
    if (known && isSameDefinition(known.definition, definition)) return known as unknown as Metric<SeriesOf[Kind]>;
    checkDefinition(definition);
    reserveNames(definition, ownerBySampleName);
    const metric = createMetric(definition, { cardinalityLimit, onOverflow });
    metrics.set(definition.name, metric);
    // Proven by createMetric: it makes the series of the definition's kind.
    return metric as unknown as Metric<SeriesOf[Kind]>;
  }

  function* slices(format: TextFormat): Generator<string> {
    for (const update of updates) update();
    for (const metric of metrics.values()) yield* metricSlices(metric, format);
    if (format === "openmetrics") yield "# EOF\n";
  }

  /** Every metric that has series, one after the other. */
  function* otlpMetrics(): Generator<OtlpMetric> {
    for (const update of updates) update();
    const nowMs = Date.now();
    for (const metric of metrics.values()) {
      const written = otlpMetric(metric, nowMs);
      if (written !== undefined) yield written;
    }
  }

  return {
    counter: (name, help, labelNames = []) => define({ kind: "counter", name, help, labelNames }),
    gauge: (name, help, labelNames = []) => define({ kind: "gauge", name, help, labelNames }),
    histogram: (name, help, labelNames, buckets) => define({ kind: "histogram", name, help, labelNames, buckets }),
    define,
    onExpose: (update) => {
      updates.add(update);
      return () => updates.delete(update);
    },
    expose: (format = "text") => [...slices(format)].join(""),
    exposeInSlices: (format = "text") => inTurns(slices(format)),
    toOtlp: (resource = {}) => otlpRequest(completeResource(resource), [...otlpMetrics()]),
    toOtlpInSlices: (resource = {}) => inTurns(otlpText(completeResource(resource), otlpMetrics())),
    toOtlpProtobuf: async (resource = {}) => {
      const metrics: Uint8Array[] = [];
      for await (const metric of inTurns(otlpMetrics())) metrics.push(metricBytes(metric));
      return requestBytes(completeResource(resource), metrics);
    },
  };
}

/** Slices that are not empty; between them others get their turn. */
async function* inTurns<Slice>(slices: Iterable<Slice>): AsyncGenerator<Slice> {
  let turnEndsMs = performance.now() + TURN_MS;
  for (const slice of slices) {
    if (slice !== "") yield slice;
    if (performance.now() < turnEndsMs) continue;
    await nextTurn();
    turnEndsMs = performance.now() + TURN_MS;
  }
}

function createMetric(definition: MetricDefinition, options: Required<RegistryOptions>): AnyMetric {
  const { kind, buckets = [] } = definition;
  if (kind === "counter") return new Metric(definition, { ...options, create: () => new CounterSeries() });
  if (kind === "gauge") return new Metric(definition, { ...options, create: () => new GaugeSeries() });
  const bounds = Float64Array.from(buckets);
  return new Metric(definition, { ...options, create: () => new HistogramSeries(bounds) });
}

function reserveNames(definition: MetricDefinition, ownerBySampleName: Map<string, string>): void {
  const names = sampleNames(definition);
  const taken = names.find((name) => ownerBySampleName.has(name));
  if (taken !== undefined) {
    throw new TypeError(`${definition.name}: "${taken}" is already written by ${ownerBySampleName.get(taken)}.`);
  }
  for (const name of names) ownerBySampleName.set(name, definition.name);
}
