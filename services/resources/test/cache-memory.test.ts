import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { CACHES, type CacheName } from "@vedette/http";
import { DummyDriver, Kysely, PostgresAdapter, PostgresIntrospector, PostgresQueryCompiler } from "kysely";
import { expect, it } from "vitest";
import { keptKeys } from "../src/lists/kept-keys.ts";
import { type Drawing, drawPortion, keepText } from "../src/lists/kept-texts.ts";
import { readNewest } from "../src/objects/known-versions.ts";
import { rememberSpec } from "../src/objects/stored-state.ts";
import type { ResourceDatabase, StoredVersion } from "../src/resource-tables.ts";
import { MeantSources } from "../src/walls/meant-sources.ts";
import { readAsking } from "../src/walls/wall-question.ts";

setFlagsFromString("--expose-gc");
const collect: () => void = runInNewContext("gc");
const MIB = 1024 * 1024;
/** What the test itself, the compiler and unrelated code leave behind. */
const NOISE_BYTES = 8 * MIB;

/** The rows that the database returns for any statement. */
let rows: readonly unknown[] = [];

class RowsDriver extends DummyDriver {
  override async acquireConnection() {
    const connection = await super.acquireConnection();
    return {
      ...connection,
      streamQuery: connection.streamQuery,
      executeQuery: async () => ({ rows: [...rows] }) as never,
    };
  }
}

const db = new Kysely<ResourceDatabase>({
  dialect: {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => new RowsDriver(),
    createIntrospector: (inner) => new PostgresIntrospector(inner),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  },
});

function aVersion(at: number, spec: string): StoredVersion {
  return {
    resource_version: `${at}`,
    superseded_by: null,
    superseded_at: null,
    is_deleted: false,
    resource: "dashboards",
    namespace: "default",
    name: `board-${at}`,
    uid: "00000000-0000-4000-8000-000000000000",
    generation: "1",
    internal_id: `${at}`,
    generate_name: null,
    title: `Board ${at}`,
    folder: "",
    tags: [],
    panel_titles: null,
    searched: null,
    labels: {},
    created_at: new Date(0),
    created_by: "1",
    written_at: new Date(0),
    written_by: "1",
    message: "",
    size: spec.length,
    metadata: "{}",
    spec,
  };
}

/** A text of its own in the heap, as a driver returns it. */
function aText(length: number, at: number): string {
  return Buffer.from(`${at}`.padEnd(length, "x")).toString();
}

const drawing: Drawing = { variant: "whole", withSpec: true, draw: ({ spec }) => spec };
const filter = {
  resource: "dashboards",
  namespace: "default",
  labels: [],
  fields: [],
  visibility: { kind: "all" },
} as const;
const meant = new MeantSources();
const sources = Array.from({ length: 2000 }, (_, at) => ({
  uid: `${at}`,
  name: `${at}`,
  type: "prometheus",
  isDefault: false,
}));
const allSources = {
  meant: () => new Set(sources.map(({ uid }) => uid)),
  queries: [],
  series: [],
  labelValues: [],
  listsLabels: false,
};

interface Fill {
  readonly cache: CacheName;
  /** Another cache that takes part of what is added. */
  readonly other?: CacheName;
  /** Entries that exceed the bound. */
  readonly count: number;
  readonly add: (at: number) => unknown;
}

const FILLS: readonly Fill[] = [
  {
    cache: "object_texts",
    count: 40_000,
    add: (at) => {
      keepText(db, `${at}`, drawing, aVersion(at, aText(2000, at)));
      // Other requests take the rest of the slab that Node cuts small buffers from.
      Buffer.from("y".repeat(20_000));
    },
  },
  {
    cache: "list_pages",
    other: "object_texts",
    count: 3000,
    add: async (at) => {
      keepText(db, `${at}`, drawing, aVersion(at, aText(8000, at)));
      await drawPortion(db, [`${at}`], drawing);
      Buffer.from("y".repeat(20_000));
    },
  },
  {
    cache: "list_keys",
    count: 3000,
    add: async (at) => {
      rows = Array.from({ length: 100 }, (_, row) => ({
        resource_version: aText(8, row),
        name: aText(40, row),
        size: 1,
      }));
      await keptKeys(db, filter, { version: `${at}`, after: "", count: 100 });
    },
  },
  {
    cache: "object_versions",
    count: 8000,
    add: async (at) => {
      rows = [aVersion(at, aText(5000, at))];
      await readNewest(db, { resource: "dashboards", namespace: "default", name: `board-${at}` });
    },
  },
  {
    cache: "parsed_specs",
    count: 3000,
    add: (at) => {
      const text = JSON.stringify({ title: `${at}`, panels: Array.from({ length: 300 }, () => ({})) });
      rememberSpec(aVersion(at, aText(900, at)), JSON.parse(text));
    },
  },
  {
    cache: "wall_sources",
    count: 700,
    add: (at) =>
      meant.of(
        `${at}`,
        Array.from({ length: 16 }, () => allSources),
        { list: sources, key: "all" },
      ),
  },
  {
    cache: "wall_queries",
    count: 4000,
    add: async (at) => {
      const targets = Array.from({ length: 20 }, (_, query) => ({
        expr: `sum(rate(jobs_${at}_${query}_total[5m])) by (queue)`,
      }));
      rows = [{ spec: JSON.stringify({ panels: [{ type: "timeseries", datasource: { uid: "a" }, targets }] }) }];
      await readAsking(db, [{ name: "board", resourceVersion: `q${at}` }], sources.slice(0, 1));
    },
  },
];

it.each(FILLS)(
  "keeps the memory of $cache within 1.5 times its bound",
  async ({ cache, other, count, add }) => {
    const inUse = () => {
      // Buffers of collected objects are freed by the collection after theirs.
      collect();
      collect();
      const { heapUsed, arrayBuffers } = process.memoryUsage();
      return heapUsed + arrayBuffers;
    };
    const before = inUse();
    for (let at = 0; at < count; at += 1) await add(at);
    const used = inUse() - before;

    const bound = CACHES[cache].maxBytes + (other === undefined ? 0 : CACHES[other].maxBytes);
    expect(used).toBeLessThan(1.5 * bound + NOISE_BYTES);
    expect(used).toBeGreaterThan(CACHES[cache].maxBytes / 8);
  },
  60_000,
);
