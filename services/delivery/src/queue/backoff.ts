/**
 * How long to wait before the next attempt: exponential with full jitter, so that what failed together
 * does not come back together.
 *
 * @param attempts - attempts that failed so far, at least 1
 * @param capMs - no wait is longer
 * @returns milliseconds between 0 and min(cap, 200 · 2^attempts)
 */
export function backoffMs(attempts: number, capMs: number): number {
  return Math.random() * Math.min(capMs, BASE_MS * 2 ** Math.min(attempts, MAX_EXPONENT));
}

const BASE_MS = 200;
/** Keeps the power finite. */
const MAX_EXPONENT = 30;
