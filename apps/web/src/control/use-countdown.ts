import { useEffect, useState } from "react";

/** Seconds until something may be done again. */
export function useCountdown(seconds: number): { left: number; restart: (seconds: number) => void } {
  const [left, setLeft] = useState(seconds);
  const isRunning = left > 0;
  useEffect(() => {
    if (!isRunning) return undefined;
    const timer = setInterval(() => setLeft((was) => was - 1), 1000);
    return () => clearInterval(timer);
  }, [isRunning]);
  return { left, restart: setLeft };
}
