import { existsSync, mkdirSync, readdirSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import type { Log } from "../../log.ts";
import type { Deletion } from "../deletion.ts";
import { syncDirectory } from "../durable-file.ts";
import { ASIDE, Block } from "./block.ts";
import { BlockDamagedError } from "./block-index.ts";
import { compactBlocks, planCompaction } from "./compaction.ts";
import { cutSamples } from "./cut-samples.ts";

const BLOCK_NAME = /^-?\d+_-?\d+$/;
/** Time after which an unused index leaves the memory. */
const FORGET_AFTER_MS = 10 * 60 * 1000;

/** All blocks of a store, in the order of time. */
export class BlockSet {
  readonly directory: string;
  readonly #log: Log;
  #blocks: readonly Block[] = [];

  /** Opens what is there and removes what a killed process left unfinished. */
  constructor(directory: string, log: Log) {
    this.directory = directory;
    this.#log = log;
    mkdirSync(directory, { recursive: true, mode: 0o700 });
    bringBackReplaced(directory);
    for (const name of readdirSync(directory)) {
      if (name.endsWith(".tmp")) rmSync(join(directory, name), { recursive: true });
      else if (BLOCK_NAME.test(name)) this.#open(join(directory, name));
    }
    this.#removeSuperseded();
  }

  get blocks(): readonly Block[] {
    return this.#blocks;
  }

  /** Everything before this time is in blocks. */
  get endTime(): number {
    return this.#blocks.at(-1)?.meta.maxTime ?? Number.NEGATIVE_INFINITY;
  }

  get bytes(): number {
    return this.#blocks.reduce((sum, { meta }) => sum + meta.bytes, 0);
  }

  /**
   * Reads the blocks that may have samples with `fromMs <= time <= toMs`, in the order of time. Those that are there when
   * it is called stay until it is done.
   */
  async reading<Result>(
    fromMs: number,
    toMs: number,
    read: (blocks: readonly Block[]) => Promise<Result>,
  ): Promise<Result> {
    const blocks = this.#blocks.filter(({ meta }) => meta.maxTime > fromMs && meta.minTime <= toMs);
    for (const block of blocks) block.hold();
    try {
      return await read(blocks);
    } finally {
      for (const block of blocks) await block.release();
    }
  }

  /** Takes a block that was written into the directory. */
  add(path: string): void {
    this.#blocks = [...this.#blocks, new Block(path, this.#log)].sort(
      (one, other) => one.meta.minTime - other.meta.minTime,
    );
  }

  /**
   * Makes one block of several short ones, if there are such.
   *
   * @returns true when there was something to do
   */
  async compact(rest: () => Promise<void>): Promise<boolean> {
    const whole = this.#blocks.filter(({ damagedFiles }) => damagedFiles.size === 0);
    const plan = planCompaction(whole, this.endTime);
    if (plan === undefined) return false;
    const path = await compactBlocks(this.directory, plan, rest);
    await this.#replace(plan.blocks, path);
    return true;
  }

  /** Takes samples out of all blocks. What is left of a damaged one stays as it is. */
  async cut(deletion: Deletion, rest: () => Promise<void>): Promise<void> {
    const { fromMs, toMs } = deletion;
    for (const block of this.#blocks) {
      if (block.meta.maxTime <= fromMs || block.meta.minTime > toMs || block.damagedFiles.size > 0) continue;
      const { hasCut, path } = await cutSamples(block, deletion, { directory: this.directory, rest });
      if (hasCut) await this.#replace([block], path);
    }
  }

  /** Removes the oldest blocks: those that end before a time, and as many as are too large together. */
  async expire(oldestTime: number, maxBytes: number): Promise<void> {
    let bytes = this.bytes;
    for (const block of this.#blocks) {
      if (block.meta.maxTime > oldestTime && bytes <= maxBytes) return;
      bytes -= block.meta.bytes;
      this.#blocks = this.#blocks.filter((other) => other !== block);
      await block.remove();
    }
  }

  /** Gives back the memory of indexes that nobody asked for in a while. */
  forgetUnused(): void {
    const before = performance.now() - FORGET_AFTER_MS;
    for (const block of this.#blocks) if (block.lastUse < before) block.forget();
  }

  async close(): Promise<void> {
    for (const block of this.#blocks) await block.close();
  }

  /** One that says nothing of itself is put aside for somebody to look at. */
  #open(path: string): void {
    try {
      this.add(path);
    } catch (error) {
      if (!(error instanceof BlockDamagedError)) throw error;
      rmSync(`${path}.damaged`, { recursive: true, force: true });
      renameSync(path, `${path}.damaged`);
      this.#log.error({ path: `${path}.damaged` }, "a block of metrics is damaged and was put aside");
    }
  }

  async #replace(blocks: readonly Block[], path: string | undefined): Promise<void> {
    const old = new Set(blocks);
    this.#blocks = this.#blocks.filter((block) => !old.has(block));
    if (path !== undefined) this.add(path);
    for (const block of old) await block.remove();
    syncDirectory(this.directory);
  }

  /** A process that died between the two steps of a compaction leaves the short blocks beside the long one. */
  #removeSuperseded(): void {
    const isSuperseded = ({ meta }: Block) =>
      this.#blocks.some(
        ({ meta: other }) => other !== meta && other.minTime <= meta.minTime && other.maxTime >= meta.maxTime,
      );
    const superseded = this.#blocks.filter(isSuperseded);
    this.#blocks = this.#blocks.filter((block) => !superseded.includes(block));
    for (const { path } of superseded) rmSync(path, { recursive: true });
  }
}

/** A process that died between the two renames of a replacement left the old block under another name. */
function bringBackReplaced(directory: string): void {
  for (const name of readdirSync(directory)) {
    if (!name.endsWith(ASIDE)) continue;
    const [aside, path] = [join(directory, name), join(directory, name.slice(0, -ASIDE.length))];
    if (existsSync(path)) rmSync(aside, { recursive: true, force: true });
    else renameSync(aside, path);
  }
}
