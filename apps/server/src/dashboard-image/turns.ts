import { HttpError } from "@vedette/http";

/** Lets some work run at a time and the rest wait, up to a number. */
export interface Turns {
  /** @throws HttpError `overloaded` when too many wait already */
  run<Result>(work: () => Promise<Result>): Promise<Result>;
}

export function createTurns({ atOnce, waiting: mostWaiting }: { atOnce: number; waiting: number }): Turns {
  const waiting: (() => void)[] = [];
  let running = 0;
  return {
    async run(work) {
      if (running >= atOnce) {
        if (waiting.length >= mostWaiting) throw new HttpError("overloaded", { headers: { "retry-after": "1" } });
        await new Promise<void>((resolve) => waiting.push(resolve));
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
