/** How often the wall asks whether the server is still there; the question also renews the session. */
const PING_MS = 15_000;
const FIRST_RETRY_MS = 1000;
const LONGEST_RETRY_MS = 60_000;

/**
 * Milliseconds until the server is asked again.
 *
 * @param failures - questions without an answer since the last one that had one
 */
export function pingPause(failures: number): number {
  if (failures === 0) return PING_MS;
  return Math.min(LONGEST_RETRY_MS, FIRST_RETRY_MS * 2 ** (failures - 1));
}
