import { useEffect, useEffectEvent } from "react";
import { ApiError } from "../api/api-error.ts";
import { useCountdown } from "./use-countdown.ts";

/** Seconds until the server would take another try after a refusal. */
export function useWait(error: Error | null): number {
  const seconds = error instanceof ApiError ? error.retryAfterSeconds : 0;
  const { left, restart } = useCountdown(0);
  const start = useEffectEvent(restart);
  useEffect(() => {
    if (error !== null) start(seconds);
  }, [error, seconds]);
  return left;
}
