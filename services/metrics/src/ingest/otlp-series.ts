import { CUSTOM_SCHEMA, compactBuckets, type Histogram, NO_BUCKETS, RESET_UNKNOWN } from "../histogram/histogram.ts";
import { type Labels, labelsOf, METRIC_NAME } from "../labels/labels.ts";
import type { Exemplar } from "../store/exemplars.ts";
import { STALE_HIGH, STALE_LOW } from "../store/sample-buffer.ts";
import { type DecodeBudget, DecodeLimitError } from "./decode-budget.ts";
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
import { areLabelsTooLarge, type SentRequest, type SentSeries } from "./sent-request.ts";

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

/** A report as decoded, and what it is turned into series with. */
export interface OtlpReport {
  readonly resources: readonly OtlpResource[];
  /** Sums of the reports so far, for senders that only report differences. */
  readonly deltas: DeltaSums;
  readonly options: OtlpOptions;
  readonly budget: DecodeBudget;
}

/**
 * The series of a report, under names as the settings want them, in slices. By default other signs become `_`, units
 * become words, counts end in `_total`.
 *
 * @returns points that cannot be stored are among the refusals
 * @throws DecodeLimitError before anything is summed
 */
export function* seriesOfOtlp(report: OtlpReport): Generator<void, SentRequest & { rejectedPoints: number }> {
  yield* takeSeries(report);
  const made: Made = { series: [], metadata: [], refused: [] };
  for (const { attributes, metrics } of report.resources) {
    yield;
    const { strategy, promoted } = report.options;
    const own = identifying(attributes);
    const wanted = attributes.filter(([key]) => promoted.includes(key));
    const program = { promoted: attributeLabels(wanted, strategy), own };
    let newestMs = 0;
    for (const metric of metrics) {
      const timeMs = yield* addMetric(metric, program, report, made);
      newestMs = Math.max(newestMs, timeMs);
    }
    const others = attributes.filter(([key]) => !IDENTIFYING.has(key) && !promoted.includes(key));
    if (areLabelsTooLarge(others.length, textLength(others)))
      made.refused.push({ reason: TOO_LARGE_LABELS, points: 0 });
    else made.series.push(...targetInfo(attributeLabels(others, strategy), own, newestMs));
  }
  const { series, metadata, refused } = made;
  const rejectedPoints = refused.reduce((sum, { points }) => sum + points, 0);
  const refusals = refused.slice(0, MAX_REFUSALS).map(({ reason }) => reason);
  return { series, metadata, refusals, rejectedPoints };
}

/** What a report has come to so far. */
interface Made {
  readonly series: SentSeries[];
  readonly metadata: SentMetadata[];
  readonly refused: Refusal[];
}

/** @returns the newest time of its points; 0 when it cannot be stored */
function* addMetric(
  metric: OtlpMetric,
  program: ProgramLabels,
  { deltas, options }: OtlpReport,
  { series, metadata, refused }: Made,
): Generator<void, number> {
  yield;
  const nameFor = createNames(metric, options.strategy);
  if (!isStorable(metric, nameFor, refused)) return 0;
  metadata.push(...metadataOf(metric, nameFor));
  let newestMs = 0;
  for (const point of metric.points) {
    yield;
    newestMs = Math.max(newestMs, point.timeMs);
    const labels = [...program.own, ...program.promoted, ...point.attributes];
    if (areLabelsTooLarge(labels.length, metric.name.length + textLength(labels))) {
      refused.push({ reason: TOO_LARGE_LABELS, points: 1 });
      continue;
    }
    const summed = deltas.sum(metric, point, program.own);
    for (const one of seriesOfPoint(nameFor(point), summed, program, options)) {
      series.push(one);
      if (series.length % SERIES_PER_LOOK === 0) yield;
    }
  }
  return newestMs;
}

const TOO_LARGE_LABELS = "the labels of a series are too many or too long";
/** Series of one point that are made between two looks at the clock. */
const SERIES_PER_LOOK = 16;
/** Buckets or quantiles that one point may have. */
const MAX_PARTS = 10_000;
/** Reasons that are kept; a response names a few of them. */
const MAX_REFUSALS = 100;

/** Counts the labels of all series before any of them is made. @throws DecodeLimitError */
function* takeSeries({ resources, options, budget }: OtlpReport): Generator<void, void> {
  for (const { attributes, metrics } of resources) {
    const shared = attributes.filter(([key]) => IDENTIFYING.has(key) || options.promoted.includes(key));
    const sharedText = textLength(shared);
    for (const { name, unit, points } of metrics) {
      yield;
      const text = name.length + unit.length + sharedText;
      for (const point of points) {
        const count = seriesCount(point);
        if (count > MAX_PARTS) throw new DecodeLimitError(`a point has more than ${MAX_PARTS} buckets or quantiles`);
        const labels = shared.length + point.attributes.length + 2;
        budget.takeLabels(count * labels, count * (text + textLength(point.attributes)));
      }
    }
  }
}

function textLength(attributes: Attributes): number {
  let length = 0;
  for (const [key, text] of attributes) length += key.length + text.length;
  return length;
}

/** At most so many series are made of a point. */
function seriesCount({ value: said }: OtlpPoint): number {
  if (said.kind === "histogram") return said.bounds.length + 3;
  return said.kind === "summary" ? said.quantiles.length + 2 : 1;
}

/** The name of each point of a metric. It depends on the kind of the point alone, and takes a while to make. */
function createNames(metric: OtlpMetric, strategy: TranslationStrategy): (point: OtlpPoint) => string {
  const known = new Map<OtlpValue["kind"], string>();
  return (point) => {
    const { kind } = point.value;
    const name = known.get(kind) ?? nameOf(metric, point, strategy);
    known.set(kind, name);
    return name;
  };
}

interface Refusal {
  readonly reason: string;
  readonly points: number;
}

/** Says what of a metric is refused; `false` when that is all of it. */
function isStorable({ name, points }: OtlpMetric, nameFor: (point: OtlpPoint) => string, refused: Refusal[]): boolean {
  const isNamed = points.every((point) => nameFor(point) !== "");
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

function metadataOf(metric: OtlpMetric, nameFor: (point: OtlpPoint) => string): SentMetadata[] {
  const [point] = metric.points;
  if (point === undefined) return [];
  const { description: help = "", unit } = metric;
  return [{ name: nameFor(point), type: typeOf(metric, point.value), help, unit }];
}

function typeOf({ isMonotonic }: OtlpMetric, { kind }: OtlpValue): string {
  if (kind === "number") return isMonotonic ? "counter" : "gauge";
  return kind === "summary" ? "summary" : "histogram";
}

function* seriesOfPoint(
  name: string,
  point: OtlpPoint,
  { promoted, own }: ProgramLabels,
  options: OtlpOptions,
): Generator<SentSeries, void> {
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
  if (said.kind === "number") yield one("", said.value, [], exemplars);
  else if (said.kind === "exponential") yield native(() => histogramOfPoint(said.histogram));
  else if (said.kind === "histogram" && options.makesNativeHistograms) yield native(() => histogramOfBounds(said));
  else {
    yield* said.kind === "summary" ? quantileSeries(said, one) : bucketSeries(said, exemplars, one);
    if (said.sum !== undefined) yield one("_sum", said.sum);
    yield one("_count", said.count);
  }
}

type MakeSeries = (suffix: string, number: number, extra?: Attributes, found?: readonly Exemplar[]) => SentSeries;

function* quantileSeries({ quantiles }: Extract<OtlpValue, { kind: "summary" }>, make: MakeSeries) {
  for (const [quantile, number] of quantiles) yield make("", number, [["quantile", String(quantile)]]);
}

function* bucketSeries(
  { bounds, counts, count: all }: Extract<OtlpValue, { kind: "histogram" }>,
  exemplars: readonly Exemplar[],
  make: MakeSeries,
) {
  const byBucket = Map.groupBy(exemplars, (exemplar) => bucketOf(exemplar.value, bounds));
  let count = 0;
  for (const [at, bound] of bounds.entries()) {
    count += counts[at] ?? 0;
    yield make("_bucket", count, [["le", String(bound)]], byBucket.get(at));
  }
  yield make("_bucket", all, [["le", "+Inf"]], byBucket.get(bounds.length));
}

/** Index of the bucket that counts a value, for rising bounds; the one after the last bound has none. */
function bucketOf(observed: number, bounds: readonly number[]): number {
  let [low, high] = [0, bounds.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (observed <= (bounds[middle] ?? 0)) high = middle;
    else low = middle + 1;
  }
  return low;
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
  const histogram: Histogram = {
    schema: scale,
    resetHint: RESET_UNKNOWN,
    count,
    sum,
    zeroCount,
    zeroThreshold,
    positive: buckets(point.positive),
    negative: buckets(point.negative),
    bounds: [],
  };
  return checkedHistogram(histogram, "integer");
}

/** A native histogram with the bounds that its sender chose. @throws HistogramError */
function histogramOfBounds({ bounds, counts, count, sum = 0 }: Extract<OtlpValue, { kind: "histogram" }>): Histogram {
  const histogram: Histogram = {
    schema: CUSTOM_SCHEMA,
    resetHint: RESET_UNKNOWN,
    count,
    sum,
    zeroCount: 0,
    zeroThreshold: 0,
    positive: compactBuckets({ indexes: counts.map((_, at) => at), counts }),
    negative: NO_BUCKETS,
    bounds,
  };
  return checkedHistogram(histogram, "integer");
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
