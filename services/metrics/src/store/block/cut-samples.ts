import { labelsKey } from "../../labels/labels.ts";
import type { Chunk } from "../chunk.ts";
import { encodeChunks } from "../chunk-samples.ts";
import type { Deletion } from "../deletion.ts";
import { readChunks, SAMPLES_PER_CHUNK } from "../head-series.ts";
import { SampleBuffer } from "../sample-buffer.ts";
import type { Block } from "./block.ts";
import { BlockWriter } from "./block-writer.ts";

/** Series whose chunks are in memory at a time. */
const SERIES_AT_ONCE = 500;

/**
 * Writes a block anew without some of its samples, in the place of the old one, which is put aside.
 *
 * @returns whether there was anything to take out, and where the new block is; no place for one that has nothing left
 */
export async function cutSamples(
  block: Block,
  deletion: Deletion,
  { directory, rest }: { readonly directory: string; readonly rest: () => Promise<void> },
): Promise<{ readonly hasCut: boolean; readonly path: string | undefined }> {
  const wanted = await keysOf(block, deletion);
  if (wanted.size === 0) return { hasCut: false, path: undefined };
  const { minTime, maxTime } = block.meta;
  const writer = new BlockWriter(directory, minTime, maxTime);
  try {
    const { size } = await block.index();
    for (let start = 0; start < size; start += SERIES_AT_ONCE) {
      const ids = Array.from({ length: Math.min(SERIES_AT_ONCE, size - start) }, (_, at) => start + at);
      for (const { labels, chunks } of await block.read(ids)) {
        writer.add(labels, wanted.has(labelsKey(labels)) ? chunksWithout(chunks, deletion) : chunks);
        await rest();
      }
    }
  } catch (error) {
    writer.abandon();
    throw error;
  }
  return { hasCut: true, path: await writer.finish({ replacing: block }) };
}

async function keysOf(block: Block, { selectors, fromMs, toMs }: Deletion): Promise<Set<string>> {
  const keys = new Set<string>();
  for (const matchers of selectors) {
    for (const { labels } of await block.select(matchers, fromMs, toMs)) keys.add(labelsKey(labels));
  }
  return keys;
}

function chunksWithout(chunks: readonly Chunk[], { fromMs, toMs }: Deletion): readonly Chunk[] {
  const samples = new SampleBuffer();
  readChunks(chunks, undefined, Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY, samples);
  return samples.cut(fromMs, toMs) ? encodeChunks(samples, SAMPLES_PER_CHUNK) : chunks;
}
