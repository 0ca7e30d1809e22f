import type { QueryResult, ResultData } from "../../src/engine/query.ts";
import { timeAt, valueAt } from "../../src/engine/values.ts";
import { type BucketCounts, compactHistogram, type Histogram } from "../../src/histogram/histogram.ts";
import { formatLabels, type Labels, labelsKey } from "../../src/labels/labels.ts";
import type { EvalCommand, EvalTimes, Expectations, TextMatcher } from "./script.ts";
import type { LiteralHistogram, LiteralValue, SeriesLine } from "./series-line.ts";

/** The first annotation that is missing or unexpected. */
export function noteDifference({ warnings, infos }: QueryResult, { expected }: EvalCommand): string | undefined {
  const { notes, conditions } = expected;
  if (conditions.has("no_warn") && warnings.length > 0) return `warned: ${warnings.join("; ")}`;
  if (conditions.has("no_info") && infos.length > 0) return `informed: ${infos.join("; ")}`;
  return listDifference("warning", notes.warn, warnings) ?? listDifference("info", notes.info, infos);
}

function listDifference(kind: string, wanted: readonly TextMatcher[], texts: readonly string[]): string | undefined {
  if (wanted.length === 0) return undefined;
  const isComplete = wanted.every((matches) => texts.some(matches));
  if (isComplete && texts.every((text) => wanted.some((matches) => matches(text)))) return undefined;
  return `unexpected ${kind} texts: ${JSON.stringify(texts)}`;
}

/** Values of one series by their times. */
type Points = ReadonlyMap<number, number | Histogram>;

/** The first difference of a result from the expected one. */
export function dataDifference(data: ResultData, { expected, times }: EvalCommand): string | undefined {
  if (data.kind === "string") return data.text === expected.text ? undefined : `returned ${JSON.stringify(data.text)}`;
  if (data.kind === "scalar") {
    const isWanted = expected.scalar !== undefined && isClose(data.value, expected.scalar);
    return isWanted ? undefined : `returned the scalar ${data.value}`;
  }
  if (expected.scalar !== undefined) return `returned a ${data.kind} instead of a scalar`;
  const points = data.kind === "samples" ? pointsOfSamples(data) : pointsOfSteps(data);
  const labels = data.series.map((one) => one.labels);
  return (
    labelsDifference(labels, expected) ?? valuesDifference(labels, points, expected, expected.sampleTimes ?? times)
  );
}

function labelsDifference(all: readonly Labels[], { series, conditions }: Expectations): string | undefined {
  const [keys, wanted] = [all.map(labelsKey), series.map(({ labels }) => labelsKey(labels))];
  if (conditions.has("ordered") && keys.join("\n") !== wanted.join("\n")) return "returned another order";
  const missing = series.find(({ labels }) => !keys.includes(labelsKey(labels)));
  if (missing !== undefined) return `did not return ${formatLabels(missing.labels)}`;
  const unexpected = all.find((labels) => !wanted.includes(labelsKey(labels)));
  if (unexpected !== undefined) return `returned ${formatLabels(unexpected)}`;
  return new Set(keys).size === keys.length ? undefined : "returned a series twice";
}

function valuesDifference(
  all: readonly Labels[],
  points: ReadonlyMap<string, Points>,
  { series }: Expectations,
  times: EvalTimes,
): string | undefined {
  for (const labels of all) {
    const key = labelsKey(labels);
    // Of two lines for one series the later counts.
    const wanted = series.findLast((line) => labelsKey(line.labels) === key);
    const difference = wanted && pointsDifference(points.get(key) ?? new Map(), wanted, times);
    if (difference !== undefined) return `${formatLabels(labels)}: ${difference}`;
  }
  return undefined;
}

function pointsOfSteps({ frame, series }: Extract<ResultData, { frame: unknown }>): Map<string, Points> {
  return new Map(
    series.map((one) => {
      const points = new Map<number, number | Histogram>();
      for (let step = 0; step < one.values.length; step += 1) {
        const value = valueAt(one, step);
        if (value !== undefined) points.set(timeAt(frame, step), value);
      }
      return [labelsKey(one.labels), points];
    }),
  );
}

function pointsOfSamples({ series }: Extract<ResultData, { kind: "samples" }>): Map<string, Points> {
  return new Map(
    series.map(({ labels, samples: { times, values, count, histograms } }) => {
      const points = new Map<number, number | Histogram>();
      for (let at = 0; at < count; at += 1) points.set(times[at] ?? 0, histograms?.[at] ?? values[at] ?? 0);
      return [labelsKey(labels), points];
    }),
  );
}

function pointsDifference(actual: Points, { values }: SeriesLine, { startMs, stepMs }: EvalTimes): string | undefined {
  for (const [at, wanted] of values.entries()) {
    const timeMs = startMs + at * stepMs;
    const value = actual.get(timeMs);
    if (!isSameValue(value, wanted)) return `${valueText(value)} at ${timeMs / 1000} instead of ${wantedText(wanted)}`;
  }
  const present = values.filter((value) => value !== undefined).length;
  return actual.size === present ? undefined : `${actual.size} values instead of ${present}`;
}

function isSameValue(actual: number | Histogram | undefined, wanted: LiteralValue): boolean {
  if (actual === undefined || wanted === undefined) return actual === wanted;
  if (typeof actual === "number") return typeof wanted === "number" && isClose(actual, wanted);
  return typeof wanted === "object" && isSameHistogram(actual, wanted);
}

function isSameHistogram(actual: Histogram, { histogram, hasHint }: LiteralHistogram): boolean {
  const [left, right] = [compactHistogram(actual), compactHistogram(histogram)];
  return (
    left.schema === right.schema &&
    left.zeroThreshold === right.zeroThreshold &&
    isClose(left.count, right.count) &&
    isClose(left.sum, right.sum) &&
    isClose(left.zeroCount, right.zeroCount) &&
    areSameBuckets(left.positive, right.positive) &&
    areSameBuckets(left.negative, right.negative) &&
    left.bounds.length === right.bounds.length &&
    left.bounds.every((bound, at) => bound === right.bounds[at]) &&
    (!hasHint || left.resetHint === right.resetHint)
  );
}

function areSameBuckets(one: BucketCounts, other: BucketCounts): boolean {
  return (
    one.indexes.length === other.indexes.length &&
    one.indexes.every((index, at) => index === other.indexes[at]) &&
    one.counts.every((count, at) => isClose(count, other.counts[at] ?? Number.NaN))
  );
}

const TOLERANCE = 1e-6;
const LEAST_NORMAL = 2 ** -1022;

function isClose(one: number, other: number): boolean {
  if (one === other || (Number.isNaN(one) && Number.isNaN(other))) return true;
  const total = Math.abs(one) + Math.abs(other);
  const distance = Math.abs(one - other);
  if (one === 0 || other === 0 || total < LEAST_NORMAL) return distance < TOLERANCE * LEAST_NORMAL;
  return distance / Math.min(total, Number.MAX_VALUE) < TOLERANCE;
}

function valueText(value: number | Histogram | undefined): string {
  return typeof value === "object" ? JSON.stringify(value) : String(value ?? "nothing");
}

function wantedText(value: LiteralValue): string {
  return typeof value === "object" ? JSON.stringify(value.histogram) : String(value ?? "nothing");
}
