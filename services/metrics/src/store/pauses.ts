import { Turns } from "../engine/work.ts";
import { MetricsError } from "../errors.ts";

/** Milliseconds of work between two turns for others. */
const SLICE_MS = 5;

/** Series that are gone through between two looks at the clock. */
export const SERIES_PER_LOOK = 1000;

/** There is one event loop: however much work is under way, one slice of it runs between two turns of all others. */
const turns = new Turns();
let works = 0;

/** Each piece of work gets a slice in turn. */
function nextWork(): string {
  works += 1;
  return String(works);
}

/**
 * Gives others a turn whenever the caller has worked for a while: for long work that no query does.
 *
 * @param signal - ends the work: the pause then throws MetricsError `canceled`
 */
export function createPauses(signal?: AbortSignal): () => Promise<void> {
  const work = nextWork();
  let sliceEnd = performance.now() + SLICE_MS;
  return async () => {
    if (signal?.aborted) throw new MetricsError("canceled");
    if (performance.now() < sliceEnd) return;
    await turns.next(work);
    sliceEnd = performance.now() + SLICE_MS;
  };
}

/**
 * Runs work in slices: whenever it has worked for a while, everything else that waits gets its turn.
 *
 * @param work - yields wherever it can be interrupted
 * @param signal - ends the work, which then throws MetricsError `canceled`
 */
export async function inSlices<Result>(work: Generator<void, Result>, signal?: AbortSignal): Promise<Result> {
  const name = nextWork();
  let sliceEnd = performance.now() + SLICE_MS;
  for (;;) {
    const { done, value } = work.next();
    if (done) return value;
    if (performance.now() < sliceEnd) continue;
    if (signal?.aborted) throw new MetricsError("canceled");
    await turns.next(name);
    sliceEnd = performance.now() + SLICE_MS;
  }
}
