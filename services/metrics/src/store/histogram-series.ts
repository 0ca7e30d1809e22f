import type { BucketCounts, Histogram } from "../histogram/histogram.ts";
import type { Labels } from "../labels/labels.ts";
import type { Batch } from "./batch.ts";
import type { HeadSeries } from "./head-series.ts";
import {
  COUNT,
  formCode,
  formPart,
  NEGATIVE,
  POSITIVE,
  partLabels,
  SUM,
  ZERO_COUNT,
  ZERO_THRESHOLD,
} from "./histogram-parts.ts";

/** Finds or makes series. */
interface SeriesSource {
  seriesFor(labels: Labels): HeadSeries | undefined;
}

/** Native histograms with the same labels: the series of their parts, found without labels of their own. */
export class HistogramSeries {
  readonly labels: Labels;
  readonly #source: SeriesSource;
  readonly #named = new Map<string, HeadSeries>();
  readonly #positive = new Map<number, HeadSeries>();
  readonly #negative = new Map<number, HeadSeries>();

  constructor(labels: Labels, source: SeriesSource) {
    this.labels = labels;
    this.#source = source;
  }

  /**
   * Adds a histogram to a batch: the deciding part first. Parts that are zero and need not be told are left out.
   *
   * @returns false when there are too many series to store all of it; nothing is added then
   */
  addTo(batch: Batch, timeMs: number, histogram: Histogram): boolean {
    const before = batch.size;
    const isWhole = this.#addNamed(batch, timeMs, histogram) && this.#addBuckets(batch, timeMs, histogram);
    if (!isWhole) batch.truncate(before);
    return isWhole;
  }

  #addNamed(batch: Batch, timeMs: number, histogram: Histogram): boolean {
    const { count, sum, zeroCount, zeroThreshold } = histogram;
    const add = (part: string, value: number) => addTo(batch, this.#seriesOf(this.#named, part, part), timeMs, value);
    return (
      add(COUNT, count) &&
      add(formPart(histogram), formCode(histogram)) &&
      add(SUM, sum) &&
      (zeroCount === 0 || add(ZERO_COUNT, zeroCount)) &&
      (zeroThreshold === 0 || add(ZERO_THRESHOLD, zeroThreshold))
    );
  }

  #addBuckets(batch: Batch, timeMs: number, { positive, negative }: Histogram): boolean {
    return (
      this.#addSide(batch, timeMs, positive, this.#positive, POSITIVE) &&
      this.#addSide(batch, timeMs, negative, this.#negative, NEGATIVE)
    );
  }

  #addSide(
    batch: Batch,
    timeMs: number,
    { indexes, counts }: BucketCounts,
    known: Map<number, HeadSeries>,
    sign: string,
  ): boolean {
    for (let at = 0; at < indexes.length; at += 1) {
      const index = indexes[at] ?? 0;
      // The name of the part is made only for a bucket that is new.
      const series = knownIn(known, index) ?? this.#seriesOf(known, index, `${sign}${index}`);
      if (!addTo(batch, series, timeMs, counts[at] ?? 0)) return false;
    }
    return true;
  }

  #seriesOf<Key>(known: Map<Key, HeadSeries>, key: Key, part: string): HeadSeries | undefined {
    const found = knownIn(known, key);
    if (found !== undefined) return found;
    const made = this.#source.seriesFor(partLabels(this.labels, part));
    if (made !== undefined) known.set(key, made);
    return made;
  }
}

function knownIn<Key>(known: Map<Key, HeadSeries>, key: Key): HeadSeries | undefined {
  const series = known.get(key);
  return series === undefined || series.isGone ? undefined : series;
}

function addTo(batch: Batch, series: HeadSeries | undefined, timeMs: number, value: number): boolean {
  if (series !== undefined) batch.add(series, timeMs, value);
  return series !== undefined;
}
