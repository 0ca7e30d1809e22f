import { argumentError } from "./errors.ts";

/** A timer of Node's with more than this fires at once. Almost 25 days. */
const LONGEST_MS = 2 ** 31 - 1;

/** As many milliseconds as a timer can wait. */
export function timerMs(limitMs: number): number {
  return Math.min(limitMs, LONGEST_MS);
}

/** @throws InterceptError `ERR_ROUTE_ARGUMENT` for anything but milliseconds, 0 or more */
export function checkTimeLimit(method: string, argument: string, value: unknown): void {
  if (typeof value === "number" && value >= 0) return;
  throw argumentError(method, argument, `must be milliseconds, 0 or more, not ${String(value)}`);
}
