import type { Registry } from "@vedette/worker-metrics";
import { openCaches } from "./cache.ts";
import type { CacheName } from "./cache-table.ts";

/** Adds size, bound and use of the caches to the metrics of the process. */
export function exposeCaches(registry: Registry): void {
  const bytes = registry.gauge("vedette_cache_bytes", "Memory that the entries of a cache use.", ["cache"]);
  const limit = registry.gauge("vedette_cache_limit_bytes", "Memory that a cache can use at most.", ["cache"]);
  const entries = registry.gauge("vedette_cache_entries", "Entries of a cache.", ["cache"]);
  const hits = registry.counter("vedette_cache_hits_total", "Lookups that found an entry.", ["cache"]);
  const misses = registry.counter("vedette_cache_misses_total", "Lookups that found no entry.", ["cache"]);
  const evictions = registry.counter(
    "vedette_cache_evictions_total",
    "Entries that were removed because the cache was full.",
    ["cache"],
  );
  const exposed = new Map<CacheName, { readonly hits: number; readonly misses: number; readonly evictions: number }>();
  registry.onExpose(() => {
    for (const state of openCaches()) {
      const labels = { cache: state.name };
      bytes.bind(labels).set(state.bytes);
      limit.bind(labels).set(state.maxBytes);
      entries.bind(labels).set(state.entries);
      const before = exposed.get(state.name) ?? { hits: 0, misses: 0, evictions: 0 };
      hits.bind(labels).inc(state.hits - before.hits);
      misses.bind(labels).inc(state.misses - before.misses);
      evictions.bind(labels).inc(state.evictions - before.evictions);
      exposed.set(state.name, state);
    }
  });
}
