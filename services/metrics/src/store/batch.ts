import type { HeadSeries } from "./head-series.ts";
import { SampleBuffer, STALE_HIGH, STALE_LOW } from "./sample-buffer.ts";

const value = new Float64Array(1);
const words = new Uint32Array(value.buffer);

/** Samples of any series that are stored together: all that are acceptable, or none when the disk refuses. */
export class Batch {
  readonly series: HeadSeries[] = [];
  readonly samples = new SampleBuffer();
  /** Entries whose fate the last one before them decides that is not among them. */
  readonly #parts = new Set<number>();

  get size(): number {
    return this.series.length;
  }

  add(series: HeadSeries, time: number, number: number): void {
    value[0] = number;
    this.addBits(series, time, words[1] ?? 0, words[0] ?? 0);
  }

  /** Adds what belongs to the sample that was added before it. */
  addPart(series: HeadSeries, time: number, number: number): void {
    this.#parts.add(this.size);
    this.add(series, time, number);
  }

  isPart(index: number): boolean {
    return this.#parts.has(index);
  }

  /** Marks that the series has ended, or could not be read, at this time. */
  addStale(series: HeadSeries, time: number): void {
    this.addBits(series, time, STALE_HIGH, STALE_LOW);
  }

  addBits(series: HeadSeries, time: number, high: number, low: number): void {
    this.series.push(series);
    this.samples.push(time, high >>> 0, low >>> 0);
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
}
