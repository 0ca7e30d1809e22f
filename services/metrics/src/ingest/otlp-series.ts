import { compactBuckets, type Histogram, RESET_UNKNOWN } from "../histogram/histogram.ts";
import { type Labels, labelsOf, METRIC_NAME } from "../labels/labels.ts";
import { STALE_HIGH, STALE_LOW } from "../store/sample-buffer.ts";
import type { DeltaSums } from "./delta-sums.ts";
import { checkedHistogram } from "./histogram-message.ts";
import type { Attributes, ExponentialHistogram, OtlpMetric, OtlpPoint, OtlpResource } from "./otlp-message.ts";
import type { SentRequest, SentSeries } from "./remote-write.ts";

/** Words for units. @see OpenTelemetry, Prometheus compatibility: Metric Metadata */
const UNITS: ReadonlyMap<string, string> = new Map([
  ["d", "days"],
  ["h", "hours"],
  ["min", "minutes"],
  ["s", "seconds"],
  ["ms", "milliseconds"],
  ["us", "microseconds"],
  ["ns", "nanoseconds"],
  ["By", "bytes"],
  ["KiBy", "kibibytes"],
  ["MiBy", "mebibytes"],
  ["GiBy", "gibibytes"],
  ["kBy", "kilobytes"],
  ["MBy", "megabytes"],
  ["GBy", "gigabytes"],
  ["m", "meters"],
  ["V", "volts"],
  ["A", "amperes"],
  ["J", "joules"],
  ["W", "watts"],
  ["g", "grams"],
  ["Cel", "celsius"],
  ["Hz", "hertz"],
  ["%", "percent"],
]);

const value = new Float64Array(1);
const words = new Uint32Array(value.buffer);

/**
 * The series of a report, under names that PromQL can write: other signs become `_`, units become words, counts end in
 * `_total`.
 *
 * @param deltas - what reports since the last one have come to, for those who send such
 * @returns points that cannot be stored are among the refusals
 */
export function seriesOfOtlp(
  resources: readonly OtlpResource[],
  deltas: DeltaSums,
): SentRequest & { rejectedPoints: number } {
  const series: SentSeries[] = [];
  const refused: Refusal[] = [];
  for (const { attributes, metrics } of resources) {
    const own = identifying(attributes);
    const storable = metrics.filter((metric) => isStorable(metric, refused));
    for (const metric of storable) {
      for (const point of metric.points) series.push(...seriesOfPoint(metric, deltas.sum(metric, point, own), own));
    }
    const times = storable.flatMap(({ points }) => points.map(({ timeMs }) => timeMs));
    const newestMs = times.reduce((newest, time) => Math.max(newest, time), 0);
    series.push(...targetInfo(attributes, own, newestMs));
  }
  const rejectedPoints = refused.reduce((sum, { points }) => sum + points, 0);
  return { series, refusals: refused.map(({ reason }) => reason), rejectedPoints };
}

interface Refusal {
  readonly reason: string;
  readonly points: number;
}

/** Says what of a metric is refused; `false` when that is all of it. */
function isStorable({ name, points }: OtlpMetric, refused: Refusal[]): boolean {
  if (name === "") refused.push({ reason: "a metric has no name", points: points.length });
  return name !== "";
}

function seriesOfPoint(metric: OtlpMetric, point: OtlpPoint, own: Attributes): SentSeries[] {
  const name = nameOf(metric, point);
  const labels = [...attributeLabels(point.attributes), ...own];
  const one = (suffix: string, number: number, extra: Attributes = []): SentSeries => ({
    labels: labelsWith(`${name}${suffix}`, [...labels, ...extra]),
    samples: [sampleOf(point, number)],
  });
  const { value: said } = point;
  if (said.kind === "number") return [one("", said.value)];
  if (said.kind === "exponential") {
    const { timeMs, hasNoValue: isStale } = point;
    const read = () => histogramOfPoint(said.histogram);
    return [{ labels: labelsWith(name, labels), samples: [], histograms: [{ timeMs, isStale, read }] }];
  }
  const totals = [one("_sum", said.sum), one("_count", said.count)];
  if (said.kind === "summary") {
    return [
      ...said.quantiles.map(([quantile, number]) => one("", number, [["quantile", String(quantile)]])),
      ...totals,
    ];
  }
  let count = 0;
  const buckets = said.bounds.map((bound, at) => {
    count += said.counts[at] ?? 0;
    return one("_bucket", count, [["le", String(bound)]]);
  });
  return [...buckets, one("_bucket", said.count, [["le", "+Inf"]]), ...totals];
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

function sampleOf({ timeMs, hasNoValue }: OtlpPoint, number: number) {
  if (hasNoValue) return { timeMs, low: STALE_LOW, high: STALE_HIGH };
  value[0] = number;
  return { timeMs, low: words[0] ?? 0, high: words[1] ?? 0 };
}

function nameOf({ name, unit, isMonotonic }: OtlpMetric, { value: { kind } }: OtlpPoint): string {
  const plain = plainName(name);
  const word = unit === "1" && kind === "number" && !isMonotonic ? "ratio" : unitWord(unit);
  const withUnit = word === "" || plain.split("_").includes(word) ? plain : `${plain}_${word}`;
  return isMonotonic && !withUnit.endsWith("_total") ? `${withUnit.replace(/_total(?=_|$)/, "")}_total` : withUnit;
}

/** `By/s` is bytes per second; what stands in braces is a comment. */
function unitWord(unit: string): string {
  const [over = "", under] = unit.replace(/\{[^}]*\}/g, "").split("/");
  const word = UNITS.get(over) ?? (over === "1" ? "" : plainName(over).replace(/^_+|_+$/g, ""));
  if (under === undefined || under === "") return word;
  const per =
    new Map([
      ["s", "second"],
      ["m", "minute"],
      ["h", "hour"],
      ["d", "day"],
    ]).get(under) ?? plainName(under);
  return word === "" ? `per_${per}` : `${word}_per_${per}`;
}

function plainName(text: string): string {
  const plain = text.replace(/[^a-zA-Z0-9_:]+/g, "_").replace(/_{2,}/g, "_");
  return /^\d/.test(plain) ? `_${plain}` : plain;
}

function attributeLabels(attributes: Attributes): [string, string][] {
  const labels = new Map<string, string>();
  // Two attributes that come to one name are both kept.
  for (const [key, text] of [...attributes].sort(([one], [other]) => (one < other ? -1 : 1))) {
    const name = plainName(key).replaceAll(":", "_");
    const known = labels.get(name);
    labels.set(name, known === undefined ? text : `${known};${text}`);
  }
  return [...labels];
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
function targetInfo(attributes: Attributes, own: Attributes, timeMs: number): SentSeries[] {
  const others = attributes.filter(([key]) => !IDENTIFYING.has(key));
  if (others.length === 0 || timeMs === 0 || own.every(([, text]) => text === "")) return [];
  const point: OtlpPoint = { attributes: [], timeMs, hasNoValue: false, value: { kind: "number", value: 1 } };
  return [{ labels: labelsWith("target_info", [...attributeLabels(others), ...own]), samples: [sampleOf(point, 1)] }];
}

function labelsWith(name: string, labels: Attributes): Labels {
  return labelsOf([...labels, [METRIC_NAME, name]]);
}
