import { publicPath } from "./public-path.ts";

/** How often a server that does not answer is asked whether it is back. */
const ASK_AGAIN_MS = 3000;

const changes = new EventTarget();
let watchers = 0;
let silentSince: Date | undefined;
let lostSince: Date | undefined;

/** Since when nothing reaches the server; `undefined` while it answers. */
export function serverLostSince(): Date | undefined {
  return lostSince;
}

/** Calls `onChange` whenever the server is lost or back; returns how to stop listening. */
export function watchServer(onChange: () => void): () => void {
  changes.addEventListener("change", onChange);
  watchers += 1;
  return () => {
    changes.removeEventListener("change", onChange);
    watchers -= 1;
  };
}

/**
 * A call reached nobody. One alone proves nothing: it counts when the next one does not either. Where nobody watches, as
 * on a wall, which asks at a pace of its own, nobody is asked.
 */
export function serverWasSilent(): void {
  if (silentSince !== undefined || watchers === 0) return;
  silentSince = new Date();
  void askAgain();
}

async function askAgain(): Promise<void> {
  if (watchers === 0) {
    silentSince = undefined;
    lostSince = undefined;
    return;
  }
  const isBack = await fetch(`${publicPath()}/api/login/ping`).then(
    () => true,
    () => false,
  );
  const was = lostSince;
  lostSince = isBack ? undefined : silentSince;
  if (isBack) silentSince = undefined;
  else setTimeout(() => void askAgain(), ASK_AGAIN_MS);
  if (was !== lostSince) changes.dispatchEvent(new Event("change"));
}
