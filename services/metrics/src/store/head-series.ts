import type { Labels } from "../labels/labels.ts";
import type { ChunkArena } from "./arena.ts";
import { BLOCK_MS, blockStart } from "./block-range.ts";
import type { Chunk } from "./chunk.ts";
import { type ChunkEncoder, createChunkEncoder, decodeChunk } from "./chunk-samples.ts";
import { bytesWithoutPart, isHistogram, labelsWithoutPart } from "./histogram-parts.ts";
import { findTime, insertSample, mergeSamples, samplesFrom } from "./late-samples.ts";
import { SampleBuffer } from "./sample-buffer.ts";

/** Samples after which a chunk is finished. */
export const SAMPLES_PER_CHUNK = 120;

const NEVER = Number.NEGATIVE_INFINITY;

/** A series that takes samples: finished chunks, one being written, and samples that came late. */
export class HeadSeries {
  readonly id: number;
  readonly labels: Labels;
  /** The bytes of its labels. */
  readonly key: string;
  /** It takes native histograms, not floats. */
  readonly isHistogram: boolean;
  /** Labels as their sender wrote them, and their bytes; of floats they are the same. */
  readonly #sent: { readonly labels: Labels; readonly key: string } | undefined;
  /** Replaced as a whole when it changes: a query keeps the list that it began with. */
  chunks: readonly Chunk[] = [];
  #open: ChunkEncoder | undefined;
  /** Where the block of time of the open chunk ends. */
  #openEnd = NEVER;
  late: SampleBuffer | undefined;
  /** The last sample that the series has or is about to get, while a batch is being stored. */
  pendingTime = NEVER;
  pendingHigh = 0;
  pendingLow = 0;
  /** The log knows the labels of this id. */
  isLogged = false;
  /** The one that a sender wrote behind it last. */
  follower: HeadSeries | undefined;
  /** The series left the head; whoever kept it looks it up again. */
  isGone = false;

  constructor(id: number, labels: Labels, key: string) {
    this.id = id;
    this.labels = labels;
    this.key = key;
    this.isHistogram = isHistogram(labels);
    if (this.isHistogram) this.#sent = { labels: labelsWithoutPart(labels), key: wholeText(bytesWithoutPart(key)) };
  }

  get sentLabels(): Labels {
    return this.#sent?.labels ?? this.labels;
  }

  get sentKey(): string {
    return this.#sent?.key ?? this.key;
  }

  /** All chunks, the one being written included. */
  get allChunks(): readonly Chunk[] {
    return this.#open === undefined ? this.chunks : [...this.chunks, this.#open.chunk];
  }

  /** Appends a sample that is later than all before. */
  append(samples: SampleBuffer, index: number, arena: ChunkArena): void {
    const time = samples.times[index] ?? 0;
    const [low, high] = [samples.words[2 * index] ?? 0, samples.words[2 * index + 1] ?? 0];
    if (time >= this.#openEnd || (this.#open?.count ?? 0) >= SAMPLES_PER_CHUNK) this.#finishChunk(arena);
    if (this.#open === undefined) {
      this.#open = createChunkEncoder(this.isHistogram);
      this.#openEnd = blockStart(time) + BLOCK_MS;
    }
    this.#open.append(time, high, low, samples.histograms?.[index]);
    this.announce(time, high, low);
  }

  /** Keeps a sample that came after later ones. */
  insertLate(samples: SampleBuffer, index: number): void {
    this.late ??= new SampleBuffer(8);
    insertSample(this.late, samples, index);
  }

  /** Says which sample will be the last one once the batch is stored that is being looked at. */
  announce(time: number, high: number, low: number): void {
    this.pendingTime = time;
    this.pendingHigh = high;
    this.pendingLow = low;
  }

  /** Forgets what was announced and not stored. */
  resetPending(): void {
    const last = this.#open;
    if (last !== undefined) this.announce(last.maxTime, last.high, last.low);
    else if (this.chunks.length === 0) this.pendingTime = NEVER;
  }

  /** Takes over chunks from a snapshot; the last one goes on being written. */
  restore(chunks: readonly Chunk[], late: SampleBuffer | undefined, arena: ChunkArena): void {
    this.chunks = chunks.slice(0, -1).map((chunk) => arena.keep(chunk, blockStart(chunk.minTime)));
    this.late = late;
    const last = new SampleBuffer(SAMPLES_PER_CHUNK);
    const newest = chunks.at(-1);
    if (newest !== undefined) decodeChunk(newest, last);
    for (let index = 0; index < last.count; index += 1) this.append(last, index, arena);
  }

  /** Leaves out everything before a time at which blocks begin. */
  dropBefore(time: number): void {
    this.chunks = this.chunks.filter((chunk) => chunk.maxTime >= time);
    if (this.#open !== undefined && this.#open.maxTime < time) this.#open = undefined;
    if (this.late !== undefined) this.late = samplesFrom(this.late, time);
  }

  /** Takes the samples with `fromMs <= time <= toMs` out; the others are written anew. */
  cut(fromMs: number, toMs: number, arena: ChunkArena): void {
    const { late } = this;
    const samples = new SampleBuffer();
    readChunks(this.allChunks, undefined, Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY, samples);
    if (samples.cut(fromMs, toMs)) this.#rewrite(samples, arena);
    if (late === undefined) return;
    const kept = samplesFrom(late, Number.NEGATIVE_INFINITY);
    kept?.cut(fromMs, toMs);
    this.late = kept === undefined || kept.count === 0 ? undefined : kept;
  }

  #rewrite(samples: SampleBuffer, arena: ChunkArena): void {
    this.chunks = [];
    this.#open = undefined;
    this.pendingTime = NEVER;
    for (let index = 0; index < samples.count; index += 1) this.append(samples, index, arena);
  }

  get isEmpty(): boolean {
    return this.#open === undefined && this.chunks.length === 0 && this.late === undefined;
  }

  /** Whether a sample may lie in a time: the series began before its end, and ends after its start. */
  mayHaveSamples(fromMs: number, toMs: number): boolean {
    const newest = Math.max(this.pendingTime, this.late?.times[this.late.count - 1] ?? NEVER);
    return newest >= fromMs && this.minTime <= toMs;
  }

  /** Earliest time of any sample; infinity when there is none. */
  get minTime(): number {
    const first = this.chunks[0] ?? this.#open;
    return Math.min(first?.minTime ?? Number.POSITIVE_INFINITY, this.late?.times[0] ?? Number.POSITIVE_INFINITY);
  }

  /** Replaces the buffer's content by the samples with `fromMs <= time <= toMs`. */
  read(fromMs: number, toMs: number, into: SampleBuffer): void {
    readChunks(this.allChunks, this.late, fromMs, toMs, into);
  }

  /** The two halves of the bits of the sample at a time; `undefined` where there is none. */
  bitsAt(time: number): { readonly high: number; readonly low: number } | undefined {
    const open = this.#open;
    // Most late samples are one scrape late: between the last two there is none that would have to be read.
    const isBetween = open !== undefined && open.timeBefore < time && time < open.maxTime;
    const chunk = isBetween ? undefined : this.#chunkAt(time);
    if (chunk !== undefined) {
      scratch.clear();
      decodeChunk(chunk, scratch);
      const found = bitsIn(scratch, time);
      if (found !== undefined) return found;
    }
    return this.late === undefined ? undefined : bitsIn(this.late, time);
  }

  /** The chunk that covers a time. A series can have thousands of chunks, and a request many times to look up. */
  #chunkAt(time: number): Chunk | undefined {
    const open = this.#open;
    if (open !== undefined && time >= open.minTime) return open.maxTime >= time ? open.chunk : undefined;
    let [low, high] = [0, this.chunks.length];
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((this.chunks[middle]?.minTime ?? 0) <= time) low = middle + 1;
      else high = middle;
    }
    const found = this.chunks[low - 1];
    return found !== undefined && found.maxTime >= time ? found : undefined;
  }

  #finishChunk(arena: ChunkArena): void {
    if (this.#open === undefined) return;
    const { chunk } = this.#open;
    this.chunks = [...this.chunks, arena.keep(chunk, blockStart(chunk.minTime))];
    this.#open = undefined;
  }
}

/** A copy in one piece: a text that was put together, or cut out of another, is compared ten times as slowly. */
export function wholeText(bytes: string): string {
  return Buffer.from(bytes, "latin1").toString("latin1");
}

/** Used again for every late sample: making room for one takes longer than reading it. */
const scratch = new SampleBuffer(SAMPLES_PER_CHUNK);

function bitsIn(samples: SampleBuffer, time: number): { readonly high: number; readonly low: number } | undefined {
  const { index, isThere } = findTime(samples, time);
  return isThere ? { high: samples.words[2 * index + 1] ?? 0, low: samples.words[2 * index] ?? 0 } : undefined;
}

/** Replaces the buffer's content by the samples of chunks in the order of time, and late ones among them. */
export function readChunks(
  chunks: readonly Chunk[],
  late: SampleBuffer | undefined,
  fromMs: number,
  toMs: number,
  into: SampleBuffer,
): void {
  into.clear();
  for (const chunk of chunks) if (chunk.maxTime >= fromMs && chunk.minTime <= toMs) decodeChunk(chunk, into);
  into.trim(fromMs, toMs);
  if (late !== undefined) mergeSamples(late, fromMs, toMs, into);
}
