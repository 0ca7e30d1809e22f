import { MetricsError } from "../errors.ts";

/** Milliseconds of work between two turns for others. */
const SLICE_MS = 5;

/** Series that are gone through between two looks at the clock. */
export const SERIES_PER_LOOK = 1000;

/**
 * Gives others a turn whenever the caller has worked for a while: for long work that no query does.
 *
 * @param signal - ends the work: the pause then throws MetricsError `canceled`
 */
export function createPauses(signal?: AbortSignal): () => Promise<void> {
  let sliceEnd = performance.now() + SLICE_MS;
  return async () => {
    if (signal?.aborted) throw new MetricsError("canceled");
    if (performance.now() < sliceEnd) return;
    await new Promise((resolve) => setImmediate(resolve));
    sliceEnd = performance.now() + SLICE_MS;
  };
}
