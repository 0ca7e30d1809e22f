import type { Histogram } from "../histogram/histogram.ts";

/** High half of the bits of the NaN that marks the end of a series; the low half is 2. */
export const STALE_HIGH = 0x7ff00000;
export const STALE_LOW = 2;

/**
 * Samples of one series, in columns that are used again for the next. Values are also seen as pairs of 32-bit words
 * (low, high): a stale marker is a NaN with certain bits, and those do not survive the way through a number.
 */
export class SampleBuffer {
  times: Float64Array;
  values: Float64Array;
  words: Uint32Array;
  count = 0;
  /** Native histograms at the places of their times, where there are any; values are NaN there. */
  histograms: (Histogram | undefined)[] | undefined;

  constructor(capacity = 512) {
    this.times = new Float64Array(capacity);
    this.values = new Float64Array(capacity);
    this.words = new Uint32Array(this.values.buffer);
  }

  /** Makes room for this many samples in all; those that are there stay. */
  reserve(capacity: number): void {
    if (capacity <= this.times.length) return;
    const length = Math.max(capacity, this.times.length * 2);
    const { times, words } = this;
    this.times = new Float64Array(length);
    this.values = new Float64Array(length);
    this.words = new Uint32Array(this.values.buffer);
    this.times.set(times);
    this.words.set(words);
  }

  push(time: number, high: number, low: number, histogram?: Histogram): void {
    this.reserve(this.count + 1);
    this.times[this.count] = time;
    this.words[2 * this.count] = low;
    this.words[2 * this.count + 1] = high;
    if (histogram !== undefined || this.histograms !== undefined) this.#putHistogram(this.count, histogram);
    this.count += 1;
  }

  /** Appends a sample of another buffer. */
  pushFrom({ times, words, histograms }: SampleBuffer, index: number): void {
    this.push(times[index] ?? 0, words[2 * index + 1] ?? 0, words[2 * index] ?? 0, histograms?.[index]);
  }

  /** Puts a sample of another buffer before the one at an index. */
  insertFrom(samples: SampleBuffer, from: number, index: number): void {
    this.pushFrom(samples, from);
    const last = this.count - 1;
    if (index === last) return;
    this.times.copyWithin(index + 1, index, last);
    this.words.copyWithin(2 * index + 2, 2 * index, 2 * last);
    this.histograms?.copyWithin(index + 1, index, last);
    this.times[index] = samples.times[from] ?? 0;
    this.words[2 * index] = samples.words[2 * from] ?? 0;
    this.words[2 * index + 1] = samples.words[2 * from + 1] ?? 0;
    if (this.histograms !== undefined) this.#putHistogram(index, samples.histograms?.[from]);
  }

  clear(): void {
    this.count = 0;
    this.histograms = undefined;
  }

  /** Puts one sample in the place of another. */
  copyOne(from: number, to: number): void {
    this.times[to] = this.times[from] ?? 0;
    this.words[2 * to] = this.words[2 * from] ?? 0;
    this.words[2 * to + 1] = this.words[2 * from + 1] ?? 0;
    if (this.histograms !== undefined) this.#putHistogram(to, this.histograms[from]);
  }

  isStale(index: number): boolean {
    return this.words[2 * index] === STALE_LOW && this.words[2 * index + 1] === STALE_HIGH;
  }

  /** Keeps the samples with `fromMs <= time <= toMs`; the buffer is in the order of time. */
  trim(fromMs: number, toMs: number): void {
    let first = 0;
    while (first < this.count && (this.times[first] ?? 0) < fromMs) first += 1;
    let end = this.count;
    while (end > first && (this.times[end - 1] ?? 0) > toMs) end -= 1;
    if (first > 0) this.#move(first, end);
    this.count = end - first;
  }

  /** Leaves out the samples with `fromMs <= time <= toMs`. @returns whether there were any */
  cut(fromMs: number, toMs: number): boolean {
    let kept = 0;
    const before = this.count;
    for (let index = 0; index < before; index += 1) {
      const time = this.times[index] ?? 0;
      if (time >= fromMs && time <= toMs) continue;
      if (kept !== index) this.#move(index, index + 1, kept);
      kept += 1;
    }
    this.count = kept;
    return kept < before;
  }

  /** Leaves out the markers: functions over ranges do not see them. */
  dropStale(): void {
    let kept = 0;
    for (let index = 0; index < this.count; index += 1) {
      if (this.isStale(index)) continue;
      if (kept !== index) this.#move(index, index + 1, kept);
      kept += 1;
    }
    this.count = kept;
  }

  #putHistogram(index: number, histogram: Histogram | undefined): void {
    this.histograms ??= new Array(index).fill(undefined);
    this.histograms[index] = histogram;
  }

  #move(first: number, end: number, to = 0): void {
    this.times.copyWithin(to, first, end);
    this.words.copyWithin(2 * to, 2 * first, 2 * end);
    this.histograms?.copyWithin(to, first, end);
  }
}
