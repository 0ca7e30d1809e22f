import { closeSync, fsyncSync, mkdirSync, openSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { crc32 } from "node:zlib";
import type { Labels } from "../../labels/labels.ts";
import { BIT_PADDING } from "../bits.ts";
import type { Chunk } from "../chunk.ts";
import { syncDirectory, writeDurably, writeWhole } from "../durable-file.ts";
import { type BlockSeries, type ChunkPlace, encodeBlockSeries } from "./block-index.ts";

/** What a block is, in its `meta.json`. */
export interface BlockMeta {
  readonly version: 1;
  /** The samples of a block have times from here … */
  readonly minTime: number;
  /** … to before this one. */
  readonly maxTime: number;
  readonly series: number;
  readonly chunks: number;
  readonly samples: number;
  readonly bytes: number;
}

/** Bytes of chunks gathered before they are written. */
const WRITE_BYTES = 1024 * 1024;
const SERIES_PER_FRAME = 1000;

/** The directory of a block below the directory of all. */
function blockName(minTime: number, maxTime: number): string {
  return `${minTime}_${maxTime}`;
}

/** Writes a block into a directory of its own, which gets its final name when everything is on the disk. */
export class BlockWriter {
  readonly #parent: string;
  readonly #minTime: number;
  readonly #maxTime: number;
  readonly #directory: string;
  readonly #chunkFile: number;
  #waiting: Uint8Array[] = [];
  #waitingBytes = 0;
  #writtenBytes = 0;
  #series: BlockSeries[] = [];
  readonly #indexFrames: Buffer[] = [];
  #counts = { series: 0, chunks: 0, samples: 0 };

  constructor(parent: string, minTime: number, maxTime: number) {
    this.#parent = parent;
    this.#minTime = minTime;
    this.#maxTime = maxTime;
    this.#directory = join(parent, `${blockName(minTime, maxTime)}.tmp`);
    rmSync(this.#directory, { recursive: true, force: true });
    mkdirSync(this.#directory, { recursive: true, mode: 0o700 });
    this.#chunkFile = openSync(join(this.#directory, "chunks"), "wx", 0o600);
  }

  /** Adds a series with its chunks in the order of time. */
  add(labels: Labels, chunks: readonly Chunk[]): void {
    if (chunks.length === 0) return;
    this.#series.push({ labels, places: chunks.map((chunk) => this.#writeChunk(chunk)) });
    this.#counts.series += 1;
    if (this.#series.length >= SERIES_PER_FRAME) this.#closeFrame();
  }

  /**
   * Makes the block durable and visible under its name.
   *
   * @param options.replacing - a block that has the name so far: it is put aside when everything is on the disk
   * @returns its directory; `undefined` when no series was added, and nothing is left
   */
  async finish({ replacing }: { readonly replacing?: { putAside(): void } } = {}): Promise<string | undefined> {
    this.#flush();
    writeWhole(this.#chunkFile, new Uint8Array(BIT_PADDING), this.#writtenBytes);
    fsyncSync(this.#chunkFile);
    closeSync(this.#chunkFile);
    if (this.#counts.series === 0) {
      rmSync(this.#directory, { recursive: true });
      return undefined;
    }
    this.#closeFrame();
    const index = Buffer.concat(this.#indexFrames);
    await writeDurably(join(this.#directory, "index"), (descriptor) => writeWhole(descriptor, index, 0));
    await this.#writeMeta(index.length);
    syncDirectory(this.#directory);
    const path = join(this.#parent, blockName(this.#minTime, this.#maxTime));
    replacing?.putAside();
    renameSync(this.#directory, path);
    syncDirectory(this.#parent);
    return path;
  }

  /** Leaves nothing behind. */
  abandon(): void {
    closeSync(this.#chunkFile);
    rmSync(this.#directory, { recursive: true, force: true });
  }

  async #writeMeta(indexBytes: number): Promise<void> {
    const bytes = this.#writtenBytes + BIT_PADDING + indexBytes;
    const meta: BlockMeta = { version: 1, minTime: this.#minTime, maxTime: this.#maxTime, ...this.#counts, bytes };
    await writeDurably(join(this.#directory, "meta.json"), (descriptor) => {
      writeFileSync(descriptor, `${JSON.stringify(meta, undefined, 2)}\n`);
    });
  }

  #writeChunk({ encoding, bytes, size, count, minTime, maxTime }: Chunk): ChunkPlace {
    const content = bytes.slice(0, size);
    const offset = this.#writtenBytes + this.#waitingBytes;
    this.#waiting.push(content);
    this.#waitingBytes += size;
    this.#counts.chunks += 1;
    this.#counts.samples += count;
    if (this.#waitingBytes >= WRITE_BYTES) this.#flush();
    return { encoding, offset, size, checksum: crc32(content), count, minTime, maxTime };
  }

  #flush(): void {
    const bytes = Buffer.concat(this.#waiting);
    writeWhole(this.#chunkFile, bytes, this.#writtenBytes);
    this.#writtenBytes += bytes.length;
    this.#waiting = [];
    this.#waitingBytes = 0;
  }

  #closeFrame(): void {
    if (this.#series.length === 0) return;
    this.#indexFrames.push(encodeBlockSeries(this.#series));
    this.#series = [];
  }
}
