import { memoryUsage } from "node:process";
import { exposeCaches } from "@vedette/http";
import type { Registry } from "@vedette/worker-metrics";

/** What every Prometheus user expects of a process: memory, processor time, start, build. */
export function measureProcess(registry: Registry, version: string): void {
  const resident = registry.gauge("process_resident_memory_bytes", "Memory of the process that is in use.").bind({});
  const heap = registry.gauge("nodejs_heap_size_used_bytes", "JavaScript heap in use.").bind({});
  const cpu = registry.counter("process_cpu_seconds_total", "Processor time of the process, user and system.").bind({});
  registry
    .gauge("process_start_time_seconds", "Start of the process, in Unix seconds.")
    .bind({})
    .set(Date.now() / 1000 - process.uptime());
  registry.gauge("vedette_build_info", "1, with the version as label.", ["version"]).bind({ version }).set(1);
  exposeCaches(registry);
  let counted = 0;
  registry.onExpose(() => {
    const { rss, heapUsed } = memoryUsage();
    resident.set(rss);
    heap.set(heapUsed);
    const { user, system } = process.cpuUsage();
    const total = (user + system) / 1e6;
    cpu.inc(total - counted);
    counted = total;
  });
}
