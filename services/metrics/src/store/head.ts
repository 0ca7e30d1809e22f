import { type Labels, labelsKey } from "../labels/labels.ts";
import type { Matcher } from "../labels/matcher.ts";
import { ChunkArena } from "./arena.ts";
import { Batch, type BatchResult } from "./batch.ts";
import { blockStart } from "./block-range.ts";
import type { Chunk } from "./chunk.ts";
import type { Deletion } from "./deletion.ts";
import { HeadSeries } from "./head-series.ts";
import { LabelIndex } from "./label-index.ts";
import { findTime } from "./late-samples.ts";
import { SampleBuffer } from "./sample-buffer.ts";
import { TextPool } from "./text-pool.ts";

/** Samples may be this far ahead of the clock, in milliseconds. */
const MAX_AHEAD_MS = 10 * 60 * 1000;
/** A series may lag this far behind the newest sample of all and still count as in order. */
const MAX_LAG_MS = 3600 * 1000;

export interface HeadLimits {
  readonly maxSeries: number;
  /** How far behind the newest sample of all a late one is taken; at most `MAX_LAG_MS`. */
  readonly outOfOrderMs: number;
}

type Verdict = "next" | "late" | "repeated" | "conflicting" | "tooOld" | "tooNew";

/** The newest hours of all series, in memory. */
export class Head {
  readonly #limits: () => HeadLimits;
  readonly #seriesByKey = new Map<string, HeadSeries>();
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
    const key = labelsKey(labels);
    const known = this.#seriesByKey.get(key);
    if (known !== undefined) return known;
    if (this.#seriesById.size >= this.#limits().maxSeries) {
      this.refusedSeries += 1;
      return undefined;
    }
    return this.#register(this.#nextId, labels, key);
  }

  seriesWithId(id: number): HeadSeries | undefined {
    return this.#seriesById.get(id);
  }

  /** Series of a log or snapshot, which keep their ids. */
  restoreSeries(id: number, labels: Labels): HeadSeries {
    const series = this.#seriesById.get(id) ?? this.#register(id, labels, labelsKey(labels));
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

  /** Sorts out what of a batch can be stored, in the order in which it came. Nothing is stored yet. */
  admit(batch: Batch, now: number): { readonly admitted: Batch; readonly result: BatchResult } {
    const admitted = new Batch();
    const counts = { next: 0, late: 0, repeated: 0, conflicting: 0, tooOld: 0, tooNew: 0 };
    const newest = now + MAX_AHEAD_MS;
    let isWholeAdmitted = true;
    for (const [index, series] of batch.series.entries()) {
      const isPart = batch.isPart(index);
      if (isPart && !isWholeAdmitted) continue;
      const [time, high, low] = [batch.time(index), batch.high(index), batch.low(index)];
      const verdict = time > newest ? "tooNew" : this.#judge(series, time, high, low);
      if (!isPart) {
        counts[verdict] += 1;
        isWholeAdmitted = verdict === "next" || verdict === "late";
      }
      if (verdict !== "next" && verdict !== "late") continue;
      admitted.addBits(series, time, high, low);
      if (verdict === "next") announce(series, time, high, low);
    }
    const { next, late, ...refused } = counts;
    return { admitted, result: { stored: next + late, ...refused } };
  }

  /** Forgets what `admit` let in, when it could not be logged. */
  withdraw(batch: Batch): void {
    for (const series of batch.series) series.resetPending();
  }

  /** Stores what `admit` let in. */
  apply(batch: Batch): void {
    for (const series of batch.series) series.resetPending();
    for (const [index, series] of batch.series.entries()) {
      const [time, high, low] = [batch.time(index), batch.high(index), batch.low(index)];
      if (time > series.pendingTime) series.append(time, high, low, this.#arena);
      else if (!this.#finds(series, time)) series.insertLate(time, high, low);
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

  /** Earliest time of any sample; infinity when there is none. */
  get oldestTime(): number {
    let oldest = Number.POSITIVE_INFINITY;
    for (const series of this.#seriesById.values()) oldest = Math.min(oldest, series.minTime);
    return oldest;
  }

  #register(id: number, labels: Labels, key: string): HeadSeries {
    const series = new HeadSeries(
      id,
      labels.map((text) => this.#texts.own(text)),
      key,
    );
    this.#nextId = Math.max(this.#nextId, id + 1);
    this.#seriesByKey.set(key, series);
    this.#seriesById.set(id, series);
    this.#index.add(id, series.labels);
    return series;
  }

  #forget(series: HeadSeries): void {
    series.isGone = true;
    this.#seriesById.delete(series.id);
    // A log may know the same labels once more under a newer id: the one that is gone does not take its place along.
    if (this.#seriesByKey.get(series.key) === series) this.#seriesByKey.delete(series.key);
  }

  #judge(series: HeadSeries, time: number, high: number, low: number): Verdict {
    if (time === series.pendingTime) return isSame(series, high, low) ? "repeated" : "conflicting";
    const oldest = Math.max(this.minTime, this.maxTime - MAX_LAG_MS);
    if (time > series.pendingTime) return time < oldest ? "tooOld" : "next";
    const known = this.#bitsAt(series, time);
    if (known !== undefined) return known.high === high && known.low === low ? "repeated" : "conflicting";
    return time < Math.max(oldest, this.maxTime - this.#limits().outOfOrderMs) ? "tooOld" : "late";
  }

  #finds(series: HeadSeries, time: number): boolean {
    return this.#bitsAt(series, time) !== undefined;
  }

  #bitsAt(series: HeadSeries, time: number): { readonly high: number; readonly low: number } | undefined {
    const buffer = new SampleBuffer(256);
    series.read(time, time, buffer);
    const { index, isThere } = findTime(buffer, time);
    return isThere ? { high: buffer.words[2 * index + 1] ?? 0, low: buffer.words[2 * index] ?? 0 } : undefined;
  }
}

function announce(series: HeadSeries, time: number, high: number, low: number): void {
  series.pendingTime = time;
  series.pendingHigh = high;
  series.pendingLow = low;
}

function isSame(series: HeadSeries, high: number, low: number): boolean {
  return series.pendingHigh === high >>> 0 && series.pendingLow === low >>> 0;
}
