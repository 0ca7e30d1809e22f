import { CACHES, type CacheDeclaration } from "@vedette/http";

const MIB = 1024 * 1024;

/** The page of every cache. */
export function cacheReference(): string {
  const caches: readonly (readonly [string, CacheDeclaration])[] = Object.entries(CACHES);
  const total = caches.reduce((sum, [, { maxBytes }]) => sum + maxBytes, 0);
  const rows = caches.map(
    ([name, { holds, maxBytes, lifetimeSeconds }]) =>
      `| \`${name}\` | ${holds} | ${maxBytes / MIB} MiB | ${lifetimeSeconds === undefined ? "until evicted" : `${lifetimeSeconds} s`} |`,
  );
  return [
    "# Caches",
    "",
    "Every cache of the server is bounded in bytes and evicts the least recently used entries first. All caches together",
    `use at most ${total / MIB} MiB in each process; a cache takes memory only when it is used.`,
    "",
    "`GET /metrics` has for each of them, by the label `cache`: `vedette_cache_bytes`, `vedette_cache_limit_bytes`,",
    "`vedette_cache_entries`, `vedette_cache_hits_total`, `vedette_cache_misses_total`, `vedette_cache_evictions_total`.",
    "",
    "| Cache | Entry | Limit | Lifetime |",
    "|---|---|---:|---|",
    ...rows,
    "",
  ].join("\n");
}
