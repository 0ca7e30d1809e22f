/** Characters from which on a text takes so long to read that it waits for its turn. */
const LONG_TEXT = 128 * 1024;

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

function serve(): void {
  waiting[0]?.();
  waiting.shift();
  if (waiting.length > 0) setImmediate(serve);
}
