import { histogramBetween } from "../functions/edge-windows.ts";
import { type Histogram, RESET_GAUGE } from "../histogram/histogram.ts";
import { labelValue, METRIC_NAME } from "../labels/labels.ts";
import type { VectorSelector } from "../promql/syntax.ts";
import { findTime } from "../store/late-samples.ts";
import { SampleBuffer } from "../store/sample-buffer.ts";
import { type Evaluation, shiftFrame } from "./evaluation.ts";
import { HistogramNotes } from "./histogram-notes.ts";
import { detectResets } from "./reset-detection.ts";
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
  const notes = new HistogramNotes(evaluation.notes, selector.span);
  const toMs = endOf(shifted) + (isSmoothed ? lookbackMs : 0);
  const buffer = new SampleBuffer();
  const result: VectorSeries[] = [];
  for (const stored of await source.select(selector.matchers, fromMs, toMs)) {
    if (work.isDue()) await work.rest();
    stored.read(fromMs, toMs, buffer);
    if (buffer.count === 0) continue;
    work.need(buffer.count);
    if (evaluation.detectsResets && reading === "value") detectResets(buffer);
    const column =
      isSmoothed && reading === "value"
        ? smoothedSamples(buffer, { frame: shifted, lookbackMs, name: labelValue(stored.labels, METRIC_NAME), notes })
        : lastSamples(buffer, shifted, lookbackMs, reading);
    if (column === undefined) continue;
    work.hold(frame.count);
    result.push({ labels: stored.labels, dropsName: reading === "timestamp", ...column });
  }
  return result;
}

interface Smoothing {
  readonly frame: Frame;
  readonly lookbackMs: number;
  readonly name: string;
  readonly notes: HistogramNotes;
}

/** Between two samples the value at a step is interpolated; behind the last one it stays. */
function smoothedSamples(buffer: SampleBuffer, smoothing: Smoothing): Column | undefined {
  buffer.dropStale();
  const { frame } = smoothing;
  const column = emptyColumn(frame.count);
  for (let step = 0; step < frame.count; step += 1) {
    setAt(column, step, smoothedAt(buffer, timeAt(frame, step), smoothing));
  }
  return hasAny(column) ? column : undefined;
}

/** @param buffer - the samples of a series, of which those within the lookback on both sides of the time count */
function smoothedAt(
  buffer: SampleBuffer,
  timeMs: number,
  { lookbackMs, name, notes }: Smoothing,
): number | Histogram | undefined {
  const { times, values, histograms } = buffer;
  const first = findTime(buffer, timeMs - lookbackMs + 1).index;
  const end = findTime(buffer, timeMs + lookbackMs + 1).index;
  const next = findTime(buffer, timeMs + 1).index;
  const last = next - 1;
  if (histograms !== undefined && areMixed(histograms, first, end)) {
    notes.mixedKinds(name);
    return undefined;
  }
  if (last < first) return undefined;
  const start = times[last] ?? 0;
  const [from, to] = [histograms?.[last], histograms?.[next]];
  if (start === timeMs || next >= end) return from ?? values[last];
  const share = (timeMs - start) / ((times[next] ?? 0) - start);
  if (from === undefined || to === undefined) {
    const value = values[last] ?? 0;
    return value + ((values[next] ?? 0) - value) * share;
  }
  const kind = from.resetHint === RESET_GAUGE && to.resetHint === RESET_GAUGE ? "gauge" : "counter";
  const between = histogramBetween(from, to, { share, kind, notes });
  if (between === undefined) notes.mixedSchemas(name);
  return between;
}

function areMixed(histograms: readonly (Histogram | undefined)[], first: number, end: number): boolean {
  let count = 0;
  for (let at = first; at < end; at += 1) if (histograms[at] !== undefined) count += 1;
  return count > 0 && count < end - first;
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
