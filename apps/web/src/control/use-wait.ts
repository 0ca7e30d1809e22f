import { createContext, useEffect, useEffectEvent } from "react";
import { ApiError } from "../api/api-error.ts";
import { useCountdown } from "./use-countdown.ts";

/** Seconds for which what is sent here would be refused again: whatever sends it says so and waits. */
export const WaitContext = createContext(0);

/** Seconds until the server takes another try, after one that was too many. */
export function useWait(error: Error | null): number {
  const seconds = error instanceof ApiError && error.status === 429 ? error.retryAfterSeconds : 0;
  const { left, restart } = useCountdown(0);
  const start = useEffectEvent(restart);
  useEffect(() => {
    if (error !== null) start(seconds);
  }, [error, seconds]);
  return left;
}
