import { CUSTOM_SCHEMA, compactBuckets, type Histogram, NO_BUCKETS, RESET_UNKNOWN } from "../histogram/histogram.ts";
import { type Labels, labelsOf, METRIC_NAME } from "../labels/labels.ts";
import type { Exemplar } from "../store/exemplars.ts";
import { STALE_HIGH, STALE_LOW } from "../store/sample-buffer.ts";
import type { DeltaSums } from "./delta-sums.ts";
import { checkedHistogram } from "./histogram-message.ts";
import type { SentMetadata } from "./metadata.ts";
import type {
  Attributes,
  ExponentialHistogram,
  OtlpMetric,
  OtlpPoint,
  OtlpResource,
  OtlpValue,
} from "./otlp-message.ts";
import { attributeLabels, nameOf, type TranslationStrategy } from "./otlp-names.ts";
import type { SentRequest, SentSeries } from "./sent-request.ts";

/** What the settings say about reports. */
export interface OtlpOptions {
  readonly strategy: TranslationStrategy;
  /** Attributes of programs that become labels of all their series. */
  readonly promoted: readonly string[];
  /** Histograms with bounds of their own become native ones in place of a series for each bucket. */
  readonly makesNativeHistograms: boolean;
}

const value = new Float64Array(1);
const words = new Uint32Array(value.buffer);

/**
 * The series of a report, under names as the settings want them. By default other signs become `_`, units become words,
 * counts end in `_total`.
 *
 * @param deltas - what reports since the last one have come to, for those who send such
 * @returns points that cannot be stored are among the refusals
 */
export function seriesOfOtlp(
  resources: readonly OtlpResource[],
  deltas: DeltaSums,
  options: OtlpOptions,
): SentRequest & { rejectedPoints: number } {
  const series: SentSeries[] = [];
  const metadata: SentMetadata[] = [];
  const refused: Refusal[] = [];
  for (const { attributes, metrics } of resources) {
    const own = identifying(attributes);
    const promoted = attributes.filter(([key]) => options.promoted.includes(key));
    const program = { promoted: attributeLabels(promoted, options.strategy), own };
    const storable = metrics.filter((metric) => isStorable(metric, options.strategy, refused));
    for (const metric of storable) {
      metadata.push(...metadataOf(metric, options));
      for (const point of metric.points) {
        const summed = deltas.sum(metric, point, own);
        for (const one of seriesOfPoint(metric, summed, program, options)) series.push(one);
      }
    }
    const times = storable.flatMap(({ points }) => points.map(({ timeMs }) => timeMs));
    const newestMs = times.reduce((newest, time) => Math.max(newest, time), 0);
    const others = attributes.filter(([key]) => !IDENTIFYING.has(key) && !options.promoted.includes(key));
    series.push(...targetInfo(attributeLabels(others, options.strategy), own, newestMs));
  }
  const rejectedPoints = refused.reduce((sum, { points }) => sum + points, 0);
  return { series, metadata, refusals: refused.map(({ reason }) => reason), rejectedPoints };
}

interface Refusal {
  readonly reason: string;
  readonly points: number;
}

/** Says what of a metric is refused; `false` when that is all of it. */
function isStorable(metric: OtlpMetric, strategy: TranslationStrategy, refused: Refusal[]): boolean {
  const { name, points } = metric;
  const isNamed = points.every((point) => nameOf(metric, point, strategy) !== "");
  if (name === "") refused.push({ reason: "a metric has no name", points: points.length });
  else if (!isNamed)
    refused.push({ reason: `nothing is left of the name ${name.slice(0, 64)}`, points: points.length });
  return name !== "" && isNamed;
}

/** Labels of all series of a program. */
interface ProgramLabels {
  readonly promoted: Attributes;
  readonly own: Attributes;
}

function metadataOf(metric: OtlpMetric, { strategy }: OtlpOptions): SentMetadata[] {
  const [point] = metric.points;
  if (point === undefined) return [];
  const { description: help = "", unit } = metric;
  return [{ name: nameOf(metric, point, strategy), type: typeOf(metric, point.value), help, unit }];
}

function typeOf({ isMonotonic }: OtlpMetric, { kind }: OtlpValue): string {
  if (kind === "number") return isMonotonic ? "counter" : "gauge";
  return kind === "summary" ? "summary" : "histogram";
}

function seriesOfPoint(
  metric: OtlpMetric,
  point: OtlpPoint,
  { promoted, own }: ProgramLabels,
  options: OtlpOptions,
): SentSeries[] {
  const name = nameOf(metric, point, options.strategy);
  // Later ones count: what is said of the point goes before what is said of the program, but not before who it is.
  const labels = [...promoted, ...attributeLabels(point.attributes, options.strategy), ...own];
  const exemplars = exemplarsOf(point);
  const one = (
    suffix: string,
    number: number,
    extra: Attributes = [],
    found: readonly Exemplar[] = [],
  ): SentSeries => ({
    labels: labelsWith(`${name}${suffix}`, [...labels, ...extra]),
    samples: [sampleOf(point, number)],
    point,
    ...(found.length > 0 && { exemplars: found }),
  });
  const native = (read: () => Histogram): SentSeries => ({
    labels: labelsWith(name, labels),
    samples: [],
    point,
    histograms: [{ timeMs: point.timeMs, isStale: point.hasNoValue, read }],
    ...(exemplars.length > 0 && { exemplars }),
  });
  const { value: said } = point;
  if (said.kind === "number") return [one("", said.value, [], exemplars)];
  if (said.kind === "exponential") return [native(() => histogramOfPoint(said.histogram))];
  if (said.kind === "histogram" && options.makesNativeHistograms) return [native(() => histogramOfBounds(said))];
  const totals = [...(said.sum === undefined ? [] : [one("_sum", said.sum)]), one("_count", said.count)];
  if (said.kind === "summary") {
    return [
      ...said.quantiles.map(([quantile, number]) => one("", number, [["quantile", String(quantile)]])),
      ...totals,
    ];
  }
  let count = 0;
  const inBucket = (at: number) => exemplars.filter((exemplar) => bucketOf(exemplar.value, said.bounds) === at);
  const buckets = said.bounds.map((bound, at) => {
    count += said.counts[at] ?? 0;
    return one("_bucket", count, [["le", String(bound)]], inBucket(at));
  });
  return [...buckets, one("_bucket", said.count, [["le", "+Inf"]], inBucket(said.bounds.length)), ...totals];
}

/** Index of the bucket that counts a value; the one behind the last bound is without a bound. */
function bucketOf(observed: number, bounds: readonly number[]): number {
  const found = bounds.findIndex((bound) => observed <= bound);
  return found === -1 ? bounds.length : found;
}

/** In the order of time, in which they are stored. */
function exemplarsOf({ exemplars = [], timeMs }: OtlpPoint): Exemplar[] {
  const read = exemplars.map((one) => ({
    labels: labelsOf(attributeLabels(one.attributes, "underscore_with_suffixes")),
    value: one.value,
    timeMs: one.timeMs === 0 ? timeMs : one.timeMs,
  }));
  return read.sort((one, other) => one.timeMs - other.timeMs);
}

/**
 * A native histogram: index i of a point is i + 1 here.
 *
 * @throws HistogramError
 */
function histogramOfPoint(point: ExponentialHistogram): Histogram {
  const { scale, count, sum, zeroCount, zeroThreshold } = point;
  const buckets = ({ offset, counts }: ExponentialHistogram["positive"]) =>
    compactBuckets({ indexes: counts.map((_, at) => offset + at + 1), counts });
  return checkedHistogram({
    schema: scale,
    resetHint: RESET_UNKNOWN,
    count,
    sum,
    zeroCount,
    zeroThreshold,
    positive: buckets(point.positive),
    negative: buckets(point.negative),
    bounds: [],
  });
}

/** A native histogram with the bounds that its sender chose. @throws HistogramError */
function histogramOfBounds({ bounds, counts, count, sum = 0 }: Extract<OtlpValue, { kind: "histogram" }>): Histogram {
  return checkedHistogram({
    schema: CUSTOM_SCHEMA,
    resetHint: RESET_UNKNOWN,
    count,
    sum,
    zeroCount: 0,
    zeroThreshold: 0,
    positive: compactBuckets({ indexes: counts.map((_, at) => at), counts }),
    negative: NO_BUCKETS,
    bounds,
  });
}

function sampleOf({ timeMs, hasNoValue }: OtlpPoint, number: number) {
  if (hasNoValue) return { timeMs, low: STALE_LOW, high: STALE_HIGH };
  value[0] = number;
  return { timeMs, low: words[0] ?? 0, high: words[1] ?? 0 };
}

/** Which program it is: `job` and `instance`. */
function identifying(attributes: Attributes): [string, string][] {
  const all = new Map(attributes);
  const service = all.get("service.name") ?? "";
  const space = all.get("service.namespace") ?? "";
  return [
    ["job", space === "" ? service : `${space}/${service}`],
    ["instance", all.get("service.instance.id") ?? ""],
  ];
}

const IDENTIFYING = new Set(["service.name", "service.namespace", "service.instance.id"]);

/** Everything else that is known of the program, in a series of its own. */
function targetInfo(others: Attributes, own: Attributes, timeMs: number): SentSeries[] {
  if (others.length === 0 || timeMs === 0 || own.every(([, text]) => text === "")) return [];
  const point: OtlpPoint = { attributes: [], timeMs, hasNoValue: false, value: { kind: "number", value: 1 } };
  return [{ labels: labelsWith("target_info", [...others, ...own]), samples: [sampleOf(point, 1)] }];
}

function labelsWith(name: string, labels: Attributes): Labels {
  return labelsOf([...labels, [METRIC_NAME, name]]);
}
