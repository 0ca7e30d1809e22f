import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";

const ROOT = join(import.meta.dirname, "..");
const FOLDERS = ["platform", "services", "apps/server"];

/** A cache library, or a collection that outlives the call that fills it: of a module, of an instance, or called a cache. */
const LONG_LIVED =
  /^(?:export )?(?:const|let) \w+(?:: [^=;\n]+)? = new (?:Map|Set)(?:<[^;\n]*>)?\(\);|^ {2}(?:readonly |private |static )*#?\w+(?:: [^=;\n]+)? = new (?:Map|Set)(?:<[^\n]*>)?\(\);|\b(?:const|let) (?:kept|cached?|copies|parsed|\w+Cache)\b[^=;\n]*= new (?:Map|Set)(?:<[^\n]*>)?\(\);|\bnew (?:LRUCache|QuickLRU|TTLCache)\b|\bfrom "(?:quick-lru|lru-cache|@isaacs\/ttlcache)"/gm;

/** Files that have such a collection, and what bounds it. Everything else is opened by `openCache`. */
const ALLOWED: Readonly<Record<string, string>> = {
  "apps/server/src/processes/primary.ts": "one entry per child process",
  "apps/server/src/ui/sign-in/token-exchanges.ts": "requests in progress",
  "platform/database/src/embedded/listeners.ts": "one entry per channel that is listened to",
  "platform/database/src/embedded/synced-files.ts": "files of the embedded database",
  "platform/database/src/prepared-statements.ts": "bounded number and length of statements",
  "platform/http/src/cache/cache.ts": "the cache itself, and one entry per name of the table",
  "platform/http/src/json-body.ts": "keys of one text, at most 25,000",
  "services/delivery/src/queue/worker.ts": "jobs in progress",
  "services/identity/src/sessions/refresh-by-signed-token.ts": "two statements",
  "services/identity/src/sessions/session-store.ts": "two statements for each of two modes",
  "services/metrics/src/engine/info-labels.ts": "one evaluation of a query",
  "services/metrics/src/engine/match-vectors.ts": "one evaluation of a query",
  "services/metrics/src/engine/notes.ts": "one evaluation of a query",
  "services/metrics/src/engine/work.ts": "slices of running queries",
  "services/metrics/src/ingest/decoding.ts": "one entry per caller with a waiting write request",
  "services/metrics/src/ingest/store-samples.ts": "one write request",
  "services/metrics/src/scrape/scraper.ts": "one entry per configured scrape job, file or running scrape",
  "services/metrics/src/scrape/target-scraper.ts": "series of the last scrape of one target",
  "services/metrics/src/store/arena.ts": "one page per block of time in memory",
  "services/metrics/src/store/block/block.ts": "files of one block",
  "services/metrics/src/store/head.ts": "series in memory, limited by metrics.max_series",
  "services/metrics/src/store/histogram-columns.ts": "one result of a query",
  "services/metrics/src/store/label-index.ts": "labels of the series in memory, limited by metrics.max_series",
  "services/metrics/src/store/store.ts": "one query for label sets",
  "services/metrics/src/store/text-pool.ts": "cleared with each block",
  "services/resources/src/objects/write-statement.ts": "one statement per kind of write and power of two",
};

function longLived(text: string): string[] {
  return [...text.matchAll(LONG_LIVED)].map(([found]) => found);
}

function productFiles(): string[] {
  return FOLDERS.flatMap((folder) =>
    readdirSync(join(ROOT, folder), { recursive: true, encoding: "utf8" })
      .filter((file) => /(?:^|\/)src\/.*\.ts$/.test(file) && !/\.test\.ts$|node_modules|\/testing\//.test(file))
      .map((file) => `${folder}/${file}`),
  );
}

describe("caches", () => {
  const found = productFiles().filter((file) => longLived(readFileSync(join(ROOT, file), "utf8")).length > 0);

  it("are opened from the table of caches, and every other long-lived collection is listed with its bound", () => {
    expect(found.filter((file) => !(file in ALLOWED))).toEqual([]);
  });

  it("have no entry in the list for a file that needs none", () => {
    expect(Object.keys(ALLOWED).filter((file) => !found.includes(file))).toEqual([]);
  });

  it.each([
    "const seen = new Map<string, number>();",
    "export const byName: Map<string, number> = new Map();",
    "class Sums {\n  readonly #sums = new Map<string, Sum>();\n}",
    "  const kept = new Map<string, Kept>();",
    "  const discoveryCache = new Map();",
    "  return new LRUCache({ max: 100 });",
    'import { LRUCache } from "lru-cache";',
  ])("are found in %j", (text) => {
    expect(longLived(text)).not.toEqual([]);
  });

  it.each([
    "  const counts = new Map<string, number>();",
    'const NAMES = new Set(["a", "b"]);',
    'const kept = openCache("object_texts", { sizeOf });',
  ])("are not seen in %j", (text) => {
    expect(longLived(text)).toEqual([]);
  });
});
