import { join } from "node:path";
import { MetricsError } from "../errors.ts";
import type { Histogram } from "../histogram/histogram.ts";
import { type Labels, labelsKey } from "../labels/labels.ts";
import type { Matcher } from "../labels/matcher.ts";
import type { Log } from "../log.ts";
import { addResults, type Batch, type BatchResult, NOTHING_STORED } from "./batch.ts";
import { BlockSet } from "./block/block-set.ts";
import { BLOCK_MS } from "./block-range.ts";
import type { Chunk } from "./chunk.ts";
import { composeSeries } from "./composed-series.ts";
import { cutBlock, nextCut } from "./cut-block.ts";
import type { Deletion } from "./deletion.ts";
import { ExemplarStore } from "./exemplars.ts";
import { Head } from "./head.ts";
import { type HeadSeries, readChunks } from "./head-series.ts";
import { isPart, labelsWithoutPart, PART_LABEL } from "./histogram-parts.ts";
import type { LabelIndex } from "./label-index.ts";
import { createPauses, SERIES_PER_LOOK } from "./pauses.ts";
import type { SampleBuffer } from "./sample-buffer.ts";
import type { SampleSource, StoredSeries } from "./source.ts";
import { WriteAheadLog } from "./write-ahead-log.ts";

/** What the store may keep; read anew each time. */
export interface StoreLimits {
  readonly maxSeries: number;
  readonly outOfOrderMs: number;
  /** Milliseconds; infinity keeps everything. */
  readonly retentionMs: number;
  /** Bytes; infinity sets no limit. */
  readonly maxBytes: number;
  /** Samples are durable before `append` resolves. */
  readonly isDurablePerRequest: boolean;
}

export interface StoreOptions {
  /** The directory of the store alone, locked by this process. */
  readonly directory: string;
  readonly limits: () => StoreLimits;
  readonly log: Log;
}

/** Samples that are stored in one go. */
const SAMPLES_PER_PART = 10_000;

/** Samples of many series on one disk: the newest hours in memory and in a log, everything older in blocks. */
export class MetricStore implements SampleSource {
  readonly #limits: () => StoreLimits;
  readonly #log: Log;
  readonly head: Head;
  readonly exemplars = new ExemplarStore();
  readonly #wal: WriteAheadLog;
  readonly #blocks: BlockSet;
  #maintenance: Promise<void> = Promise.resolve();
  #isClosed = false;

  /** Opens a directory, which may be new, and reads back what was stored. */
  constructor({ directory, limits, log }: StoreOptions) {
    this.#limits = limits;
    this.#log = log;
    this.head = new Head(limits);
    this.#blocks = new BlockSet(join(directory, "blocks"), log);
    this.head.minTime = this.#blocks.endTime;
    this.#wal = new WriteAheadLog(join(directory, "wal"), log);
    this.#wal.replay(this.head);
    this.head.dropBefore(this.#blocks.endTime);
  }

  /** The series with these labels; `undefined` when there are too many to make a new one. */
  seriesFor(labels: Labels): HeadSeries | undefined {
    return this.head.seriesFor(labels);
  }

  /**
   * Adds a native histogram to a batch.
   *
   * @returns false when there are too many series to store it
   */
  addHistogram(batch: Batch, labels: Labels, timeMs: number, histogram: Histogram): boolean {
    const series = this.head.histogramsFor(labels);
    if (series !== undefined) batch.addHistogram(series, timeMs, histogram);
    return series !== undefined;
  }

  /**
   * Stores what can be stored of a batch, a part at a time: everything else that waits has its turn in between.
   *
   * @throws MetricsError `write_failed` when the disk refuses: this part and those after it are not stored then
   */
  async append(batch: Batch, now = Date.now()): Promise<BatchResult> {
    if (batch.size <= SAMPLES_PER_PART) return await this.#appendPart(batch, now);
    const rest = createPauses();
    let sum: BatchResult = NOTHING_STORED;
    for (let from = 0; from < batch.size; from += SAMPLES_PER_PART) {
      await rest();
      sum = addResults(sum, await this.#appendPart(batch.part(from, from + SAMPLES_PER_PART), now), from);
    }
    return sum;
  }

  async #appendPart(batch: Batch, now: number): Promise<BatchResult> {
    if (this.#isClosed) throw new MetricsError("store_closed");
    const result = this.head.sift(batch, now);
    if (batch.size > 0) {
      try {
        this.#wal.append(batch);
      } catch (error) {
        this.head.withdraw(batch);
        throw new MetricsError("write_failed", { cause: error });
      }
      this.head.apply(batch);
      if (this.#limits().isDurablePerRequest) await this.#wal.durable();
    }
    return result;
  }

  async select(matchers: readonly Matcher[], fromMs: number, toMs: number): Promise<StoredSeries[]> {
    // Both in one go: a block that is cut meanwhile is either still in the head or already among the blocks.
    const inHead = this.head.select(matchers).map((series) => new SelectedSeries(series));
    return await this.#blocks.reading(fromMs, toMs, async (blocks) => {
      if (blocks.length === 0) return composeSeries(inHead);
      const byKey = new Map(inHead.map((series) => [labelsKey(series.labels), series]));
      for (const block of blocks.toReversed()) {
        for (const { labels, chunks } of await block.select(matchers, fromMs, toMs)) {
          const key = labelsKey(labels);
          const known = byKey.get(key);
          if (known === undefined) byKey.set(key, new SelectedSeries({ labels, allChunks: chunks, late: undefined }));
          else known.precede(chunks);
        }
      }
      return composeSeries(byKey.values());
    });
  }

  /**
   * Label sets of the series that any of some selectors finds in a time, each once. No sample is read.
   *
   * @param rest - gives others a turn; ends the work by throwing
   */
  async labelSets(
    selectors: readonly (readonly Matcher[])[],
    { fromMs, toMs }: { readonly fromMs: number; readonly toMs: number },
    rest: () => Promise<void>,
  ): Promise<Labels[]> {
    // Both in one go, as in `select`.
    const inHead = selectors.map((matchers) => this.head.selectIn(matchers, fromMs, toMs));
    return await this.#blocks.reading(fromMs, toMs, async (blocks) => {
      const found = new LabelSets(rest);
      for (const series of inHead) await found.add(series);
      for (const block of blocks) {
        for (const matchers of selectors) await found.add(await block.indexed(matchers, fromMs, toMs));
      }
      return found.all;
    });
  }

  /** Names of all labels in use in a time, sorted. */
  async labelNames(fromMs: number, toMs: number): Promise<string[]> {
    const names = new Set(this.head.mayHaveSamples(fromMs, toMs) ? this.head.index.names : []);
    for (const index of await this.#labelIndexes(fromMs, toMs)) for (const name of index.names) names.add(name);
    names.delete(PART_LABEL);
    return [...names].sort();
  }

  /** Values of a label in use in a time, sorted. */
  async labelValues(name: string, fromMs: number, toMs: number): Promise<string[]> {
    if (name === PART_LABEL) return [];
    const values = new Set(this.head.mayHaveSamples(fromMs, toMs) ? this.head.index.valuesOf(name) : []);
    for (const index of await this.#labelIndexes(fromMs, toMs)) {
      for (const value of index.valuesOf(name)) values.add(value);
    }
    return [...values].sort();
  }

  /** What the store holds, for its own metrics and the status pages. */
  get status() {
    return {
      series: this.head.seriesCount,
      headSamples: this.head.samples,
      refusedSeries: this.head.refusedSeries,
      minTime: Math.min(this.head.oldestTime, this.#blocks.blocks[0]?.meta.minTime ?? Number.POSITIVE_INFINITY),
      maxTime: this.head.maxTime,
      blocks: this.#blocks.blocks.length,
      blockBytes: this.#blocks.bytes,
      logBytes: this.#wal.bytes,
    };
  }

  /** Writes full hours into blocks, joins short blocks, removes old ones. Calls queue up behind each other. */
  maintain(): Promise<void> {
    this.#maintenance = this.#maintenance.then(() => this.#maintainOnce());
    return this.#maintenance;
  }

  /**
   * Takes samples out for good: they are gone from memory and disk when this resolves. Without anything left, the store
   * takes samples of any time again.
   *
   * @throws MetricsError `store_closed`, `write_failed` when the disk refuses; asked again, it goes on
   */
  async delete(deletion: Deletion): Promise<void> {
    if (this.#isClosed) throw new MetricsError("store_closed");
    // Behind what is being written to blocks, and before the next of it.
    const done = this.#maintenance.then(() => this.#deleteNow(deletion));
    this.#maintenance = done.catch(() => undefined);
    await done;
  }

  async #deleteNow(deletion: Deletion): Promise<void> {
    try {
      const rest = createPauses();
      this.head.cut(deletion);
      await this.#wal.snapshot(this.head, rest);
      await this.#blocks.cut(deletion, rest);
    } catch (error) {
      throw new MetricsError("write_failed", { cause: error });
    }
    if (this.head.seriesCount === 0 && this.#blocks.blocks.length === 0) this.head.forgetTimes();
  }

  /** Leaves a snapshot, so that the next start is short. */
  async close(): Promise<void> {
    if (this.#isClosed) return;
    this.#isClosed = true;
    await this.#maintenance;
    try {
      await this.#wal.snapshot(this.head, createPauses());
    } catch (error) {
      this.#log.warn({ err: error }, "no snapshot of the metric store; the next start reads its log");
    }
    await this.#wal.close();
    await this.#blocks.close();
  }

  #labelIndexes(fromMs: number, toMs: number): Promise<LabelIndex[]> {
    return this.#blocks.reading(fromMs, toMs, async (blocks) => {
      const indexes: LabelIndex[] = [];
      for (const block of blocks) indexes.push((await block.index()).labelIndex);
      return indexes;
    });
  }

  async #maintainOnce(): Promise<void> {
    try {
      await this.#cutBlocks();
      if (this.#wal.isLong) await this.#wal.snapshot(this.head, createPauses());
      let hasJoined = true;
      while (hasJoined) hasJoined = await this.#blocks.compact(createPauses());
      const { retentionMs, maxBytes } = this.#limits();
      await this.#blocks.expire(this.head.maxTime - retentionMs, maxBytes - this.#wal.bytes);
      this.#blocks.forgetUnused();
      this.exemplars.expire();
    } catch (error) {
      this.#log.error({ err: error }, "upkeep of the metric store failed; it is tried again");
    }
  }

  async #cutBlocks(): Promise<void> {
    let hasCut = false;
    for (let start = nextCut(this.head); start !== undefined; start = nextCut(this.head)) {
      const path = await cutBlock(this.head, start, this.#blocks.directory, createPauses());
      if (path !== undefined) this.#blocks.add(path);
      this.head.dropBefore(start + BLOCK_MS);
      hasCut = true;
    }
    if (hasCut) await this.#wal.snapshot(this.head, createPauses());
  }
}

/** Label sets as their senders wrote them, each once. */
class LabelSets {
  readonly #rest: () => Promise<void>;
  readonly #byKey = new Map<string, Labels>();
  #seen = 0;

  constructor(rest: () => Promise<void>) {
    this.#rest = rest;
  }

  get all(): Labels[] {
    return [...this.#byKey.values()];
  }

  async add(series: Iterable<{ readonly labels: Labels }>): Promise<void> {
    for (const { labels: stored } of series) {
      const labels = isPart(stored) ? labelsWithoutPart(stored) : stored;
      this.#byKey.set(labelsKey(labels), labels);
      this.#seen += 1;
      if (this.#seen % SERIES_PER_LOOK === 0) await this.#rest();
    }
  }
}

/** A series as it was when it was selected: what is stored or moved afterwards does not change it. */
class SelectedSeries implements StoredSeries {
  readonly labels: Labels;
  #chunks: readonly Chunk[];
  readonly #late: SampleBuffer | undefined;

  constructor({ labels, allChunks, late }: Pick<HeadSeries, "labels" | "allChunks" | "late">) {
    this.labels = labels;
    this.#chunks = allChunks;
    this.#late = late;
  }

  /** Adds chunks that lie before all others. */
  precede(chunks: readonly Chunk[]): void {
    this.#chunks = [...chunks, ...this.#chunks];
  }

  read(fromMs: number, toMs: number, into: SampleBuffer): void {
    readChunks(this.#chunks, this.#late, fromMs, toMs, into);
  }
}
