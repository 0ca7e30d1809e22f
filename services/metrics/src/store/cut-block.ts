import { BlockWriter } from "./block/block-writer.ts";
import { BLOCK_MS, blockStart } from "./block-range.ts";
import type { Chunk } from "./chunk.ts";
import { encodeChunks } from "./chunk-samples.ts";
import type { Head } from "./head.ts";
import { type HeadSeries, readChunks, SAMPLES_PER_CHUNK } from "./head-series.ts";
import { SampleBuffer } from "./sample-buffer.ts";

/** A head that spans more than this gives its oldest block of time to a file. */
const HEAD_SPAN_MS = BLOCK_MS * 1.5;

/** Start of the block of time that the head should write next; `undefined` when it is short enough. */
export function nextCut(head: Head): number | undefined {
  const oldest = head.oldestTime;
  return head.maxTime - oldest >= HEAD_SPAN_MS ? blockStart(oldest) : undefined;
}

/**
 * Writes all samples of a block of time into a file. The head refuses samples before its end from now on, and keeps
 * those it has until `Head.dropBefore`.
 *
 * @returns the directory of the block; `undefined` when there was no sample
 */
export async function cutBlock(
  head: Head,
  minTime: number,
  directory: string,
  rest: () => Promise<void>,
): Promise<string | undefined> {
  const maxTime = minTime + BLOCK_MS;
  head.minTime = Math.max(head.minTime, maxTime);
  const writer = new BlockWriter(directory, minTime, maxTime);
  try {
    for (const series of [...head.series]) {
      writer.add(series.labels, chunksBetween(series, minTime, maxTime));
      await rest();
    }
  } catch (error) {
    writer.abandon();
    throw error;
  }
  return await writer.finish();
}

/** The chunks of a block of time; written anew when late samples came in between. */
function chunksBetween({ allChunks, late }: HeadSeries, minTime: number, maxTime: number): readonly Chunk[] {
  const within = allChunks.filter((chunk) => chunk.minTime >= minTime && chunk.maxTime < maxTime);
  if (late === undefined) return within;
  const samples = new SampleBuffer();
  readChunks(within, late, minTime, maxTime - 1, samples);
  return encodeChunks(samples, SAMPLES_PER_CHUNK);
}
