import { type Labels, labelsKey } from "../labels/labels.ts";
import { histogramOf, isDecidingPart, splitPart } from "./histogram-parts.ts";
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
    if (isDecidingPart(part)) this.#deciding = series;
    this.#others.push([part, series]);
  }

  read(fromMs: number, toMs: number, into: SampleBuffer): void {
    const floats = new SampleBuffer();
    const lead = new SampleBuffer();
    this.#floats?.read(fromMs, toMs, floats);
    this.#deciding?.read(fromMs, toMs, lead);
    const parts = this.#partsByTime(lead, fromMs, toMs);
    into.clear();
    into.histograms = [];
    let at = 0;
    for (let index = 0; index < lead.count; index += 1) {
      const time = lead.times[index] ?? 0;
      while (at < floats.count && (floats.times[at] ?? 0) < time) at = copyFloat(floats, at, into);
      const histogram = histogramOf(parts.get(time) ?? new Map());
      if (histogram === undefined) continue;
      into.histograms[into.count] = histogram;
      into.push(time, NAN_HIGH, 0);
    }
    while (at < floats.count) at = copyFloat(floats, at, into);
    into.histograms.length = into.count;
  }

  #partsByTime(lead: SampleBuffer, fromMs: number, toMs: number): Map<number, Map<string, number>> {
    const byTime = new Map<number, Map<string, number>>();
    for (let index = 0; index < lead.count; index += 1) byTime.set(lead.times[index] ?? 0, new Map());
    const buffer = new SampleBuffer();
    for (const [part, series] of this.#others) {
      series.read(fromMs, toMs, buffer);
      for (let index = 0; index < buffer.count; index += 1) {
        byTime.get(buffer.times[index] ?? 0)?.set(part, buffer.values[index] ?? 0);
      }
    }
    return byTime;
  }
}

const NAN_HIGH = 0x7ff80000;

/** @returns the index after the copied one */
function copyFloat({ times, words }: SampleBuffer, index: number, into: SampleBuffer): number {
  into.push(times[index] ?? 0, words[2 * index + 1] ?? 0, words[2 * index] ?? 0);
  return index + 1;
}
