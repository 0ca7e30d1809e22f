/** Characters from which on a text takes so long to read that it waits for its turn. */
const LONG_TEXT = 128 * 1024;
/** Milliseconds of work between two turns for other requests. */
const SLICE_MS = 5;

const waiting: (() => void)[] = [];

/**
 * Resolves when this work may hold the event loop again. One waiting piece of work is served between two rounds of
 * everything else, however many wait: large bodies that arrive together are not handled back to back.
 */
export function nextTurn(): Promise<void> {
  return new Promise((resolve) => {
    waiting.push(resolve);
    if (waiting.length === 1) setImmediate(serve);
  });
}

/** Waits for a turn when so many characters are handled next; short texts go on immediately. */
export async function turnFor(characters: number): Promise<void> {
  if (characters >= LONG_TEXT) await nextTurn();
}

/**
 * Runs work in slices of a few milliseconds, with a turn for other requests between them.
 *
 * @param work - yields wherever it can be interrupted
 */
export async function inSlices<Result>(work: Iterator<void, Result>): Promise<Result> {
  let sliceEnd = performance.now() + SLICE_MS;
  for (;;) {
    const { done, value } = work.next();
    if (done) return value;
    if (performance.now() < sliceEnd) continue;
    await nextTurn();
    sliceEnd = performance.now() + SLICE_MS;
  }
}

/** Runs the same work in one go, where nothing else waits or it is short. */
export function inOneGo<Result>(work: Iterator<void, Result>): Result {
  for (;;) {
    const { done, value } = work.next();
    if (done) return value;
  }
}

function serve(): void {
  waiting[0]?.();
  waiting.shift();
  if (waiting.length > 0) setImmediate(serve);
}
