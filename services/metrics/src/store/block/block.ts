import { readFileSync, renameSync, rmSync } from "node:fs";
import { type FileHandle, open } from "node:fs/promises";
import { join } from "node:path";
import { crc32 } from "node:zlib";
import { Type } from "typebox";
import { Check } from "typebox/value";
import type { Labels } from "../../labels/labels.ts";
import type { Matcher } from "../../labels/matcher.ts";
import type { Log } from "../../log.ts";
import { BIT_PADDING } from "../bits.ts";
import { type Chunk, chunkFrom } from "../chunk.ts";
import { createPauses } from "../pauses.ts";
import { BlockDamagedError, BlockIndex, type BlockSeries, type ChunkPlace } from "./block-index.ts";
import type { BlockMeta } from "./block-writer.ts";

const MetaFile = Type.Object({
  version: Type.Literal(1),
  minTime: Type.Number(),
  maxTime: Type.Number(),
  series: Type.Integer(),
  chunks: Type.Integer(),
  samples: Type.Integer(),
  bytes: Type.Integer(),
});

/** Chunks whose distance in the file is below this are read at once. */
const GAP_BYTES = 64 * 1024;

/** Behind the name of a block whose place another one takes. */
export const ASIDE = ".replaced";

/** A series found in a block, with its chunks. */
export interface FoundSeries {
  readonly labels: Labels;
  readonly chunks: readonly Chunk[];
}

/** The samples of some hours, in files that are never changed. */
export class Block {
  #path: string;
  readonly meta: BlockMeta;
  #index: Promise<BlockIndex> | undefined;
  #chunks: Promise<FileHandle> | undefined;
  #holders = 0;
  #isRemoved = false;
  readonly #log: Log;
  /** When a query looked into the block last, by `performance.now()`. */
  lastUse = 0;
  /** Files of which a part cannot be read. What can be is answered; the block is not made part of another. */
  readonly damagedFiles = new Set<string>();

  /** @throws BlockDamagedError when there is no readable `meta.json` */
  constructor(path: string, log: Log) {
    this.#path = path;
    this.#log = log;
    this.meta = readMeta(join(path, "meta.json"));
  }

  get path(): string {
    return this.#path;
  }

  /** Makes room for a block of the same name. Whoever reads this one goes on reading it. */
  putAside(): void {
    const aside = `${this.#path}${ASIDE}`;
    rmSync(aside, { recursive: true, force: true });
    renameSync(this.#path, aside);
    this.#path = aside;
  }

  /** The names and values of labels, and which series have them. */
  index(): Promise<BlockIndex> {
    this.lastUse = performance.now();
    this.#index ??= this.#loadIndex();
    return this.#index;
  }

  /** Keeps the files where they are until `release`, even when the block is removed meanwhile. */
  hold(): void {
    this.#holders += 1;
  }

  async release(): Promise<void> {
    this.#holders -= 1;
    if (this.#isRemoved) await this.remove();
  }

  /** The series for which all matchers hold and that have samples in the time, with the chunks that hold those. */
  async select(matchers: readonly Matcher[], fromMs: number, toMs: number): Promise<FoundSeries[]> {
    return await this.#readSeries([...(await this.indexed(matchers, fromMs, toMs))]);
  }

  /** What `select` finds as the index has it: no chunk is read. */
  async indexed(matchers: readonly Matcher[], fromMs: number, toMs: number): Promise<Iterable<BlockSeries>> {
    return seriesWithin(await this.index(), matchers, fromMs, toMs);
  }

  /** Series by their place in the index, with all their chunks. */
  async read(ids: readonly number[]): Promise<FoundSeries[]> {
    const index = await this.index();
    return await this.#readSeries(ids.map((id) => index.series(id)));
  }

  /** Gives back the memory of the index. */
  forget(): void {
    this.#index = undefined;
  }

  async close(): Promise<void> {
    const file = await this.#chunks;
    this.#chunks = undefined;
    this.#index = undefined;
    await file?.close();
  }

  /** Removes the files as soon as nobody holds the block. */
  async remove(): Promise<void> {
    this.#isRemoved = true;
    if (this.#holders > 0) return;
    await this.close();
    rmSync(this.path, { recursive: true, force: true });
  }

  /** Without its index a block is empty. A failure of another kind passes: the next query tries again. */
  async #loadIndex(): Promise<BlockIndex> {
    try {
      return await BlockIndex.load(join(this.path, "index"), this.meta.chunks, createPauses());
    } catch (error) {
      this.#index = undefined;
      if (!(error instanceof BlockDamagedError)) throw error;
      this.#reportDamage("index");
      return new BlockIndex(0);
    }
  }

  #reportDamage(name: string): void {
    if (this.damagedFiles.has(name)) return;
    this.damagedFiles.add(name);
    this.#log.error(
      { path: join(this.path, name) },
      "a block of metrics is damaged; queries go on without what is lost",
    );
  }

  async #readSeries(series: readonly BlockSeries[]): Promise<FoundSeries[]> {
    const chunkByOffset = await this.#readChunks(series.flatMap(({ places }) => places));
    return series.map(({ labels, places }) => ({
      labels,
      chunks: places.flatMap(({ offset }) => chunkByOffset.get(offset) ?? []),
    }));
  }

  async #readChunks(places: readonly ChunkPlace[]): Promise<Map<number, Chunk>> {
    const chunkByOffset = new Map<number, Chunk>();
    for (const run of runsOf(places.toSorted((one, other) => one.offset - other.offset))) {
      const start = run[0]?.offset ?? 0;
      const last = run.at(-1);
      const bytes = await this.#readBytes(start, (last?.offset ?? 0) + (last?.size ?? 0) - start + BIT_PADDING);
      for (const place of run) {
        const chunk = this.#chunkAt(bytes, place.offset - start, place);
        if (chunk !== undefined) chunkByOffset.set(place.offset, chunk);
      }
    }
    return chunkByOffset;
  }

  /** @returns `undefined` for one that is damaged */
  #chunkAt(bytes: Buffer, start: number, place: ChunkPlace): Chunk | undefined {
    const { encoding, size, checksum, count, minTime, maxTime } = place;
    if (crc32(bytes.subarray(start, start + size)) !== checksum) {
      this.#reportDamage("chunks");
      return undefined;
    }
    return chunkFrom(bytes, start, { encoding, size, count, minTime, maxTime });
  }

  async #readBytes(position: number, length: number): Promise<Buffer> {
    this.#chunks ??= open(join(this.path, "chunks"), "r");
    const file = await this.#chunks;
    const bytes = Buffer.alloc(length);
    await file.read(bytes, 0, length, position);
    return bytes;
  }
}

function readMeta(path: string): BlockMeta {
  try {
    const meta: unknown = JSON.parse(readFileSync(path, "utf8"));
    if (Check(MetaFile, meta)) return meta;
  } catch {
    // Whatever is wrong with it, there is nothing to go by.
  }
  throw new BlockDamagedError(path);
}

function* seriesWithin(
  index: BlockIndex,
  matchers: readonly Matcher[],
  fromMs: number,
  toMs: number,
): Generator<BlockSeries> {
  for (const id of index.labelIndex.select(matchers)) {
    const { labels, places } = index.series(id);
    const wanted = places.filter(({ minTime, maxTime }) => maxTime >= fromMs && minTime <= toMs);
    if (wanted.length > 0) yield { labels, places: wanted };
  }
}

/** Places in the order of their offsets, cut where the way to the next one is long. */
function runsOf(places: readonly ChunkPlace[]): ChunkPlace[][] {
  const runs: ChunkPlace[][] = [];
  let end = Number.NEGATIVE_INFINITY;
  for (const place of places) {
    const run = runs.at(-1);
    if (run !== undefined && place.offset - end < GAP_BYTES) run.push(place);
    else runs.push([place]);
    end = place.offset + place.size;
  }
  return runs;
}
