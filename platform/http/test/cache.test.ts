import { createRegistry } from "@vedette/worker-metrics";
import { describe, expect, it, vi } from "vitest";
import { openCache } from "../src/cache/cache.ts";
import { exposeCaches } from "../src/cache/cache-metrics.ts";
import { CACHES, type CacheName } from "../src/cache/cache-table.ts";
import { jsonBytes, ownedBytes, retainedBytes, textBytes } from "../src/cache/memory-size.ts";

const names = Object.keys(CACHES).filter((name): name is CacheName => name in CACHES);

describe("a cache of the table", () => {
  it.each(names)("%s evicts entries before it exceeds its bound", (name) => {
    const entryBytes = Math.min(CACHES[name].maxBytes / 16, 1024 * 1024);
    const cache = openCache<string, object>(name, { sizeOf: () => entryBytes });
    const count = Math.ceil(CACHES[name].maxBytes / entryBytes) + 16;
    for (let at = 0; at < count; at += 1) cache.set(`entry ${at}`, {});

    expect(cache.bytes).toBeLessThanOrEqual(CACHES[name].maxBytes);
    expect(cache.bytes).toBeGreaterThan(CACHES[name].maxBytes / 2);
    expect(cache.get(`entry ${count - 1}`)).toBeDefined();
    expect(cache.get("entry 0")).toBeUndefined();
  });

  it("counts long keys and bookkeeping", () => {
    const cache = openCache<string, number>("seen_versions", { sizeOf: () => 0, maxBytes: 10_000 });
    cache.set("k".repeat(4000), 1);
    cache.set("l".repeat(4000), 1);

    expect(cache.size).toBe(1);
    for (let at = 0; at < 1000; at += 1) cache.set(`${at}`, 1);
    expect(cache.size).toBeLessThan(40);
  });

  it("does not store an entry that is larger than the bound, and keeps the others", () => {
    const cache = openCache<string, string>("seen_versions", { sizeOf: textBytes, maxBytes: 10_000 });
    cache.set("small", "1");
    cache.set("large", "x".repeat(10_000));

    expect([cache.get("small"), cache.get("large")]).toEqual(["1", undefined]);
  });

  it("loads an absent entry once for concurrent callers, and returns one that is too large to store", async () => {
    const load = vi.fn(async (key: string) => key.repeat(2));
    const cache = openCache<string, string>("seen_versions", { sizeOf: textBytes, load, maxBytes: 10_000 });
    const large = "x".repeat(10_000);

    expect(await Promise.all([cache.fetch("a"), cache.fetch("a"), cache.fetch(large)])).toEqual([
      "aa",
      "aa",
      large.repeat(2),
    ]);
    expect(load).toHaveBeenCalledTimes(2);
    expect(cache.size).toBe(1);
  });

  it("lists the entries that were used least recently first", () => {
    const cache = openCache<string, number>("seen_versions", { sizeOf: () => 0 });
    for (const [at, key] of ["a", "b", "c"].entries()) cache.set(key, at);
    cache.get("a");

    expect([...cache.entries()].map(([key]) => key)).toEqual(["b", "c", "a"]);
  });

  it("exposes bytes, bound, entries, hits, misses and evictions", () => {
    const registry = createRegistry();
    exposeCaches(registry);
    const before = valuesOf(registry.expose());
    const cache = openCache<string, number>("mail_templates", { sizeOf: () => 1000, maxBytes: 3000 });
    for (const key of ["a", "b", "c"]) cache.set(key, 1);
    cache.get("c");
    cache.get("a");
    const after = valuesOf(registry.expose());
    const change = (name: string) => (after.get(name) ?? 0) - (before.get(name) ?? 0);

    expect(change("entries")).toBe(2);
    expect(change("bytes")).toBe(cache.bytes);
    expect(change("limit_bytes")).toBe(3000);
    expect([change("hits_total"), change("misses_total"), change("evictions_total")]).toEqual([1, 1, 1]);
  });
});

/** Values of the `vedette_cache_*` metrics of one cache. */
function valuesOf(exposition: string): ReadonlyMap<string, number> {
  const samples = exposition.matchAll(/^vedette_cache_(\w+)\{cache="mail_templates"\} (\S+)$/gm);
  return new Map([...samples].map(([, name = "", value]) => [name, Number(value)]));
}

describe("the size of what is cached", () => {
  it("of a small buffer is that of the slab it was cut from, of an owned one its own", () => {
    expect(retainedBytes(Buffer.from("small"))).toBeGreaterThanOrEqual(Buffer.poolSize);
    expect(retainedBytes(ownedBytes("small"))).toBeLessThan(200);
    expect(ownedBytes("größer €").toString()).toBe("größer €");
  });

  it.each([
    ["empty objects", "{}"],
    ["empty arrays", "[]"],
    ["short texts", '"abc"'],
    ["objects", '{"a":1,"b":{"c":"d"}}'],
  ])("of %s is not below their text's, and counting ends at the given sum", (_, item) => {
    const text = `[${Array.from({ length: 1000 }, () => item).join()}]`;
    const value: unknown = JSON.parse(text);

    expect(jsonBytes(value)).toBeGreaterThan(text.length);
    expect(jsonBytes(value, 1000)).toBeLessThan(jsonBytes(value));
  });
});
