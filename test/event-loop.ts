import { once } from "node:events";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";

/** Measures the event loop of a server that was started with its environment. */
export interface EventLoopProbe {
  readonly env: Readonly<Record<string, string>>;
  /**
   * The processor time of the server's main thread between two turns of its event loop, the longest while work is
   * done. Work above the budget is repeated, because a collection of garbage or the compilation of code can fall into
   * one round; the best of three rounds counts.
   */
  longestTurnMs(work: () => Promise<unknown>, budgetMs: number): Promise<number>;
}

const MAX_ROUNDS = 3;

export function createEventLoopProbe(): EventLoopProbe {
  const path = join(tmpdir(), `vedette-event-loop-${crypto.randomUUID()}`);
  return {
    env: {
      NODE_OPTIONS: `--import ${join(import.meta.dirname, "event-loop-probe.ts")}`,
      EVENT_LOOP_PROBE: path,
    },
    async longestTurnMs(work, budgetMs) {
      let bestMs = Number.POSITIVE_INFINITY;
      for (let round = 0; round < MAX_ROUNDS && bestMs >= budgetMs; round += 1) {
        const socket = connect(path);
        await once(socket, "readable");
        await work();
        socket.end();
        bestMs = Math.min(bestMs, Number((await text(socket)).split(" ")[1]));
      }
      return bestMs;
    },
  };
}
