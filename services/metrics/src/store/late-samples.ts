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

/** Puts a sample where its time belongs. A sample that is there already stays. */
export function insertSample(buffer: SampleBuffer, time: number, high: number, low: number): void {
  const { index, isThere } = findTime(buffer, time);
  if (isThere) return;
  buffer.push(time, high, low);
  if (index === buffer.count - 1) return;
  buffer.times.copyWithin(index + 1, index, buffer.count - 1);
  buffer.words.copyWithin(2 * index + 2, 2 * index, 2 * buffer.count - 2);
  buffer.times[index] = time;
  buffer.words[2 * index] = low;
  buffer.words[2 * index + 1] = high;
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
    while (at < into.count && (into.times[at] ?? 0) < time) at = copySample(into, at, merged);
    if (at < into.count && into.times[at] === time) continue;
    copySample(late, index, merged);
  }
  while (at < into.count) at = copySample(into, at, merged);
  into.clear();
  for (let index = 0; index < merged.count; index += 1) copySample(merged, index, into);
}

/** @returns the index after the copied one */
function copySample({ times, words }: SampleBuffer, index: number, into: SampleBuffer): number {
  into.push(times[index] ?? 0, words[2 * index + 1] ?? 0, words[2 * index] ?? 0);
  return index + 1;
}

/** A copy of the samples from a time on; `undefined` when there are none. */
export function samplesFrom(buffer: SampleBuffer, time: number): SampleBuffer | undefined {
  const { index } = findTime(buffer, time);
  if (index === buffer.count) return undefined;
  const kept = new SampleBuffer(buffer.count - index);
  for (let at = index; at < buffer.count; at += 1) copySample(buffer, at, kept);
  return kept;
}
