import type { Histogram } from "../histogram/histogram.ts";
import { type Chunk, HISTOGRAM_ENCODING } from "./chunk.ts";
import { decodeFloats, FloatChunkEncoder } from "./float-chunk.ts";
import { decodeHistograms, HistogramChunkEncoder } from "./histogram-chunk.ts";
import type { SampleBuffer } from "./sample-buffer.ts";

/** Writes a chunk, sample by sample. A reader may look at what it has so far. */
export interface ChunkEncoder {
  readonly count: number;
  readonly minTime: number;
  readonly maxTime: number;
  /** Of the sample before the last; the last one's where there is no other. */
  readonly timeBefore: number;
  /** The two halves of the bits of the last sample. */
  readonly high: number;
  readonly low: number;
  readonly chunk: Chunk;
  append(time: number, high: number, low: number, histogram: Histogram | undefined): void;
}

/** An encoder for a series that holds native histograms or floats; none holds both. */
export function createChunkEncoder(hasHistograms: boolean): ChunkEncoder {
  return hasHistograms ? new HistogramChunkEncoder() : new FloatChunkEncoder();
}

/** Appends the samples of a chunk to a buffer. */
export function decodeChunk(chunk: Chunk, into: SampleBuffer): void {
  if (chunk.encoding === HISTOGRAM_ENCODING) decodeHistograms(chunk, into);
  else decodeFloats(chunk, into);
}

/** Writes samples anew, for instance when late ones came in between; at most `most` in each chunk. */
export function encodeChunks({ times, words, histograms, count }: SampleBuffer, most: number): Chunk[] {
  const chunks: Chunk[] = [];
  const hasHistograms = histograms !== undefined;
  let encoder = createChunkEncoder(hasHistograms);
  for (let index = 0; index < count; index += 1) {
    encoder.append(times[index] ?? 0, words[2 * index + 1] ?? 0, words[2 * index] ?? 0, histograms?.[index]);
    if (encoder.count < most && index < count - 1) continue;
    chunks.push(encoder.chunk);
    encoder = createChunkEncoder(hasHistograms);
  }
  return chunks;
}
