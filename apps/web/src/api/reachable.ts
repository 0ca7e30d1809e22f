import { publicPath } from "./public-path.ts";

/** How often a server that does not answer is asked whether it is back. */
const ASK_AGAIN_MS = 3000;

const changes = new EventTarget();
let silentSince: Date | undefined;
let lostSince: Date | undefined;

/** Since when nothing reaches the server; `undefined` while it answers. */
export function serverLostSince(): Date | undefined {
  return lostSince;
}

/** Calls `onChange` whenever the server is lost or back; returns how to stop listening. */
export function watchServer(onChange: () => void): () => void {
  changes.addEventListener("change", onChange);
  return () => changes.removeEventListener("change", onChange);
}

/** A call reached nobody. One alone proves nothing: it counts when the next one does not either. */
export function serverWasSilent(): void {
  if (silentSince !== undefined) return;
  silentSince = new Date();
  void askAgain();
}

async function askAgain(): Promise<void> {
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
