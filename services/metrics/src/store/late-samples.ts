import { compactHistogram } from "../histogram/histogram.ts";
import { SampleBuffer } from "./sample-buffer.ts";

/** Where a time stands, or would stand, in a buffer. */
export function findTime({ times, count }: SampleBuffer, time: number): { index: number; isThere: boolean } {
  let low = 0;
  let high = count;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((times[middle] ?? 0) < time) low = middle + 1;
    else high = middle;
  }
  return { index: low, isThere: low < count && times[low] === time };
}

/** Puts a sample of another buffer where its time belongs. A sample that is there already stays. */
export function insertSample(buffer: SampleBuffer, samples: SampleBuffer, from: number): void {
  const { index, isThere } = findTime(buffer, samples.times[from] ?? 0);
  if (isThere) return;
  buffer.insertFrom(samples, from, index);
  const histogram = buffer.histograms?.[index];
  // Chunks leave empty buckets out when they are read.
  if (buffer.histograms !== undefined && histogram !== undefined)
    buffer.histograms[index] = compactHistogram(histogram);
}

/** Puts the samples of `late` with `fromMs <= time <= toMs` where their times belong in `into`. */
export function mergeSamples(late: SampleBuffer, fromMs: number, toMs: number, into: SampleBuffer): void {
  const first = findTime(late, fromMs).index;
  const end = findTime(late, toMs + 1).index;
  if (first === end) return;
  const merged = new SampleBuffer(into.count + end - first);
  let at = 0;
  for (let index = first; index < end; index += 1) {
    const time = late.times[index] ?? 0;
    for (; at < into.count && (into.times[at] ?? 0) < time; at += 1) merged.pushFrom(into, at);
    if (at < into.count && into.times[at] === time) continue;
    merged.pushFrom(late, index);
  }
  for (; at < into.count; at += 1) merged.pushFrom(into, at);
  into.clear();
  for (let index = 0; index < merged.count; index += 1) into.pushFrom(merged, index);
}

/** A copy of the samples from a time on; `undefined` when there are none. */
export function samplesFrom(buffer: SampleBuffer, time: number): SampleBuffer | undefined {
  const { index } = findTime(buffer, time);
  if (index === buffer.count) return undefined;
  const kept = new SampleBuffer(buffer.count - index);
  for (let at = index; at < buffer.count; at += 1) kept.pushFrom(buffer, at);
  return kept;
}
