import { type Labels, labelsKey } from "../labels/labels.ts";
import { HistogramColumns } from "./histogram-columns.ts";
import { COUNT, splitPart } from "./histogram-parts.ts";
import { SampleBuffer } from "./sample-buffer.ts";
import type { StoredSeries } from "./source.ts";

/** Puts the series of parts together that make up native histograms. Series of floats stay as they are. */
export function composeSeries(series: Iterable<StoredSeries>): StoredSeries[] {
  const composed: StoredSeries[] = [];
  const waiting = new Map<string, ComposedSeries>();
  for (const one of series) {
    const split = splitPart(one.labels);
    if (split === undefined) {
      composed.push(one);
      continue;
    }
    const key = labelsKey(split.labels);
    const whole = waiting.get(key) ?? new ComposedSeries(split.labels);
    waiting.set(key, whole);
    whole.addPart(split.part, one);
  }
  if (waiting.size === 0) return composed;
  const floats = composed.filter((one) => {
    const whole = waiting.get(labelsKey(one.labels));
    whole?.addFloats(one);
    return whole === undefined;
  });
  return [...floats, ...waiting.values()];
}

/** A series that has native histograms, and maybe floats at other times. */
class ComposedSeries implements StoredSeries {
  readonly labels: Labels;
  #floats: StoredSeries | undefined;
  #deciding: StoredSeries | undefined;
  readonly #others: (readonly [part: string, series: StoredSeries])[] = [];

  constructor(labels: Labels) {
    this.labels = labels;
  }

  addFloats(series: StoredSeries): void {
    this.#floats = series;
  }

  addPart(part: string, series: StoredSeries): void {
    if (part === COUNT) this.#deciding = series;
    else this.#others.push([part, series]);
  }

  read(fromMs: number, toMs: number, into: SampleBuffer): void {
    const floats = new SampleBuffer();
    this.#floats?.read(fromMs, toMs, floats);
    const columns = this.#columns(fromMs, toMs);
    into.clear();
    into.histograms = [];
    let copied = 0;
    for (let at = 0; at < columns.length; at += 1) {
      const time = columns.time(at);
      while (copied < floats.count && (floats.times[copied] ?? 0) < time) copied = copyFloat(floats, copied, into);
      const histogram = columns.histogram(at);
      if (histogram === undefined) continue;
      into.histograms[into.count] = histogram;
      into.push(time, NAN_HIGH, 0);
    }
    while (copied < floats.count) copied = copyFloat(floats, copied, into);
    into.histograms.length = into.count;
  }

  #columns(fromMs: number, toMs: number): HistogramColumns {
    const buffer = new SampleBuffer();
    this.#deciding?.read(fromMs, toMs, buffer);
    const columns = new HistogramColumns(buffer);
    if (columns.length === 0) return columns;
    for (const [part, series] of this.#others) {
      series.read(fromMs, toMs, buffer);
      columns.add(part, buffer);
    }
    columns.sort();
    return columns;
  }
}

const NAN_HIGH = 0x7ff80000;

/** @returns the index after the copied one */
function copyFloat({ times, words }: SampleBuffer, index: number, into: SampleBuffer): number {
  into.push(times[index] ?? 0, words[2 * index + 1] ?? 0, words[2 * index] ?? 0);
  return index + 1;
}
