import { endRequestOf } from "@vedette/http";
import { say } from "./console.ts";

/** Time for requests in flight before the process ends. */
const DRAIN_MS = 5_000;

/**
 * Handles errors that nothing else caught. A connection failure ends the request that caused it; after any other error
 * the state of the process is unknown: it is logged once, requests in flight get five seconds, and the process ends with
 * exit code 1.
 *
 * @see docs/decisions/0039-uncaught-errors.md
 */
export function handleUncaught(server: { close(): Promise<void> }): void {
  let isEnding = false;
  const handle = (error: unknown): void => {
    if (endRequestOf(error) || isEnding) return;
    isEnding = true;
    say.error(`vedette: ended by an uncaught error: ${error instanceof Error ? error.stack : String(error)}`);
    setTimeout(() => process.exit(1), DRAIN_MS);
    void server.close().finally(() => process.exit(1));
  };
  process.on("uncaughtException", handle);
  process.on("unhandledRejection", handle);
}
