import type { Batch } from "../store/batch.ts";
import type { HeadSeries } from "../store/head-series.ts";
import type { DecodeBudget } from "./decode-budget.ts";

/** Finds the series whose labels are written in these bytes, one to a character. */
export type FindSeries = (labelBytes: string) => HeadSeries | undefined;

/** Tags of fields with their wire types. @see Prometheus Remote-Write 1.0, types.proto */
const LABEL = (1 << 3) | 2;
const SAMPLE = (2 << 3) | 2;
const VALUE = (1 << 3) | 1;
const TIME = 2 << 3;

/**
 * Takes series of remote write 1.0 that are as nearly all are: their labels first and as they are known, then samples
 * and nothing else. Such a series is found by its bytes. Any other one is left to those who read every form there is.
 */
export class PlainSeriesReader {
  readonly #bytes: Buffer;
  readonly #view: DataView;
  readonly #known: SeriesFinder;
  readonly #batch: Batch;
  readonly #budget: DecodeBudget;
  #at = 0;

  constructor(bytes: Buffer, find: FindSeries, into: { readonly known: Batch; readonly budget: DecodeBudget }) {
    this.#bytes = bytes;
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    this.#known = new SeriesFinder(bytes, find);
    this.#batch = into.known;
    this.#budget = into.budget;
  }

  /**
   * Adds the samples of a series to the batch.
   *
   * @returns false when it is no plain series of those that are known; nothing is added then
   */
  take(start: number, end: number): boolean {
    const labelsEnd = endOfLabels(this.#bytes, start, end);
    if (this.#bytes[labelsEnd] !== SAMPLE || labelsEnd >= end) return false;
    const series = this.#known.at(start, labelsEnd);
    if (series === undefined) return false;
    const before = this.#batch.size;
    this.#at = labelsEnd;
    while (this.#at < end) {
      this.#budget.take();
      if (this.#takeSample(series, end)) continue;
      this.#batch.truncate(before);
      return false;
    }
    return true;
  }

  #takeSample(series: HeadSeries, end: number): boolean {
    const bytes = this.#bytes;
    const sampleEnd = this.#at + 2 + (bytes[this.#at + 1] ?? end);
    if (bytes[this.#at] !== SAMPLE || sampleEnd > end) return false;
    let [low, high, timeMs] = [0, 0, 0];
    let at = this.#at + 2;
    if (bytes[at] === VALUE && at + 9 <= sampleEnd) {
      low = this.#view.getUint32(at + 1, true);
      high = this.#view.getUint32(at + 5, true);
      at += 9;
    }
    if (bytes[at] === TIME && at < sampleEnd) {
      timeMs = this.#time(at + 1, sampleEnd);
      at = sampleEnd;
    }
    if (at !== sampleEnd || Number.isNaN(timeMs)) return false;
    this.#batch.addBits(series, timeMs, high, low);
    this.#at = sampleEnd;
    return true;
  }

  /** The number that takes all bytes between two places; NaN when it is none, or one below zero. */
  #time(start: number, end: number): number {
    if (end - start > MAX_TIME_BYTES) return Number.NaN;
    let [time, factor] = [0, 1];
    for (let at = start; at < end; at += 1) {
      const byte = this.#bytes[at] ?? 0;
      if (byte < 128 !== (at === end - 1)) return Number.NaN;
      time += (byte & 127) * factor;
      factor *= 128;
    }
    return end === start ? Number.NaN : time;
  }
}

/** Finds series of one kind by the bytes of their labels. */
export class SeriesFinder {
  readonly #bytes: Buffer;
  readonly #find: FindSeries;
  /** The series that was found last. */
  #before: HeadSeries | undefined;

  constructor(bytes: Buffer, find: FindSeries) {
    this.#bytes = bytes;
    this.#find = find;
  }

  /** Senders write their series in the same order again and again, so that most often the next one is known. */
  at(start: number, end: number): HeadSeries | undefined {
    const before = this.#before;
    const expected = before?.follower;
    if (expected !== undefined && !expected.isGone && isWrittenAt(expected.sentKey, this.#bytes, start, end)) {
      this.#before = expected;
      return expected;
    }
    const series = this.#find(this.#bytes.toString("latin1", start, end));
    if (before !== undefined) before.follower = series;
    this.#before = series;
    return series;
  }
}

/** Whether bytes are those of a text of one byte to a character. Series differ at the end of their labels most often. */
function isWrittenAt(text: string, bytes: Buffer, start: number, end: number): boolean {
  const { length } = text;
  if (end - start !== length) return false;
  for (let at = length - 1; at >= 0; at -= 1) if (text.charCodeAt(at) !== bytes[start + at]) return false;
  return true;
}

/** A number of so many bytes is exact; one below zero takes ten. */
const MAX_TIME_BYTES = 7;

/** Where the labels end that stand at the beginning of a series; somewhere else when they are damaged. */
export function endOfLabels(bytes: Buffer, start: number, end: number): number {
  let at = start;
  while (at < end && bytes[at] === LABEL) {
    const first = bytes[at + 1] ?? 0;
    if (first < 128) at += 2 + first;
    else at += 3 + ((first & 127) | ((bytes[at + 2] ?? 0) << 7));
  }
  return at;
}
