import { readFileSync, rmSync } from "node:fs";
import { type FileHandle, open } from "node:fs/promises";
import { join } from "node:path";
import { crc32 } from "node:zlib";
import { Type } from "typebox";
import { Check } from "typebox/value";
import type { Labels } from "../../labels/labels.ts";
import type { Matcher } from "../../labels/matcher.ts";
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

/** A series found in a block, with its chunks. */
export interface FoundSeries {
  readonly labels: Labels;
  readonly chunks: readonly Chunk[];
}

/** The samples of some hours, in files that are never changed. */
export class Block {
  readonly path: string;
  readonly meta: BlockMeta;
  #index: Promise<BlockIndex> | undefined;
  #chunks: Promise<FileHandle> | undefined;
  #holders = 0;
  #isRemoved = false;
  /** When a query looked into the block last, by `performance.now()`. */
  lastUse = 0;

  /** @throws BlockDamagedError when there is no readable `meta.json` */
  constructor(path: string) {
    this.path = path;
    const meta: unknown = JSON.parse(readFileSync(join(path, "meta.json"), "utf8"));
    if (!Check(MetaFile, meta)) throw new BlockDamagedError(join(path, "meta.json"));
    this.meta = meta;
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
    const index = await this.index();
    const found: BlockSeries[] = [];
    for (const id of index.labelIndex.select(matchers)) {
      const { labels, places } = index.series(id);
      const wanted = places.filter(({ minTime, maxTime }) => maxTime >= fromMs && minTime <= toMs);
      if (wanted.length > 0) found.push({ labels, places: wanted });
    }
    return await this.#readSeries(found);
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

  #loadIndex(): Promise<BlockIndex> {
    return BlockIndex.load(join(this.path, "index"), this.meta.chunks, createPauses());
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
      for (const place of run) chunkByOffset.set(place.offset, this.#chunkAt(bytes, place.offset - start, place));
    }
    return chunkByOffset;
  }

  #chunkAt(bytes: Buffer, start: number, { size, checksum, count, minTime, maxTime }: ChunkPlace): Chunk {
    if (crc32(bytes.subarray(start, start + size)) !== checksum) throw new BlockDamagedError(join(this.path, "chunks"));
    return chunkFrom(bytes, start, { size, count, minTime, maxTime });
  }

  async #readBytes(position: number, length: number): Promise<Buffer> {
    this.#chunks ??= open(join(this.path, "chunks"), "r");
    const file = await this.#chunks;
    const bytes = Buffer.alloc(length);
    await file.read(bytes, 0, length, position);
    return bytes;
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
