/** First wait at most; each further end within the window doubles it. */
const BASE_MS = 200;
const LONGEST_MS = 30_000;
/** So many ends in so long are no accident any more. */
const MOST_ENDS = 10;
const WINDOW_MS = 5 * 60_000;

/** When a process that ended is started again: back-off with full jitter, and an end of it. */
export class RestartSchedule {
  #ends: number[] = [];

  /**
   * Notes that a process has ended.
   *
   * @param now - milliseconds
   * @param random - from 0 to 1
   * @returns milliseconds to wait, or `undefined` when it shall not be started again
   */
  next(now: number, random: () => number = Math.random): number | undefined {
    this.#ends = [...this.#ends.filter((end) => now - end < WINDOW_MS), now];
    if (this.#ends.length >= MOST_ENDS) return undefined;
    return random() * Math.min(LONGEST_MS, BASE_MS * 2 ** (this.#ends.length - 1));
  }
}
