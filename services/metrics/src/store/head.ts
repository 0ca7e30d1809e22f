import { labelBytes } from "../labels/label-bytes.ts";
import type { Labels } from "../labels/labels.ts";
import type { Matcher } from "../labels/matcher.ts";
import { ChunkArena } from "./arena.ts";
import type { Batch, BatchResult } from "./batch.ts";
import { blockStart } from "./block-range.ts";
import type { Chunk } from "./chunk.ts";
import type { Deletion } from "./deletion.ts";
import { HeadSeries, wholeText } from "./head-series.ts";
import { histogramLabels, isPart } from "./histogram-parts.ts";
import { LabelIndex } from "./label-index.ts";
import type { SampleBuffer } from "./sample-buffer.ts";
import { TextPool } from "./text-pool.ts";

/** Samples may be this far ahead of the clock, in milliseconds. */
const MAX_AHEAD_MS = 10 * 60 * 1000;
/** Times are whole numbers that steps between any two of them are, too. */
const EARLIEST_MS = -(2 ** 51);
/** A series may lag this far behind the newest sample of all and still count as in order. */
const MAX_LAG_MS = 3600 * 1000;

export interface HeadLimits {
  readonly maxSeries: number;
  /** How far behind the newest sample of all a late one is taken; at most `MAX_LAG_MS`. */
  readonly outOfOrderMs: number;
}

/** What times a batch may have. */
interface TimeRules {
  readonly newest: number;
  readonly outOfOrderMs: number;
}

type Verdict = "next" | "late" | "repeated" | "conflicting" | "tooOld" | "tooNew";

/** The newest hours of all series, in memory. */
export class Head {
  readonly #limits: () => HeadLimits;
  /** By the bytes of their labels. */
  readonly #seriesByKey = new Map<string, HeadSeries>();
  /** Those of native histograms, by the bytes that their sender writes. */
  readonly #histogramsByKey = new Map<string, HeadSeries>();
  readonly #seriesById = new Map<number, HeadSeries>();
  readonly #index = new LabelIndex();
  readonly #arena = new ChunkArena();
  readonly #texts = new TextPool();
  #nextId = 1;
  /** Time of the newest sample. */
  maxTime = Number.NEGATIVE_INFINITY;
  /** Everything before this time is in blocks: nothing is taken there any more. */
  minTime = Number.NEGATIVE_INFINITY;
  /** Series that were refused since the start because there were too many. */
  refusedSeries = 0;
  /** Chunks finished or being written. */
  samples = 0;

  constructor(limits: () => HeadLimits) {
    this.#limits = limits;
  }

  get index(): LabelIndex {
    return this.#index;
  }

  get seriesCount(): number {
    return this.#seriesById.size;
  }

  get series(): Iterable<HeadSeries> {
    return this.#seriesById.values();
  }

  /** The series with these labels, made if there is none; `undefined` when there are too many already. */
  seriesFor(labels: Labels): HeadSeries | undefined {
    const key = labelBytes(labels);
    const known = this.#seriesByKey.get(key);
    if (known !== undefined) return known;
    if (this.#seriesById.size >= this.#limits().maxSeries) {
      this.refusedSeries += 1;
      return undefined;
    }
    return this.#register(this.#nextId, labels, key);
  }

  /** The series of floats whose labels are written in these bytes; `undefined` when there is none. */
  seriesWithBytes(bytes: string): HeadSeries | undefined {
    const known = this.#seriesByKey.get(bytes);
    return known === undefined || isPart(known.labels) ? undefined : known;
  }

  /** As `seriesWithBytes`, for native histograms. */
  histogramsWithBytes(bytes: string): HeadSeries | undefined {
    return this.#histogramsByKey.get(bytes);
  }

  /** As `seriesFor`, for native histograms. */
  histogramsFor(labels: Labels): HeadSeries | undefined {
    return this.seriesFor(histogramLabels(labels));
  }

  seriesWithId(id: number): HeadSeries | undefined {
    return this.#seriesById.get(id);
  }

  /** Series of a log or snapshot, which keep their ids. */
  restoreSeries(id: number, labels: Labels): HeadSeries {
    const series = this.#seriesById.get(id) ?? this.#register(id, labels, labelBytes(labels));
    series.isLogged = true;
    return series;
  }

  restoreChunks(series: HeadSeries, chunks: readonly Chunk[], late: SampleBuffer | undefined): void {
    series.restore(chunks, late, this.#arena);
    if (series.pendingTime > this.maxTime) this.maxTime = series.pendingTime;
    for (const { count } of chunks) this.samples += count;
  }

  select(matchers: readonly Matcher[]): HeadSeries[] {
    const found: HeadSeries[] = [];
    for (const id of this.#index.select(matchers)) {
      const series = this.#seriesById.get(id);
      if (series !== undefined) found.push(series);
    }
    return found;
  }

  /**
   * Takes out of a batch what cannot be stored, in the order in which it came. The rest is announced to its series, and
   * stored by `apply` or forgotten by `withdraw`.
   */
  sift(batch: Batch, now: number): BatchResult {
    const counts = { next: 0, late: 0, repeated: 0, conflicting: 0, tooOld: 0, tooNew: 0 };
    const rules = { newest: now + MAX_AHEAD_MS, outOfOrderMs: this.#limits().outOfOrderMs };
    const refusedAt: number[] = [];
    let kept = 0;
    for (let index = 0; index < batch.size; index += 1) {
      const found = batch.series[index];
      if (found === undefined) continue;
      // A long request is read in slices: a series can leave the head in between.
      const series = found.isGone ? this.seriesFor(found.labels) : found;
      if (series === undefined) {
        refusedAt.push(index);
        continue;
      }
      batch.series[index] = series;
      const verdict = this.#judge(series, batch, index, rules);
      counts[verdict] += 1;
      if (verdict !== "next" && verdict !== "late") {
        if (verdict !== "repeated") refusedAt.push(index);
        continue;
      }
      if (verdict === "next") series.announce(batch.time(index), batch.high(index), batch.low(index));
      batch.move(index, kept);
      kept += 1;
    }
    batch.truncate(kept);
    const { next, late, ...refused } = counts;
    return { stored: next + late, ...refused, refusedAt };
  }

  /** Forgets what `sift` let in, when it could not be logged. */
  withdraw(batch: Batch): void {
    for (const series of batch.series) series.resetPending();
  }

  /** Stores what `sift` let in. */
  apply(batch: Batch): void {
    for (const series of batch.series) series.resetPending();
    for (let index = 0; index < batch.size; index += 1) {
      const time = batch.time(index);
      const series = batch.series[index];
      if (series === undefined) continue;
      if (time > series.pendingTime) series.append(batch.samples, index, this.#arena);
      else if (series.bitsAt(time) === undefined) series.insertLate(batch.samples, index);
      if (time > this.maxTime) this.maxTime = time;
    }
    this.samples += batch.size;
  }

  /** Takes samples out for good. */
  cut({ selectors, fromMs, toMs }: Deletion): void {
    const wanted = new Set(selectors.flatMap((matchers) => this.select(matchers)));
    for (const series of wanted) {
      series.cut(fromMs, toMs, this.#arena);
      if (series.isEmpty) this.#forget(series);
    }
    this.#index.keep((id) => this.#seriesById.has(id));
    this.samples = 0;
    for (const { allChunks } of this.series) for (const { count } of allChunks) this.samples += count;
  }

  /** Nothing was ever here: any time may come. */
  forgetTimes(): void {
    this.maxTime = Number.NEGATIVE_INFINITY;
    this.minTime = Number.NEGATIVE_INFINITY;
  }

  /** Leaves out what blocks hold, and series that have nothing newer. */
  dropBefore(time: number): void {
    this.minTime = Math.max(this.minTime, time);
    this.#arena.dropBefore(blockStart(time));
    this.samples = 0;
    for (const series of this.#seriesById.values()) {
      series.dropBefore(time);
      if (series.isEmpty) this.#forget(series);
      for (const { count } of series.allChunks) this.samples += count;
    }
    this.#index.keep((id) => this.#seriesById.has(id));
    this.#texts.clear();
  }

  /** Series for which all matchers hold and that may have samples in a time. */
  selectIn(matchers: readonly Matcher[], fromMs: number, toMs: number): HeadSeries[] {
    return this.select(matchers).filter((series) => series.mayHaveSamples(fromMs, toMs));
  }

  /** Whether any series may have a sample in a time. */
  mayHaveSamples(fromMs: number, toMs: number): boolean {
    if (fromMs > toMs || fromMs > this.maxTime) return false;
    if (toMs >= this.maxTime) return true;
    for (const series of this.#seriesById.values()) if (series.mayHaveSamples(fromMs, toMs)) return true;
    return false;
  }

  /** Earliest time of any sample; infinity when there is none. */
  get oldestTime(): number {
    let oldest = Number.POSITIVE_INFINITY;
    for (const series of this.#seriesById.values()) oldest = Math.min(oldest, series.minTime);
    return oldest;
  }

  #register(id: number, labels: Labels, bytes: string): HeadSeries {
    const key = wholeText(bytes);
    const series = new HeadSeries(
      id,
      labels.map((text) => this.#texts.own(text)),
      key,
    );
    this.#nextId = Math.max(this.#nextId, id + 1);
    this.#seriesByKey.set(key, series);
    this.#seriesById.set(id, series);
    this.#index.add(id, series.labels);
    if (series.isHistogram) this.#histogramsByKey.set(series.sentKey, series);
    return series;
  }

  #forget(series: HeadSeries): void {
    series.isGone = true;
    series.follower = undefined;
    this.#seriesById.delete(series.id);
    // A log may know the same labels once more under a newer id: the one that is gone does not take its place along.
    if (this.#seriesByKey.get(series.key) !== series) return;
    this.#seriesByKey.delete(series.key);
    if (series.isHistogram) this.#histogramsByKey.delete(series.sentKey);
  }

  /** Earliest time at which a sample may come behind the last one of its series. */
  get #oldestNext(): number {
    return Math.max(EARLIEST_MS, this.minTime, this.maxTime - MAX_LAG_MS);
  }

  #judge(series: HeadSeries, batch: Batch, index: number, { newest, outOfOrderMs }: TimeRules): Verdict {
    const time = batch.time(index);
    if (time > newest) return "tooNew";
    if (time > series.pendingTime) return time < this.#oldestNext ? "tooOld" : "next";
    const [high, low] = [batch.high(index), batch.low(index)];
    if (time === series.pendingTime) return isSame(series, high, low) ? "repeated" : "conflicting";
    const known = series.bitsAt(time);
    if (known !== undefined) return known.high === high && known.low === low ? "repeated" : "conflicting";
    return time < Math.max(this.#oldestNext, this.maxTime - outOfOrderMs) ? "tooOld" : "late";
  }
}

function isSame(series: HeadSeries, high: number, low: number): boolean {
  return series.pendingHigh === high && series.pendingLow === low;
}
