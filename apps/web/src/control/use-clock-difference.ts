import { useSyncExternalStore } from "react";
import { serverClockAhead, watchServerClock } from "../api/server-clock.ts";
import { durationText } from "./duration-text.ts";

const MINUTE = 60;
const HOUR = 3600;

/** How the clock of this machine differs from the server's. */
export interface ClockDifference {
  /** In words: `3 h`, `40 s`. */
  readonly by: string;
  readonly isBehind: boolean;
}

/** @param patienceSeconds - so much is no difference; `undefined` is answered then */
export function useClockDifference(patienceSeconds: number): ClockDifference | undefined {
  const ahead = useSyncExternalStore(watchServerClock, serverClockAhead);
  const seconds = Math.abs(ahead);
  return seconds > patienceSeconds ? { by: durationText(rounded(seconds) * 1000), isBehind: ahead > 0 } : undefined;
}

/** Of hours nobody wants to know the seconds. */
function rounded(seconds: number): number {
  if (seconds < 2 * MINUTE) return seconds;
  const unit = seconds < 48 * HOUR ? MINUTE : HOUR;
  return Math.round(seconds / unit) * unit;
}
