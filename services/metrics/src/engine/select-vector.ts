import type { VectorSelector } from "../promql/syntax.ts";
import { findTime } from "../store/late-samples.ts";
import { SampleBuffer } from "../store/sample-buffer.ts";
import { type Evaluation, shiftFrame } from "./evaluation.ts";
import { type Column, emptyColumn, endOf, type Frame, hasAny, setAt, timeAt, type VectorSeries } from "./values.ts";

/** What an instant selector takes of the sample that it finds. */
export type Reading = "value" | "timestamp";

/**
 * The series of an instant selector: at each step the last sample in `(t - lookback, t]`, unless that one is a stale
 * marker.
 */
export async function selectVector(
  selector: VectorSelector,
  evaluation: Evaluation,
  reading: Reading = "value",
): Promise<VectorSeries[]> {
  const { source, lookbackMs, work, frame } = evaluation;
  const shifted = shiftFrame(evaluation, selector);
  const fromMs = shifted.startMs - lookbackMs + 1;
  const isSmoothed = selector.edges === "smoothed";
  const toMs = endOf(shifted) + (isSmoothed ? lookbackMs : 0);
  const buffer = new SampleBuffer();
  const result: VectorSeries[] = [];
  for (const stored of await source.select(selector.matchers, fromMs, toMs)) {
    if (work.isDue()) await work.rest();
    stored.read(fromMs, toMs, buffer);
    if (buffer.count === 0) continue;
    work.need(buffer.count);
    const column =
      isSmoothed && reading === "value"
        ? smoothedSamples(buffer, shifted, lookbackMs)
        : lastSamples(buffer, shifted, lookbackMs, reading);
    if (column === undefined) continue;
    work.hold(frame.count);
    result.push({ labels: stored.labels, dropsName: reading === "timestamp", ...column });
  }
  return result;
}

/** Between the samples before and behind a step its value lies on the line from one to the other. */
function smoothedSamples(buffer: SampleBuffer, frame: Frame, lookbackMs: number): Column | undefined {
  buffer.dropStale();
  const column = emptyColumn(frame.count);
  const { times, count, histograms } = buffer;
  for (let step = 0; step < frame.count; step += 1) {
    const time = timeAt(frame, step);
    const { index: next } = findTime(buffer, time + 1);
    const last = next - 1;
    const [lastTime, nextTime] = [times[last] ?? 0, next < count ? (times[next] ?? 0) : Number.POSITIVE_INFINITY];
    if (last < 0 || lastTime <= time - lookbackMs) continue;
    const reached = nextTime <= time + lookbackMs ? time : lastTime;
    setAt(column, step, histograms?.[last] ?? valueBetween(buffer, last, reached));
  }
  return hasAny(column) ? column : undefined;
}

/** The value at a time on the line from a sample to the next. */
function valueBetween({ times, values, histograms }: SampleBuffer, last: number, time: number): number {
  const [from, start] = [values[last] ?? 0, times[last] ?? 0];
  if (time === start || histograms?.[last + 1] !== undefined) return from;
  return from + (((values[last + 1] ?? 0) - from) * (time - start)) / ((times[last + 1] ?? 0) - start);
}

function lastSamples(buffer: SampleBuffer, frame: Frame, lookbackMs: number, reading: Reading): Column | undefined {
  const column = emptyColumn(frame.count);
  const { times, values, count } = buffer;
  const read = reading === "value" ? values : times.map((time) => time / 1000);
  let last = -1;
  for (let step = 0; step < frame.count; step += 1) {
    const time = timeAt(frame, step);
    while (last + 1 < count && (times[last + 1] ?? 0) <= time) last += 1;
    if (last < 0 || (times[last] ?? 0) <= time - lookbackMs || buffer.isStale(last)) continue;
    const histogram = reading === "value" ? buffer.histograms?.[last] : undefined;
    setAt(column, step, histogram ?? read[last] ?? 0);
  }
  return hasAny(column) ? column : undefined;
}
