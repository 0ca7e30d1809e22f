import { say } from "./console.ts";

/** Supervisors send SIGKILL after ten seconds. */
const STOP_WITHIN_MS = 9_500;

/** Resolves with the first signal. The second one ends the process immediately, and so does a stop that takes too long. */
export function stopSignal(): Promise<void> {
  return new Promise((resolve) => {
    let isStopping = false;
    const stop = (): void => {
      if (isStopping) process.exit(130);
      isStopping = true;
      limitStop();
      resolve();
    };
    process.on("SIGINT", stop);
    process.on("SIGTERM", stop);
  });
}

/** Time in which the event loop empties after everything was closed. */
const LEFTOVER_MS = 500;

/** Ends the process once everything is closed, even if an unused connection is still open. */
export function endWithoutLeftovers(): void {
  setTimeout(() => process.exit(), LEFTOVER_MS).unref();
}

/** Ends the process with exit code 1 if it still runs after 9.5 s. Acknowledged writes are on disk by then. */
export function limitStop(): void {
  setTimeout(() => {
    say.error(`vedette: stopping took longer than ${STOP_WITHIN_MS / 1000} s; ended with requests or jobs unfinished`);
    process.exit(1);
  }, STOP_WITHIN_MS).unref();
}
