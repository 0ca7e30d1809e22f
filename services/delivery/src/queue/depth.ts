import type { Registry } from "@vedette/worker-metrics";
import type { PgBoss } from "pg-boss";
import { QUEUES } from "./queues.ts";

const REFRESH_MS = 5000;

/** Shows how many jobs wait, as the queue's supervisor has counted them last. @returns ends it */
export function showQueueDepth(boss: PgBoss, registry: Registry): () => void {
  const depth = registry.gauge("vedette_delivery_jobs", "Jobs in the delivery queues, by state.", ["queue", "state"]);
  const names = QUEUES.map(({ name }) => name);
  const refresh = async (): Promise<void> => {
    for (const queue of await boss.getQueues(names)) {
      const { name } = queue;
      depth.bind({ queue: name, state: "ready" }).set(queue.readyCount);
      depth.bind({ queue: name, state: "deferred" }).set(queue.deferredCount);
      depth.bind({ queue: name, state: "active" }).set(queue.activeCount);
      depth.bind({ queue: name, state: "failed" }).set(queue.failedCount);
    }
  };
  const refreshQuietly = (): void => {
    refresh().catch(() => undefined); // The worker says that the store is away; the last numbers stay.
  };
  refreshQuietly();
  const timer = setInterval(refreshQuietly, REFRESH_MS);
  return () => clearInterval(timer);
}
