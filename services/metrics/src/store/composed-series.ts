import { type Labels, labelsKey } from "../labels/labels.ts";
import { HistogramColumns } from "./histogram-columns.ts";
import { digestOf, HISTOGRAM_HIGH } from "./histogram-digest.ts";
import { COUNT, splitPart, WHOLE } from "./histogram-parts.ts";
import { mergeSamples } from "./late-samples.ts";
import { SampleBuffer } from "./sample-buffer.ts";
import type { StoredSeries } from "./source.ts";

/** Puts together what is stored of native histograms, and the floats beside them. Series of floats stay as they are. */
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
  #whole: StoredSeries | undefined;
  readonly #parts = new PartSeries();

  constructor(labels: Labels) {
    this.labels = labels;
  }

  addFloats(series: StoredSeries): void {
    this.#floats = series;
  }

  addPart(part: string, series: StoredSeries): void {
    if (part === WHOLE) this.#whole = series;
    else this.#parts.add(part, series);
  }

  read(fromMs: number, toMs: number, into: SampleBuffer): void {
    into.clear();
    this.#whole?.read(fromMs, toMs, into);
    for (const others of [this.#parts, this.#floats]) {
      if (others === undefined) continue;
      const samples = new SampleBuffer();
      others.read(fromMs, toMs, samples);
      mergeSamples(samples, fromMs, toMs, into);
    }
  }
}

/** Histograms that are stored part by part. */
class PartSeries {
  #counts: StoredSeries | undefined;
  readonly #others: (readonly [part: string, series: StoredSeries])[] = [];

  add(part: string, series: StoredSeries): void {
    if (part === COUNT) this.#counts = series;
    else this.#others.push([part, series]);
  }

  read(fromMs: number, toMs: number, into: SampleBuffer): void {
    if (this.#counts === undefined) return;
    const buffer = new SampleBuffer();
    this.#counts.read(fromMs, toMs, buffer);
    const columns = new HistogramColumns(buffer);
    for (const [part, series] of this.#others) {
      series.read(fromMs, toMs, buffer);
      columns.add(part, buffer);
    }
    columns.sort();
    for (let at = 0; at < columns.length; at += 1) {
      const histogram = columns.histogram(at);
      if (histogram !== undefined) into.push(columns.time(at), HISTOGRAM_HIGH, digestOf(histogram), histogram);
    }
  }
}
