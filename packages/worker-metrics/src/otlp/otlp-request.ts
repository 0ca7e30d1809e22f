import type { AnyMetric } from "../exposition.ts";
import type { MetricDefinition } from "../metric-definition.ts";
import { HistogramSeries } from "../series.ts";

/**
 * An ExportMetricsServiceRequest in the JSON of OTLP: 64-bit numbers are texts, enumerations are numbers.
 *
 * @see OpenTelemetry Protocol 1.x, JSON Protobuf Encoding
 */
export interface OtlpRequest {
  readonly resourceMetrics: readonly {
    readonly resource: { readonly attributes: readonly OtlpAttribute[] };
    readonly scopeMetrics: readonly {
      readonly scope: { readonly name: string };
      readonly metrics: readonly OtlpMetric[];
    }[];
  }[];
}

export interface OtlpAttribute {
  readonly key: string;
  readonly value: { readonly stringValue: string };
}

/** One metric: exactly one of `sum`, `gauge` and `histogram`. */
export interface OtlpMetric {
  readonly name: string;
  readonly description: string;
  /** `ms`, `s` or `By`; left out where a value has none. */
  readonly unit?: string;
  readonly sum?: Cumulative<OtlpNumberPoint> & { readonly isMonotonic: true };
  readonly gauge?: { readonly dataPoints: readonly OtlpNumberPoint[] };
  readonly histogram?: Cumulative<OtlpHistogramPoint>;
}

interface Cumulative<Point> {
  /** AGGREGATION_TEMPORALITY_CUMULATIVE. */
  readonly aggregationTemporality: 2;
  readonly dataPoints: readonly Point[];
}

interface OtlpPoint {
  readonly attributes: readonly OtlpAttribute[];
  /** When the series was made. */
  readonly startTimeUnixNano: string;
  readonly timeUnixNano: string;
}

export interface OtlpNumberPoint extends OtlpPoint {
  /** Text for what JSON has no number for. */
  readonly asDouble: number | "NaN" | "Infinity" | "-Infinity";
}

export interface OtlpHistogramPoint extends OtlpPoint {
  readonly count: string;
  readonly sum: number;
  /** Not cumulative, one more than there are bounds. */
  readonly bucketCounts: readonly string[];
  readonly explicitBounds: readonly number[];
}

/** Attributes of the program that reports, such as `service.name`. */
export type Resource = Readonly<Record<string, string>>;

let instanceId: string | undefined;

/**
 * Attributes with those that every report needs: a name, and an id of this process, without which a store would take
 * two workers of one name for the same series.
 */
export function completeResource(resource: Resource): Resource {
  instanceId ??= crypto.randomUUID();
  return { "service.name": "unknown_service", "service.instance.id": instanceId, ...resource };
}

const SCOPE = { name: "@vedette/worker-metrics" } as const;

/** The request around metrics. */
export function otlpRequest(resource: Resource, metrics: readonly OtlpMetric[]): OtlpRequest {
  return {
    resourceMetrics: [{ resource: { attributes: attributes(resource) }, scopeMetrics: [{ scope: SCOPE, metrics }] }],
  };
}

/** The JSON of a request, one metric at a time. */
export function* otlpText(resource: Resource, metrics: Iterable<OtlpMetric>): Generator<string> {
  // No text within the resource can look like this: its quotes are escaped.
  const [head = "", tail = ""] = JSON.stringify(otlpRequest(resource, [])).split('"metrics":[]');
  let before = `${head}"metrics":[`;
  for (const metric of metrics) {
    yield before + JSON.stringify(metric);
    before = ",";
  }
  yield before === "," ? `]${tail}` : `${before}]${tail}`;
}

/** One metric under the name that the text formats give it. A metric without series gives none. */
export function otlpMetric(metric: AnyMetric, nowMs: number): OtlpMetric | undefined {
  const { definition, table } = metric;
  if (table.size === 0) return undefined;
  const numbers: OtlpNumberPoint[] = [];
  const histograms: OtlpHistogramPoint[] = [];
  for (let row = 0; row < table.size; row += 1) {
    const series = table.at(row);
    if (series === undefined) continue;
    const head = {
      attributes: definition.labelNames.map((name, place) => attribute(name, table.valueAt(row, place))),
      startTimeUnixNano: nanoseconds(metric.startMsAt(row)),
      timeUnixNano: nanoseconds(nowMs),
    };
    if (series instanceof HistogramSeries) histograms.push({ ...head, ...distribution(series) });
    else numbers.push({ ...head, asDouble: jsonDouble(series.value) });
  }
  return { ...headOf(definition), ...dataOf(definition.kind, numbers, histograms) };
}

function dataOf(
  kind: MetricDefinition["kind"],
  numbers: readonly OtlpNumberPoint[],
  histograms: readonly OtlpHistogramPoint[],
): Pick<OtlpMetric, "sum" | "gauge" | "histogram"> {
  if (kind === "histogram") return { histogram: { aggregationTemporality: 2, dataPoints: histograms } };
  if (kind === "gauge") return { gauge: { dataPoints: numbers } };
  return { sum: { aggregationTemporality: 2, isMonotonic: true, dataPoints: numbers } };
}

function headOf({ name, help, unit = unitOfName(name) }: MetricDefinition) {
  return { name, description: help, ...(unit === undefined ? {} : { unit }) };
}

const UNIT_BY_ENDING = [
  ["_milliseconds", "ms"],
  ["_seconds", "s"],
  ["_bytes", "By"],
] as const;

function unitOfName(name: string): string | undefined {
  const plain = name.replace(/_total$/, "");
  return UNIT_BY_ENDING.find(([ending]) => plain.endsWith(ending))?.[1];
}

function distribution(series: HistogramSeries) {
  const counts = Array.from({ length: series.bounds.length + 1 }, (_, bucket) => series.countIn(bucket));
  return {
    count: String(counts.reduce((sum, count) => sum + count, 0)),
    sum: series.sum,
    bucketCounts: counts.map(String),
    explicitBounds: [...series.bounds],
  };
}

function jsonDouble(value: number): OtlpNumberPoint["asDouble"] {
  if (Number.isFinite(value)) return value;
  if (Number.isNaN(value)) return "NaN";
  return value > 0 ? "Infinity" : "-Infinity";
}

/** Whole milliseconds as nanoseconds, which no double can hold. */
function nanoseconds(ms: number): string {
  return `${ms}000000`;
}

function attributes(values: Resource): OtlpAttribute[] {
  return Object.entries(values).map(([key, value]) => attribute(key, value));
}

function attribute(key: string, stringValue: string): OtlpAttribute {
  return { key, value: { stringValue } };
}
