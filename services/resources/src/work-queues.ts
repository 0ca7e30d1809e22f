import { createFairQueue, type FairQueue } from "@vedette/http";
import type { Registry } from "@vedette/worker-metrics";
import type { ResourceSettings } from "./settings.ts";

/** Work that one caller must not occupy alone. */
export interface WorkQueues {
  readonly searches: FairQueue;
  readonly imports: FairQueue;
  /** Proxied queries to one data source. @returns frees the slot */
  enterDataSource(uid: string, principal: string, signal: AbortSignal): Promise<() => void>;
}

/** Shares of one caller: of searches, of imports, of the queries to one data source. */
const SEARCHES_PER_PRINCIPAL = 2;
const IMPORTS_PER_PRINCIPAL = 1;
const QUERIES_PER_PRINCIPAL = 16;

/** @param registry - gets the metrics of the queues */
export function createWorkQueues(settings: ResourceSettings, registry: Registry | undefined): WorkQueues {
  const waitingPerPrincipal = settings["server.limits.queued_per_user"];
  const create = (name: string, concurrency: number, concurrencyPerPrincipal: number): FairQueue =>
    createFairQueue({ name, registry, concurrency, concurrencyPerPrincipal, waitingPerPrincipal });
  const bySource = new Map<string, FairQueue>();
  const sourceQueue = (uid: string): FairQueue => {
    const known = bySource.get(uid);
    if (known !== undefined) return known;
    const concurrency = settings["server.limits.data_source_queries"];
    const queue = create("data_source", concurrency, QUERIES_PER_PRINCIPAL);
    bySource.set(uid, queue);
    return queue;
  };
  return {
    searches: create("search", settings["server.limits.searches"], SEARCHES_PER_PRINCIPAL),
    imports: create("import", settings["server.limits.imports"], IMPORTS_PER_PRINCIPAL),
    async enterDataSource(uid, principal, signal) {
      const queue = sourceQueue(uid);
      const removeIdle = (): void => {
        if (queue.isIdle) bySource.delete(uid);
      };
      const leave = await queue.enter(principal, signal).catch((error: unknown) => {
        removeIdle();
        throw error;
      });
      return () => {
        leave();
        removeIdle();
      };
    },
  };
}
