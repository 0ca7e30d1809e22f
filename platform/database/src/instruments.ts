import type { Registry } from "@vedette/worker-metrics";
import type { Pool } from "pg";

/** What operators watch of the embedded store. */
export type EmbeddedInstruments = ReturnType<typeof embeddedInstruments>;

export function embeddedInstruments(registry: Registry) {
  const tasks = registry.counter(
    "vedette_database_housekeeping_total",
    "Checkpoints and vacuums of the embedded store.",
    ["task"],
  );
  return {
    restarts: registry
      .counter("vedette_database_restarts_total", "Times the embedded store was started again after it hung or broke.")
      .bind(),
    checkpoints: tasks.bind({ task: "checkpoint" }),
    vacuums: tasks.bind({ task: "vacuum" }),
    freeBytes: registry.gauge("vedette_database_free_bytes", "Free space on the disk of the embedded store.").bind(),
    walBytes: registry
      .gauge("vedette_database_wal_bytes", "Log that the embedded store has written since its last checkpoint.")
      .bind(),
  };
}

/** Shows the connections of a pool. @returns ends that */
export function watchPool(registry: Registry, pool: Pool): () => void {
  const connections = registry.gauge("vedette_database_connections", "Connections to the store.", ["state"]);
  const busy = connections.bind({ state: "busy" });
  const idle = connections.bind({ state: "idle" });
  const waiting = registry.gauge("vedette_database_waiting", "Callers that wait for a connection to the store.").bind();
  return registry.onExpose(() => {
    busy.set(pool.totalCount - pool.idleCount);
    idle.set(pool.idleCount);
    waiting.set(pool.waitingCount);
  });
}
