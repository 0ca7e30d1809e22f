import { formatFloat } from "../engine/float-text.ts";
import type { QueryResult, ResultData } from "../engine/query.ts";
import { ABSENT, timeAt } from "../engine/values.ts";
import { type Labels, labelEntries } from "../labels/labels.ts";

/** The answer to a query, piece by piece: a large one is never one text. */
export function* resultText(result: QueryResult, limit: number): Generator<string> {
  const { data } = result;
  yield `{"status":"success","data":{"resultType":"${typeOf(data)}","result":`;
  yield* valueText(data, limit);
  yield "}";
  const isCut = "series" in data && limit > 0 && data.series.length > limit;
  const warnings = isCut ? [...result.warnings, "results truncated due to limit"] : result.warnings;
  if (warnings.length > 0) yield `,"warnings":${JSON.stringify(warnings)}`;
  if (result.infos.length > 0) yield `,"infos":${JSON.stringify(result.infos)}`;
  yield "}";
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
      yield seriesText(labels, "values", `[${pointTexts(times, samples.values)}]`);
    }
    return;
  }
  // All series share the steps, so that each time is written once only.
  const times = Array.from({ length: data.frame.count }, (_, step) => timeText(timeAt(data.frame, step)));
  for (const { labels, values, present } of data.series) {
    const points = pointTexts(times, values, present);
    yield data.kind === "vector" ? seriesText(labels, "value", points) : seriesText(labels, "values", `[${points}]`);
  }
}

function seriesText(labels: Labels, field: "value" | "values", points: string): string {
  return `{"metric":${labelsText(labels)},"${field}":${points}}`;
}

function pointTexts(times: readonly string[], values: Float64Array, present?: Uint8Array): string {
  let text = "";
  for (const [step, time] of times.entries()) {
    if (present?.[step] === ABSENT) continue;
    if (text !== "") text += ",";
    text += `[${time},"${formatFloat(values[step] ?? 0)}"]`;
  }
  return text;
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
