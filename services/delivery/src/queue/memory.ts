import { totalmem } from "node:os";
import { availableMemory, constrainedMemory } from "node:process";
import type { WorkerMetrics } from "@vedette/worker-metrics";

/** Shows how much of the memory that the workers may have is in use. @returns ends it */
export function showMemory(metrics: WorkerMetrics<"core">): () => void {
  const usage = metrics.gauge("resource_slots_mem_usage", {});
  const forget = metrics.registry.onExpose(() => usage.set(memoryPercent()));
  return () => {
    forget();
    usage.set(0);
  };
}

/** Of the limit of the process's group where it has one, of the machine otherwise. */
function memoryPercent(): number {
  const limit = constrainedMemory();
  const total = limit > 0 ? Math.min(limit, totalmem()) : totalmem();
  return 100 * (1 - Math.min(availableMemory(), total) / total);
}
