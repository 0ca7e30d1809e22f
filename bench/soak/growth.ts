/** Memory and handles of the server after a forced garbage collection. */
export interface MemorySample {
  readonly minute: number;
  readonly heapBytes: number;
  /** Outside the heap, array buffers included. */
  readonly externalBytes: number;
  readonly arrayBufferBytes: number;
  readonly residentBytes: number;
  /** Declared bytes of all caches. */
  readonly cacheBytes: number;
  readonly descriptors: number;
  /** Timers, sockets and requests of the event loop. */
  readonly resources: number;
}

export interface Verdict {
  readonly name: string;
  readonly from: number;
  readonly to: number;
  readonly growth: number;
  readonly isWithin: boolean;
}

export const MAX_GROWTH = 0.05;
/** Handles that come and go with the load. */
const HANDLE_SLACK = 20;

/**
 * Compares the first quarter of the samples after the warm-up with the last one, by their medians.
 *
 * @returns a line per figure; nothing when there are fewer than four samples
 */
export function judgeGrowth(samples: readonly MemorySample[]): Verdict[] {
  const count = Math.floor(samples.length / 4);
  if (count === 0) return [];
  const [first, last] = [samples.slice(0, count), samples.slice(-count)];
  const compare = (name: string, read: (sample: MemorySample) => number, slack = 0): Verdict => {
    const [from, to] = [median(first.map(read)), median(last.map(read))];
    const growth = from === 0 ? 0 : to / from - 1;
    return { name, from, to, growth, isWithin: growth <= MAX_GROWTH || to - from <= slack };
  };
  return [
    compare("heap and external", ({ heapBytes, externalBytes }) => heapBytes + externalBytes),
    compare("resident memory", ({ residentBytes }) => residentBytes),
    compare("file descriptors", ({ descriptors }) => descriptors, HANDLE_SLACK),
    compare("event loop resources", ({ resources }) => resources, HANDLE_SLACK),
  ];
}

function median(values: readonly number[]): number {
  const sorted = values.toSorted((one, other) => one - other);
  return sorted[Math.floor(sorted.length / 2)] ?? 0;
}
