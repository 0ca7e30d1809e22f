import { setTimeout as pause } from "node:timers/promises";

const FIRST_WAIT_MS = 1000;
const LONGEST_WAIT_MS = 60_000;
const REQUEST_TIMEOUT_MS = 10_000;

/** Waits until the server answers, or the signal comes. */
export async function awaitServer(server: string, tell: (line: string) => void, signal: AbortSignal): Promise<void> {
  for (let waitMs = FIRST_WAIT_MS; !signal.aborted; waitMs = Math.min(waitMs * 2, LONGEST_WAIT_MS)) {
    if (await answers(server, signal)) return;
    if (signal.aborted) return;
    tell(`${server} does not answer; trying again in ${waitMs / 1000} s`);
    await pause(waitMs, undefined, { signal }).catch(() => undefined);
  }
}

async function answers(server: string, signal: AbortSignal): Promise<boolean> {
  try {
    const deadline = AbortSignal.any([signal, AbortSignal.timeout(REQUEST_TIMEOUT_MS)]);
    const response = await fetch(`${server}/api/health`, { signal: deadline });
    await response.body?.cancel();
    return response.ok;
  } catch {
    return false;
  }
}
