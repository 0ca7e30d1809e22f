import { LRUCache } from "lru-cache";
import { CACHES, type CacheDeclaration, type CacheName } from "./cache-table.ts";
import { textBytes } from "./memory-size.ts";

/** Bookkeeping of one entry: slots in the index and the lists of the LRU order. */
const ENTRY_BYTES = 256;

export interface CacheOptions<Key, Value> {
  /**
   * Bytes that an entry keeps from being collected; a text key and the bookkeeping are added. For a view of a buffer
   * that is the whole buffer.
   */
  readonly sizeOf: (value: Value, key: Key) => number;
  /** Reads what `fetch` does not find; concurrent callers share one read. */
  readonly load?: (key: Key) => Promise<Value | undefined>;
  /** Overrides the bound of the table, for tests. */
  readonly maxBytes?: number;
}

interface Measured {
  readonly bytes: number;
  readonly maxBytes: number;
  readonly size: number;
}

/** Counts of one name since the process started, over all caches of that name. */
export interface CacheCounts {
  hits: number;
  misses: number;
  evictions: number;
}

const countsByName = new Map<CacheName, CacheCounts>();
const openByName = new Map<CacheName, Set<WeakRef<Measured>>>();

/** Opens a cache of the table. It is bounded in bytes, and the metrics of the process include it. */
export function openCache<Key extends string | object, Value extends object | string | number>(
  name: CacheName,
  options: CacheOptions<Key, Value>,
): Cache<Key, Value> {
  const counts = countsByName.get(name) ?? { hits: 0, misses: 0, evictions: 0 };
  countsByName.set(name, counts);
  const cache = new Cache<Key, Value>({ ...CACHES[name], ...boundOf(options) }, options, counts);
  const open = openByName.get(name) ?? new Set();
  openByName.set(name, open);
  for (const ref of open) if (ref.deref() === undefined) open.delete(ref);
  open.add(new WeakRef(cache));
  return cache;
}

function boundOf({ maxBytes }: { readonly maxBytes?: number }): Partial<CacheDeclaration> {
  return maxBytes === undefined ? {} : { maxBytes, maxEntryBytes: maxBytes };
}

/** A least-recently-used cache that is bounded in bytes. */
export class Cache<Key extends string | object, Value extends object | string | number> {
  readonly maxBytes: number;
  readonly #entries: LRUCache<Key, Value>;
  readonly #counts: CacheCounts;

  constructor(declaration: CacheDeclaration, { sizeOf, load }: CacheOptions<Key, Value>, counts: CacheCounts) {
    const { maxBytes, maxEntryBytes = maxBytes / 4, lifetimeSeconds } = declaration;
    this.maxBytes = maxBytes;
    this.#counts = counts;
    this.#entries = new LRUCache<Key, Value>({
      maxSize: maxBytes,
      maxEntrySize: maxEntryBytes,
      sizeCalculation: (value, key) =>
        Math.ceil(ENTRY_BYTES + (typeof key === "string" ? textBytes(key) : 0) + sizeOf(value, key)),
      ...(lifetimeSeconds === undefined ? {} : { ttl: lifetimeSeconds * 1000 }),
      ...(load === undefined ? {} : { fetchMethod: load }),
      // A value that other entries evict while it loads is still the result for its callers.
      ignoreFetchAbort: true,
      dispose: (_value, _key, reason) => {
        if (reason === "evict") counts.evictions += 1;
      },
    });
  }

  /** Bytes of all entries. */
  get bytes(): number {
    return this.#entries.calculatedSize;
  }

  get size(): number {
    return this.#entries.size;
  }

  /** Finds an entry and marks it as used. */
  get(key: Key): Value | undefined {
    const value = this.#entries.get(key);
    if (value === undefined) this.#counts.misses += 1;
    else this.#counts.hits += 1;
    return value;
  }

  /** Finds an entry, and loads it when it is absent. */
  async fetch(key: Key): Promise<Value | undefined> {
    if (this.#entries.has(key)) this.#counts.hits += 1;
    else this.#counts.misses += 1;
    return await this.#entries.fetch(key);
  }

  set(key: Key, value: Value): void {
    this.#entries.set(key, value);
  }

  delete(key: Key): void {
    this.#entries.delete(key);
  }

  /** The least recently used entries first. */
  *entries(): Generator<readonly [Key, Value]> {
    for (const key of this.#entries.rkeys()) {
      const value = this.#entries.peek(key);
      if (value !== undefined) yield [key, value];
    }
  }
}

/** State of all open caches of one name. */
export interface CacheState extends Readonly<CacheCounts> {
  readonly name: CacheName;
  readonly bytes: number;
  readonly maxBytes: number;
  readonly entries: number;
}

/** The caches that this process has opened. */
export function openCaches(): CacheState[] {
  return [...openByName].map(([name, refs]) => {
    const caches = [...refs].flatMap((ref) => ref.deref() ?? []);
    const sum = (read: (cache: Measured) => number) => caches.reduce((total, cache) => total + read(cache), 0);
    const counts = countsByName.get(name) ?? { hits: 0, misses: 0, evictions: 0 };
    return {
      name,
      ...counts,
      bytes: sum((cache) => cache.bytes),
      maxBytes: sum((cache) => cache.maxBytes),
      entries: sum((cache) => cache.size),
    };
  });
}
