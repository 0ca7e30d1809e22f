import { createFairQueue, type FairQueue } from "@vedette/http";
import type { Registry } from "@vedette/worker-metrics";
import { MetricsError } from "../errors.ts";

/** How many queries are evaluated at a time, and how many wait. */
export interface QueryConcurrency {
  readonly concurrency: number;
  readonly concurrencyPerUser: number;
  readonly waitingPerUser: number;
}

/** Bounds the queries that are evaluated at a time and serves callers in turn. */
export class QueryQueue {
  readonly #queue: FairQueue;

  /** @param registry - gets the metrics of the queue */
  constructor({ concurrency, concurrencyPerUser, waitingPerUser }: QueryConcurrency, registry?: Registry) {
    this.#queue = createFairQueue({
      name: "promql",
      registry,
      concurrency,
      concurrencyPerPrincipal: concurrencyPerUser,
      waitingPerPrincipal: waitingPerUser,
      rejection: (reason) =>
        new MetricsError(reason === "principal" ? "too_many_queries_of_caller" : "too_many_queries"),
    });
  }

  /** @throws MetricsError `too_many_queries_of_caller`, `too_many_queries`, `canceled` while waiting */
  async run<Result>(principal: string, signal: AbortSignal, work: () => Promise<Result>): Promise<Result> {
    const leave = await this.#queue.enter(principal, signal).catch((cause: unknown) => {
      throw signal.aborted ? new MetricsError("canceled", { cause }) : cause;
    });
    try {
      return await work();
    } finally {
      leave();
    }
  }
}
