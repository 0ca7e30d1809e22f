/**
 * What the page knows about the end of its session. A call that the server refuses with 401 waits here
 * until somebody has signed in again, and is then sent once more: nothing that was typed is lost.
 */
const changes = new EventTarget();
let ended = false;
let isEarly = false;

export function hasSessionEnded(): boolean {
  return ended;
}

/** Calls `onChange` whenever the session ends or is there again; returns how to stop listening. */
export function watchSession(onChange: () => void): () => void {
  changes.addEventListener("change", onChange);
  return () => changes.removeEventListener("change", onChange);
}

/** Whether people are asked to sign in again before it has ended, because they wished it. */
export function isSignInEarly(): boolean {
  return isEarly;
}

/** Asks for the password over the page while the session still lasts. */
export function askToSignInAgain(): void {
  if (!ended) isEarly = true;
  ended = true;
  changes.dispatchEvent(new Event("change"));
}

/** Releases every call that waits. */
export function sessionIsBack(): void {
  ended = false;
  isEarly = false;
  changes.dispatchEvent(new Event("change"));
}

/** Waits, without a deadline, for a person to sign in. Rejects with the signal's reason when the call is given up. */
export function untilSignedIn(signal: AbortSignal | undefined): Promise<void> {
  ended = true;
  isEarly = false;
  changes.dispatchEvent(new Event("change"));
  return new Promise((resolve, reject) => {
    const stop = watchSession(() => {
      if (ended) return;
      stop();
      resolve();
    });
    signal?.addEventListener(
      "abort",
      () => {
        stop();
        reject(signal.reason);
      },
      { once: true },
    );
  });
}
