import { formatFloat } from "../engine/float-text.ts";
import { histogramJson } from "../engine/histogram-text.ts";
import type { QueryResult, ResultData } from "../engine/query.ts";
import { FLOAT, HISTOGRAM, type Samples, timeAt } from "../engine/values.ts";
import type { Histogram } from "../histogram/histogram.ts";
import { type Labels, labelEntries } from "../labels/labels.ts";

/** What an answer holds besides its result. */
export interface AnswerOptions {
  /** Series that are written; 0 for all. */
  readonly limit: number;
  /** Whether it tells what the query cost. */
  readonly hasStats: boolean;
}

/** The answer to a query, piece by piece: a large one is never one text. */
export function* resultText(result: QueryResult, { limit, hasStats }: AnswerOptions): Generator<string> {
  const { data } = result;
  yield `{"status":"success","data":{"resultType":"${typeOf(data)}","result":`;
  yield* valueText(data, limit);
  yield hasStats ? `,"stats":${JSON.stringify(statsOf(result))}}` : "}";
  const isCut = "series" in data && limit > 0 && data.series.length > limit;
  const warnings = isCut ? [...result.warnings, "results truncated due to limit"] : result.warnings;
  if (warnings.length > 0) yield `,"warnings":${JSON.stringify(warnings)}`;
  if (result.infos.length > 0) yield `,"infos":${JSON.stringify(result.infos)}`;
  yield "}";
}

/** @see Prometheus, HTTP API: the parameter stats */
function statsOf({ times: { preparationMs, queueMs, evaluationMs }, work }: QueryResult) {
  return {
    timings: {
      evalTotalTime: (preparationMs + evaluationMs) / 1000,
      resultSortTime: 0,
      queryPreparationTime: preparationMs / 1000,
      innerEvalTime: evaluationMs / 1000,
      execQueueTime: queueMs / 1000,
      execTotalTime: (preparationMs + queueMs + evaluationMs) / 1000,
    },
    samples: { totalQueryableSamples: work.samplesRead, peakSamples: work.peakSamples },
  };
}

function typeOf({ kind }: ResultData): string {
  return kind === "samples" ? "matrix" : kind;
}

function* valueText(data: ResultData, limit: number): Generator<string> {
  if (data.kind === "scalar") yield `[${timeText(data.timeMs)},"${formatFloat(data.value)}"]`;
  else if (data.kind === "string") yield `[${timeText(data.timeMs)},${JSON.stringify(data.text)}]`;
  else yield* rowsText(data, limit);
}

function* rowsText(data: Extract<ResultData, { series: unknown }>, limit: number): Generator<string> {
  let comma = "[";
  let left = limit > 0 ? limit : Number.POSITIVE_INFINITY;
  for (const row of rowTexts(data)) {
    if (left === 0) break;
    left -= 1;
    yield `${comma}${row}`;
    comma = ",";
  }
  yield comma === "[" ? "[]" : "]";
}

function* rowTexts(data: Extract<ResultData, { series: unknown }>): Generator<string> {
  if (data.kind === "samples") {
    for (const { labels, samples } of data.series) {
      const times = Array.from(samples.times.subarray(0, samples.count), timeText);
      yield matrixRow(labels, times, { ...samples, present: kindsOf(samples) });
    }
    return;
  }
  // All series share the steps, so that each time is written once only.
  const times = Array.from({ length: data.frame.count }, (_, step) => timeText(timeAt(data.frame, step)));
  for (const series of data.series) {
    if (data.kind === "matrix") yield matrixRow(series.labels, times, series);
    else yield vectorRow(series.labels, times, series);
  }
}

function vectorRow(labels: Labels, times: readonly string[], points: Points): string {
  const histogram = histogramTexts(times, points);
  const fields = histogram === "" ? `"value":${floatTexts(times, points)}` : `"histogram":${histogram}`;
  return `{"metric":${labelsText(labels)},${fields}}`;
}

/** Floats and native histograms in lists of their own; a list without a point is left out. */
function matrixRow(labels: Labels, times: readonly string[], points: Points): string {
  const [floats, histograms] = [floatTexts(times, points), histogramTexts(times, points)];
  const fields = [
    ...(floats === "" && histograms !== "" ? [] : [`"values":[${floats}]`]),
    ...(histograms === "" ? [] : [`"histograms":[${histograms}]`]),
  ];
  return `{"metric":${labelsText(labels)},${fields.join(",")}}`;
}

interface Points {
  readonly values: Float64Array;
  readonly present: Uint8Array;
  readonly histograms?: readonly (Histogram | undefined)[] | undefined;
}

function kindsOf({ count, histograms }: Samples): Uint8Array {
  const kinds = new Uint8Array(count).fill(FLOAT);
  for (const [at, one] of histograms?.entries() ?? []) if (one !== undefined) kinds[at] = HISTOGRAM;
  return kinds;
}

function floatTexts(times: readonly string[], { values, present }: Points): string {
  let text = "";
  for (const [step, time] of times.entries()) {
    if (present[step] !== FLOAT) continue;
    if (text !== "") text += ",";
    text += `[${time},"${formatFloat(values[step] ?? 0)}"]`;
  }
  return text;
}

function histogramTexts(times: readonly string[], { histograms, present }: Points): string {
  if (histograms === undefined) return "";
  const texts = times.flatMap((time, step) => {
    const histogram = present[step] === HISTOGRAM ? histograms[step] : undefined;
    return histogram === undefined ? [] : [`[${time},${histogramJson(histogram)}]`];
  });
  return texts.join(",");
}

/** Seconds with at most three decimals: whole milliseconds have no more. */
function timeText(timeMs: number): string {
  return String(timeMs / 1000);
}

/** A label set as JSON. Built as text: `__proto__` is a label like any other. */
export function labelsText(labels: Labels): string {
  return `{${labelEntries(labels)
    .map(([name, value]) => `${JSON.stringify(name)}:${JSON.stringify(value)}`)
    .join(",")}}`;
}
