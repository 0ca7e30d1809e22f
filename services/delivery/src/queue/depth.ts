import type { Registry } from "@vedette/worker-metrics";
import type { PgBoss } from "pg-boss";
import { QUEUES } from "./queues.ts";

const REFRESH_MS = 5000;
/** By then a start is over, which has better use for the store. */
const FIRST_MS = 1000;

/** Jobs of one queue, as its supervisor has counted them last. */
export interface QueueDepth {
  readonly queue: string;
  readonly ready: number;
  readonly deferred: number;
  readonly active: number;
  readonly failed: number;
}

export async function listQueueDepths(boss: PgBoss): Promise<QueueDepth[]> {
  const queues = await boss.getQueues(QUEUES.map(({ name }) => name));
  return queues.map(({ name, readyCount, deferredCount, activeCount, failedCount }) => ({
    queue: name,
    ready: readyCount,
    deferred: deferredCount,
    active: activeCount,
    failed: failedCount,
  }));
}

/** Shows how many jobs wait, as the queue's supervisor has counted them last. @returns ends it */
export function showQueueDepth(boss: PgBoss, registry: Registry): () => void {
  const depth = registry.gauge("vedette_delivery_jobs", "Jobs in the delivery queues, by state.", ["queue", "state"]);
  const refresh = async (): Promise<void> => {
    for (const { queue, ...counts } of await listQueueDepths(boss))
      for (const [state, count] of Object.entries(counts)) depth.bind({ queue, state }).set(count);
  };
  const refreshQuietly = (): void => {
    refresh().catch(() => undefined); // The worker says that the store is away; the last numbers stay.
  };
  const first = setTimeout(refreshQuietly, FIRST_MS);
  const timer = setInterval(refreshQuietly, REFRESH_MS);
  return () => {
    clearTimeout(first);
    clearInterval(timer);
  };
}
