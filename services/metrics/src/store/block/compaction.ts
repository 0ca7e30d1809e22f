import { labelsKey } from "../../labels/labels.ts";
import { blockStart } from "../block-range.ts";
import type { Block, FoundSeries } from "./block.ts";
import { BlockDamagedError } from "./block-index.ts";
import { BlockWriter } from "./block-writer.ts";

const HOUR_MS = 3600 * 1000;
/** Lengths of blocks made out of shorter ones. */
const LEVELS_MS = [8 * HOUR_MS, 24 * HOUR_MS];

/** Some blocks, and the time that the one made of them covers. */
export interface CompactionPlan {
  readonly blocks: readonly Block[];
  readonly minTime: number;
  readonly maxTime: number;
}

/**
 * The next blocks to be made into one: those that share a longer range which lies wholly before the newest sample's
 * block.
 *
 * @param blocks - in the order of time
 */
export function planCompaction(blocks: readonly Block[], headStart: number): CompactionPlan | undefined {
  for (const lengthMs of LEVELS_MS) {
    const groups = Map.groupBy(blocks, ({ meta }) => blockStart(meta.minTime, lengthMs));
    for (const [start, group] of groups) {
      const isShort = group.every(
        ({ meta }) => meta.maxTime - meta.minTime < lengthMs && meta.maxTime <= start + lengthMs,
      );
      if (group.length < 2 || !isShort || start + lengthMs > headStart) continue;
      const times = group.map(({ meta }) => meta);
      return {
        blocks: group,
        minTime: Math.min(...times.map(({ minTime }) => minTime)),
        maxTime: Math.max(...times.map(({ maxTime }) => maxTime)),
      };
    }
  }
  return undefined;
}

/** Writes one block with the chunks of several; the several stay as they are. */
export async function compactBlocks(
  directory: string,
  { blocks, minTime, maxTime }: CompactionPlan,
  rest: () => Promise<void>,
): Promise<string | undefined> {
  const writer = new BlockWriter(directory, minTime, maxTime);
  try {
    for await (const { labels, chunks } of mergedSeries(blocks)) {
      writer.add(labels, chunks);
      await rest();
    }
  } catch (error) {
    writer.abandon();
    throw error;
  }
  return await writer.finish();
}

/** Series whose chunks are in memory at a time. */
const SERIES_AT_ONCE = 500;

async function* mergedSeries(blocks: readonly Block[]): AsyncGenerator<FoundSeries> {
  const idsByKey = await seriesIds(blocks);
  const sources = [...idsByKey.values()];
  for (let at = 0; at < sources.length; at += SERIES_AT_ONCE) {
    yield* await readMerged(blocks, sources.slice(at, at + SERIES_AT_ONCE));
  }
}

/** The id that a series has in each block, by its labels. */
type IdsOfSeries = (number | undefined)[];

async function seriesIds(blocks: readonly Block[]): Promise<Map<string, IdsOfSeries>> {
  const idsByKey = new Map<string, IdsOfSeries>();
  for (const [position, block] of blocks.entries()) {
    const index = await block.index();
    requireWhole(block);
    for (let id = 0; id < index.size; id += 1) {
      const key = labelsKey(index.series(id).labels);
      const ids = idsByKey.get(key) ?? [];
      ids[position] = id;
      idsByKey.set(key, ids);
    }
  }
  return idsByKey;
}

/** What is left of a damaged block stays where it is. */
function requireWhole({ damagedFiles, path }: Block): void {
  if (damagedFiles.size > 0) throw new BlockDamagedError(path);
}

async function readMerged(blocks: readonly Block[], sources: readonly IdsOfSeries[]): Promise<FoundSeries[]> {
  const merged: (FoundSeries | undefined)[] = [];
  for (const [position, block] of blocks.entries()) {
    const wanted = sources.flatMap((ids, source) => {
      const id = ids[position];
      return id === undefined ? [] : [{ id, source }];
    });
    const found = await block.read(wanted.map(({ id }) => id));
    requireWhole(block);
    for (const [at, { source }] of wanted.entries()) merged[source] = joined(merged[source], found[at]);
  }
  return merged.filter((series) => series !== undefined);
}

function joined(before: FoundSeries | undefined, next: FoundSeries | undefined): FoundSeries | undefined {
  if (before === undefined || next === undefined) return before ?? next;
  return { labels: before.labels, chunks: [...before.chunks, ...next.chunks] };
}
