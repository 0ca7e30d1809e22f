import { HttpError } from "@vedette/http";

/** Lets some work run at a time and the rest wait, up to a number. */
export interface Turns {
  /**
   * @param signal - who has enough of waiting leaves the line
   * @throws HttpError `overloaded` when too many wait already; the signal's reason
   */
  run<Result>(work: () => Promise<Result>, signal: AbortSignal): Promise<Result>;
}

export function createTurns({ atOnce, waiting: mostWaiting }: { atOnce: number; waiting: number }): Turns {
  const waiting: (() => void)[] = [];
  let running = 0;
  const turn = (signal: AbortSignal): Promise<void> => {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const take = (): void => {
      signal.removeEventListener("abort", leave);
      resolve();
    };
    const leave = (): void => {
      waiting.splice(waiting.indexOf(take), 1);
      reject(signal.reason);
    };
    waiting.push(take);
    signal.addEventListener("abort", leave, { once: true });
    return promise;
  };
  return {
    async run(work, signal) {
      signal.throwIfAborted();
      if (running >= atOnce) {
        if (waiting.length >= mostWaiting) throw new HttpError("overloaded", { headers: { "retry-after": "1" } });
        await turn(signal);
      } else running += 1;
      try {
        return await work();
      } finally {
        // The turn passes to the next in line, or is free again.
        const next = waiting.shift();
        if (next === undefined) running -= 1;
        else next();
      }
    },
  };
}
