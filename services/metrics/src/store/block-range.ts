/** Milliseconds of a block as the head writes it; longer ones are made from these. */
export const BLOCK_MS = 2 * 3600 * 1000;

/** Start of the block of time that a time lies in; blocks lie at multiples of their length. */
export function blockStart(time: number, lengthMs = BLOCK_MS): number {
  return Math.floor(time / lengthMs) * lengthMs;
}
