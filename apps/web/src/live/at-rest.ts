/** Nothing was loaded for so long. */
const QUIET_MS = 2000;
/** Pages whose panels ask all the time never come to rest. */
export const AT_MOST_MS = 15_000;

/** So long after a failure the code of a part is asked for again. */
const LOAD_AGAIN_MS = 30_000;

/** Loads the code of a part that nobody waits for, in the end: a page goes on without it while the server is away. */
export async function loadInTheEnd<Code>(load: () => Promise<Code>): Promise<Code> {
  try {
    return await load();
  } catch {
    await new Promise((resolve) => setTimeout(resolve, LOAD_AGAIN_MS));
    return loadInTheEnd(load);
  }
}

/**
 * Resolves when the page has loaded what it begins with: a connection that stays open is for later.
 *
 * @param latestMs - the longest wait, for pages that never stop loading
 */
export function atRest(signal: AbortSignal, latestMs: number = AT_MOST_MS): Promise<void> {
  return new Promise((resolve) => {
    let quiet: ReturnType<typeof setTimeout> | undefined;
    const done = (): void => {
      clearTimeout(quiet);
      clearTimeout(latest);
      observer.disconnect();
      resolve();
    };
    const waitOn = (): void => {
      clearTimeout(quiet);
      quiet = setTimeout(done, QUIET_MS);
    };
    const observer = new PerformanceObserver(waitOn);
    const latest = setTimeout(done, latestMs);
    observer.observe({ type: "resource" });
    signal.addEventListener("abort", done, { once: true });
    waitOn();
  });
}
