import type { Histogram } from "../histogram/histogram.ts";
import type { HeadSeries } from "./head-series.ts";
import { digestOf, HISTOGRAM_HIGH } from "./histogram-digest.ts";
import { SampleBuffer, STALE_HIGH, STALE_LOW } from "./sample-buffer.ts";

const value = new Float64Array(1);
const words = new Uint32Array(value.buffer);

/** Samples of any series that are stored together: all that are acceptable, or none when the disk refuses. */
export class Batch {
  readonly series: HeadSeries[] = [];
  readonly samples = new SampleBuffer();

  get size(): number {
    return this.series.length;
  }

  add(series: HeadSeries, time: number, number: number): void {
    value[0] = number;
    this.addBits(series, time, words[1] ?? 0, words[0] ?? 0);
  }

  addHistogram(series: HeadSeries, time: number, histogram: Histogram): void {
    this.series.push(series);
    this.samples.push(time, HISTOGRAM_HIGH, digestOf(histogram), histogram);
  }

  /** Marks that the series has ended, or could not be read, at this time. */
  addStale(series: HeadSeries, time: number): void {
    this.addBits(series, time, STALE_HIGH, STALE_LOW);
  }

  addBits(series: HeadSeries, time: number, high: number, low: number): void {
    this.series.push(series);
    this.samples.push(time, high, low);
  }

  /** Puts an entry in the place of an earlier one. */
  move(from: number, to: number): void {
    const series = this.series[from];
    if (series === undefined || from === to) return;
    this.series[to] = series;
    this.samples.copyOne(from, to);
  }

  /** Leaves out all entries from this one on. */
  truncate(size: number): void {
    this.series.length = size;
    this.samples.count = size;
  }

  /** A copy of the entries between two places. */
  part(from: number, to: number): Batch {
    const part = new Batch();
    for (let at = from; at < Math.min(to, this.size); at += 1) {
      const series = this.series[at];
      if (series === undefined) continue;
      part.series.push(series);
      part.samples.push(this.time(at), this.high(at), this.low(at), this.samples.histograms?.[at]);
    }
    return part;
  }

  high(index: number): number {
    return this.samples.words[2 * index + 1] ?? 0;
  }

  low(index: number): number {
    return this.samples.words[2 * index] ?? 0;
  }

  time(index: number): number {
    return this.samples.times[index] ?? 0;
  }
}

/** What became of the samples of a batch. */
export interface BatchResult {
  readonly stored: number;
  /** Time and value were there already: a request that came twice. */
  readonly repeated: number;
  /** Another value was there at that time; the first one stays. */
  readonly conflicting: number;
  /** Older than what the store still takes. */
  readonly tooOld: number;
  /** More than ten minutes ahead of the clock. */
  readonly tooNew: number;
  /** Places in the batch, as it came, of the samples that were refused for good. */
  readonly refusedAt: readonly number[];
}

export const NOTHING_STORED: BatchResult = {
  stored: 0,
  repeated: 0,
  conflicting: 0,
  tooOld: 0,
  tooNew: 0,
  refusedAt: [],
};

/** The result of a batch that was stored in parts. @param from - place in the batch of the first sample of `part` */
export function addResults(sum: BatchResult, part: BatchResult, from: number): BatchResult {
  return {
    stored: sum.stored + part.stored,
    repeated: sum.repeated + part.repeated,
    conflicting: sum.conflicting + part.conflicting,
    tooOld: sum.tooOld + part.tooOld,
    tooNew: sum.tooNew + part.tooNew,
    refusedAt: [...sum.refusedAt, ...part.refusedAt.map((at) => from + at)],
  };
}
