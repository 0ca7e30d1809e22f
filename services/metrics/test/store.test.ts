import { pbkdf2 } from "node:crypto";
import {
  appendFileSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  statSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createMatcher } from "../src/labels/matcher.ts";
import { Batch } from "../src/store/batch.ts";
import { takeStoreLock } from "../src/store/lock.ts";
import { createPauses } from "../src/store/pauses.ts";
import { SampleBuffer } from "../src/store/sample-buffer.ts";
import type { MetricStore } from "../src/store/store.ts";
import { visiblePart } from "../src/store/visible-part.ts";
import { aHistogram, type NamedSample, read, storeDirectory, write } from "./temporary-store.ts";

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

/** One sample a minute from a time on. */
function minutes(from: number, count: number, id = "a"): NamedSample[] {
  return Array.from({ length: count }, (_, at) => ({ id, time: from + at * MINUTE, value: at }));
}

function logFiles(path: string): string[] {
  return readdirSync(join(path, "wal"))
    .filter((name) => name.endsWith(".log"))
    .sort()
    .map((name) => join(path, "wal", name));
}

/** Ends the use of a store as a kill would: nothing is written any more. */
function abandon(_store: MetricStore): void {
  // The store writes on appending only; what it holds in memory is lost when nobody refers to it.
}

describe("a sample", () => {
  it("that comes again is taken and stored once", async () => {
    await using directory = await storeDirectory();
    const store = directory.open();
    await write(store, [
      { time: 1000, value: 1 },
      { time: 2000, value: 2 },
    ]);

    const again = await write(store, [
      { time: 1000, value: 1 },
      { time: 2000, value: 2 },
    ]);

    expect(again).toEqual({ stored: 0, repeated: 2, conflicting: 0, tooOld: 0, tooNew: 0, refusedAt: [] });
    expect(await read(store)).toEqual(["a 1@1000 2@2000"]);
  });

  it("that comes again with another value is refused; the first one stays", async () => {
    await using directory = await storeDirectory();
    const store = directory.open();
    await write(store, [
      { time: 1000, value: 1 },
      { time: 2000, value: 2 },
    ]);

    const again = await write(store, [
      { time: 1000, value: 5 },
      { time: 2000, value: 6 },
    ]);

    expect(again).toMatchObject({ stored: 0, conflicting: 2 });
    expect(await read(store)).toEqual(["a 1@1000 2@2000"]);
  });

  it("that comes late is put where it belongs, a later one than the window is refused", async () => {
    await using directory = await storeDirectory();
    const store = directory.open();
    await write(store, [
      { time: 0, value: 0 },
      { time: 10 * MINUTE, value: 10 },
    ]);

    const late = await write(store, [
      { time: 7 * MINUTE, value: 7 },
      { time: 6 * MINUTE, value: 6 },
      { time: 4 * MINUTE, value: 4 },
    ]);
    const again = await write(store, [
      { time: 7 * MINUTE, value: 7 },
      { time: 6 * MINUTE, value: 1 },
    ]);

    expect(late).toMatchObject({ stored: 2, tooOld: 1 });
    expect(again).toMatchObject({ stored: 0, repeated: 1, conflicting: 1 });
    expect(await read(store)).toEqual(["a 0@0 6@360000 7@420000 10@600000"]);
  });

  it("that comes late is a histogram without the buckets that count nothing, as any other", async () => {
    await using directory = await storeDirectory();
    const store = directory.open();
    const sent = { ...aHistogram(2), positive: { indexes: [1, 2, 3], counts: [1, 0, 1] } };
    await write(store, [{ time: 2 * MINUTE, value: sent }]);
    await write(store, [{ time: MINUTE, value: sent }], 2 * MINUTE);

    const [series] = await store.select([createMatcher("__name__", "=", "foo")], 0, 2 * MINUTE);
    const buffer = new SampleBuffer();
    series?.read(0, 2 * MINUTE, buffer);

    const compact = { indexes: [1, 3], counts: [1, 1] };
    expect(buffer.histograms?.map((one) => one?.positive)).toEqual([compact, compact]);
  });

  it("from more than ten minutes ahead is refused", async () => {
    await using directory = await storeDirectory();
    const store = directory.open();

    expect(await write(store, [{ time: 11 * MINUTE, value: 1 }], 0)).toMatchObject({ stored: 0, tooNew: 1 });
    expect(await write(store, [{ time: 9 * MINUTE, value: 1 }], 0)).toMatchObject({ stored: 1, tooNew: 0 });
  });

  it("may be older than 1970", async () => {
    await using directory = await storeDirectory();
    const store = directory.open();
    await write(store, [
      { time: -3 * HOUR, value: 1 },
      { time: -2 * HOUR, value: 2 },
    ]);

    expect(await read(store)).toEqual(["a 1@-10800000 2@-7200000"]);
  });

  it("of a series that lags an hour behind all others is refused", async () => {
    await using directory = await storeDirectory();
    const store = directory.open();
    await write(store, [{ id: "a", time: 2 * HOUR, value: 1 }]);

    const lagging = await write(
      store,
      [
        { id: "b", time: HOUR - 1, value: 1 },
        { id: "b", time: HOUR, value: 2 },
      ],
      2 * HOUR,
    );

    expect(lagging).toMatchObject({ stored: 1, tooOld: 1 });
  });

  it("can be a stale marker, an infinity or NaN", async () => {
    await using directory = await storeDirectory();
    const store = directory.open();
    const samples = [Number.NaN, Number.POSITIVE_INFINITY, -0].map((value, time) => ({ time, value }));
    await write(store, [...samples, { time: 3, value: "stale" }]);
    abandon(store);

    expect(await read(directory.open())).toEqual(["a NaN@0 Infinity@1 0@2 stale@3"]);
  });
});

describe("a series more than allowed", () => {
  it("is refused while the known ones go on", async () => {
    await using directory = await storeDirectory();
    const store = directory.open({ maxSeries: 2 });
    await write(store, [
      { id: "a", time: 0, value: 1 },
      { id: "b", time: 0, value: 1 },
    ]);
    await write(store, [
      { id: "c", time: 1, value: 1 },
      { id: "a", time: 1, value: 2 },
    ]);

    expect(await read(store)).toEqual(["a 1@0 2@1", "b 1@0"]);
    expect(store.status).toMatchObject({ series: 2, refusedSeries: 1 });
  });
});

describe("a store that is opened again", () => {
  it("has everything after a clean close", async () => {
    await using directory = await storeDirectory();
    const store = directory.open();
    await write(store, [...minutes(0, 200), ...minutes(0, 200, "b"), { time: 197 * MINUTE + 1, value: 5 }]);
    const before = await read(store);
    await store.close();

    expect(await read(directory.open())).toEqual(before);
    expect(logFiles(directory.path)).toEqual([]);
  });

  it("has everything that was appended when the process died", async () => {
    await using directory = await storeDirectory();
    const store = directory.open();
    await write(store, minutes(0, 100));
    await write(store, minutes(100 * MINUTE, 100, "b"));
    const before = await read(store);
    abandon(store);

    expect(await read(directory.open())).toEqual(before);
  });

  it("has every kind of number as it was", async () => {
    const numbers = [0, -0, 1, -1, 127, 128, 0.5, 2 ** 31, 2 ** 51 - 1, 2 ** 51, -(2 ** 53), 5e-324, 1e308];
    const all = [...numbers, Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
    await using directory = await storeDirectory();
    const first = directory.open();
    await write(first, [
      ...all.map((value, at) => ({ time: at * 1000, value })),
      { time: all.length * 1000, value: "stale" },
    ]);
    abandon(first);

    const second = directory.open();

    const buffer = new SampleBuffer();
    for (const series of await second.select([createMatcher("id", "=", "a")], 0, MINUTE))
      series.read(0, MINUTE, buffer);
    expect([...buffer.values.subarray(0, all.length)]).toEqual(all);
    expect(buffer.isStale(all.length)).toBe(true);
  });

  it("took what is to be durable while its log went on in a new file", async () => {
    await using directory = await storeDirectory();
    const store = directory.open({ isDurablePerRequest: true });
    const nothing = { selectors: [[createMatcher("id", "=", "none")]], fromMs: 0, toMs: MINUTE };
    for (let round = 0; round < 3; round += 1) {
      // The disk is slow to begin: everything that works beside the program's own thread is busy.
      const busy = Array.from({ length: 8 }, () => promisify(pbkdf2)("a", "b", 100_000, 32, "sha256"));
      // The deletion finishes the file that the sample was just written into.
      const [result] = await Promise.all([write(store, [{ time: round, value: round }]), store.delete(nothing)]);
      expect(result).toMatchObject({ stored: 1 });
      await Promise.all(busy);
    }
    abandon(store);

    expect(await read(directory.open())).toEqual(["a 0@0 1@1 2@2"]);
  });

  it("goes on where it was", async () => {
    await using directory = await storeDirectory();
    abandon(directory.open());
    for (let round = 0; round < 5; round += 1) {
      const store = directory.open();
      expect(await write(store, [{ time: round, value: round }])).toMatchObject({ stored: 1 });
      if (round % 2 === 0) await store.close();
    }

    expect(await read(directory.open())).toEqual(["a 0@0 1@1 2@2 3@3 4@4"]);
  });

  it("cuts off a record that was being written, and tells so", async () => {
    await using directory = await storeDirectory();
    const store = directory.open();
    await write(store, [{ time: 1, value: 1 }]);
    await write(store, [{ time: 2, value: 2 }]);
    const [log = ""] = logFiles(directory.path);
    truncateSync(log, statSync(log).size - 3);

    const again = directory.open();

    expect(await read(again)).toEqual(["a 1@1"]);
    expect(directory.messages).toContain("an unfinished record was cut off the log");
    expect(await write(again, [{ time: 3, value: 3 }])).toMatchObject({ stored: 1 });
    expect(await read(directory.open())).toEqual(["a 1@1 3@3"]);
  });

  it("loses nothing before a damaged byte", async () => {
    await using directory = await storeDirectory();
    const store = directory.open();
    for (let time = 0; time < 10; time += 1) await write(store, [{ time, value: time }]);
    const [log = ""] = logFiles(directory.path);
    const bytes = readFileSync(log);
    const middle = Math.floor(bytes.length / 2);
    bytes[middle] = (bytes[middle] ?? 0) ^ 0xff;
    writeFileSync(log, bytes);

    const [line = ""] = await read(directory.open());

    expect(line).toMatch(/^a 0@0 1@1 2@2 3@3/);
    expect(line).not.toContain("9@9");
  });

  it("takes no notice of garbage behind the log", async () => {
    await using directory = await storeDirectory();
    const store = directory.open();
    await write(store, [{ time: 1, value: 1 }]);
    appendFileSync(logFiles(directory.path)[0] ?? "", Buffer.alloc(1000, 0xab));

    expect(await read(directory.open())).toEqual(["a 1@1"]);
  });

  it("has one series for labels that came to nothing before they were stored", async () => {
    await using directory = await storeDirectory();
    const limits = { outOfOrderMs: HOUR };
    const first = directory.open(limits);
    await write(first, minutes(HOUR, 2), 300 * MINUTE);
    await write(first, [{ id: "c", time: 0, value: 0 }], 300 * MINUTE);
    await first.close();
    await write(directory.open(limits), [{ id: "c", time: MINUTE, value: 1 }], 300 * MINUTE);
    const again = directory.open(limits);

    await write(again, [{ id: "c", time: 2 * MINUTE, value: 2 }], 300 * MINUTE);

    expect(await read(again)).toEqual(["a 0@3600000 1@3660000", "c 1@60000 2@120000"]);
  });

  it("is what any order of batches, closes and deaths made of it", async () => {
    const sample = fc.record({
      id: fc.constantFrom("a", "b", "c"),
      time: fc.integer({ min: 0, max: 240 }).map((minute) => minute * MINUTE),
      value: fc.oneof(fc.double(), fc.constant<"stale">("stale"), fc.nat(10), fc.nat(10).map(aHistogram)),
    });
    const step = fc.record({
      batch: fc.array(sample, { minLength: 1, maxLength: 30 }),
      end: fc.constantFrom("nothing", "close", "death", "upkeep"),
    });
    const ends = {
      nothing: async () => undefined,
      death: async () => undefined,
      close: (store: MetricStore) => store.close(),
      upkeep: (store: MetricStore) => store.maintain(),
    } as const;
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 12 }), async (steps) => {
        await using directory = await storeDirectory();
        const limits = { outOfOrderMs: HOUR };
        let store = directory.open(limits);
        for (const { batch, end } of steps) {
          await write(store, batch, 300 * MINUTE);
          const before = await read(store);
          await ends[end](store);
          if (end !== "nothing") store = directory.open(limits);
          expect(await read(store)).toEqual(before);
        }
      }),
      { numRuns: 60 },
    );
  }, 120_000);
});

describe("native histograms that an older version stored as one series for each of their parts", () => {
  it("are read, and newer ones behind them", async () => {
    await using directory = await storeDirectory();
    const store = directory.open();
    const batch = new Batch();
    // Count, form (the schema 0, no hint), sum, and two buckets.
    for (const [part, value] of Object.entries({ c: 3, f: 256, s: 6, p1: 2, p2: 1 })) {
      const series = store.seriesFor(["\0", part, "__name__", "foo", "id", "a"]);
      if (series !== undefined) batch.add(series, 0, value);
    }
    await store.append(batch, MINUTE);
    await write(store, [
      { time: 1, value: 7 },
      { time: 2, value: aHistogram(5) },
    ]);

    expect(await read(store)).toEqual(["a 3@0 7@1 5@2"]);
    await store.close();
    const again = directory.open();
    expect(await read(again)).toEqual(["a 3@0 7@1 5@2"]);
    const [series] = await again.select([createMatcher("id", "=", "a")], 0, 0);
    const buffer = new SampleBuffer();
    series?.read(0, 0, buffer);
    expect(buffer.histograms).toEqual([{ ...aHistogram(3), sum: 6 }]);
  });
});

describe("hours that are over", () => {
  async function filled(hours: number, directory: Awaited<ReturnType<typeof storeDirectory>>): Promise<MetricStore> {
    const store = directory.open();
    for (let hour = 0; hour < hours; hour += 1) {
      await write(store, [...minutes(hour * HOUR, 60), ...minutes(hour * HOUR, 60, "b")]);
      await store.maintain();
    }
    return store;
  }

  it("go into files, and are read together with the newest ones", async () => {
    await using directory = await storeDirectory();
    const store = await filled(7, directory);
    const [line = ""] = await read(store);

    expect(store.status).toMatchObject({ blocks: 2, series: 2 });
    expect(line.split(" ")).toHaveLength(1 + 7 * 60);
    expect(await read(store, 3 * HOUR + 58 * MINUTE, 4 * HOUR + 2 * MINUTE, "b")).toEqual([
      `b ${[58, 59, 0, 1, 2].map((value, at) => `${value}@${(238 + at) * MINUTE}`).join(" ")}`,
    ]);
  });

  it("are there after a clean close and after a death", async () => {
    await using directory = await storeDirectory();
    const store = await filled(9, directory);
    const before = await read(store);

    expect(await read(directory.open())).toEqual(before);
    await store.close();
    expect(await read(directory.open())).toEqual(before);
  });

  it("are joined into longer files", async () => {
    await using directory = await storeDirectory();
    const store = await filled(30, directory);
    const names = readdirSync(join(directory.path, "blocks"));

    expect(names.sort()).toEqual([`0_${24 * HOUR}`, `${24 * HOUR}_${26 * HOUR}`, `${26 * HOUR}_${28 * HOUR}`].sort());
    expect((await read(store))[0]?.split(" ")).toHaveLength(1 + 30 * 60);
  });

  it("lose the samples that are deleted, in files and in memory, for good", async () => {
    await using directory = await storeDirectory();
    const store = await filled(7, directory);
    const [fromMs, toMs] = [HOUR + 30 * MINUTE, 6 * HOUR + 29 * MINUTE];
    const reading = store.select([createMatcher("id", "=", "b")], -1e15, 1e15);

    await store.delete({ selectors: [[createMatcher("id", "=", "a")]], fromMs, toMs });

    const [a = "", b = ""] = await read(store);
    expect([a.split(" ").length, b.split(" ").length]).toEqual([1 + 7 * 60 - 5 * 60, 1 + 7 * 60]);
    expect(await read(store, fromMs, toMs, "a")).toEqual([]);
    expect(await reading).toHaveLength(1);
    expect(await read(directory.open())).toEqual([a, b]);
    expect(readdirSync(join(directory.path, "blocks")).every((name) => /^\d+_\d+$/.test(name))).toBe(true);
  });

  it("leave nothing when all is deleted: any time can be written again", async () => {
    await using directory = await storeDirectory();
    const store = await filled(7, directory);

    await store.delete({ selectors: [[createMatcher("__name__", "=", "foo")]], fromMs: -1e15, toMs: 1e15 });

    expect(store.status).toMatchObject({ series: 0, blocks: 0 });
    expect(readdirSync(join(directory.path, "blocks"))).toEqual([]);
    expect(await write(store, [{ time: 5 * MINUTE, value: 9 }])).toMatchObject({ stored: 1 });
    expect(await read(directory.open())).toEqual([`a 9@${5 * MINUTE}`]);
  });

  it("are brought back where a process died between the two names of a file", async () => {
    await using directory = await storeDirectory();
    const store = await filled(7, directory);
    const before = await read(store);
    await store.close();
    const blocks = join(directory.path, "blocks");
    const [name = ""] = readdirSync(blocks);
    renameSync(join(blocks, name), join(blocks, `${name}.replaced`));

    expect(await read(directory.open())).toEqual(before);
    expect(readdirSync(blocks).some((one) => one.endsWith(".replaced"))).toBe(false);
  });

  it("take no more samples", async () => {
    await using directory = await storeDirectory();
    const store = await filled(7, directory);

    expect(await write(store, [{ id: "c", time: 3 * HOUR, value: 1 }])).toMatchObject({ stored: 0, tooOld: 1 });
  });

  it("hold late samples too", async () => {
    await using directory = await storeDirectory();
    const store = directory.open();
    await write(store, [
      { time: HOUR, value: 1 },
      { time: HOUR + 2000, value: 3 },
    ]);
    await write(store, [{ time: HOUR + 1000, value: 2 }]);
    await write(store, [{ time: 5 * HOUR, value: 4 }]);
    await store.maintain();

    expect(store.status.blocks).toBe(1);
    expect(await read(store)).toEqual(["a 1@3600000 2@3601000 3@3602000 4@18000000"]);
  });

  it("leave series that take no samples any more", async () => {
    await using directory = await storeDirectory();
    const store = directory.open();
    await write(store, [{ id: "gone", time: 0, value: 1 }]);
    await write(store, [{ id: "here", time: 5 * HOUR, value: 1 }]);
    await store.maintain();

    expect(store.status.series).toBe(1);
    expect(await read(store)).toEqual(["gone 1@0", "here 1@18000000"]);
    expect(await store.labelValues("id", 0, HOUR)).toContain("gone");
  });

  it("are removed when they are older than the retention", async () => {
    await using directory = await storeDirectory();
    const store = directory.open({ retentionMs: 5 * HOUR });
    for (let hour = 0; hour < 14; hour += 1) await write(store, minutes(hour * HOUR, 60));
    await store.maintain();

    const [line = ""] = await read(store);
    expect(store.status.blocks).toBe(2);
    expect(line).toMatch(new RegExp(`^a 0@${8 * HOUR} `));
  });

  it("are removed only when a query that reads them is done", async () => {
    await using directory = await storeDirectory();
    const limits = { retentionMs: Number.POSITIVE_INFINITY };
    const store = directory.open(limits);
    for (let hour = 0; hour < 14; hour += 1) await write(store, minutes(hour * HOUR, 60));
    await store.maintain();
    const before = await read(store);
    limits.retentionMs = HOUR;

    const [during] = await Promise.all([read(store), store.maintain()]);

    expect(during).toEqual(before);
    expect((await read(store))[0]?.split(" ").length).toBeLessThan(before[0]?.split(" ").length ?? 0);
  });

  it("are removed, the oldest first, when they take too much space", async () => {
    await using directory = await storeDirectory();
    const roomy = directory.open();
    for (let hour = 0; hour < 14; hour += 1) await write(roomy, minutes(hour * HOUR, 60));
    await roomy.maintain();
    const { blockBytes, blocks } = roomy.status;
    await roomy.close();

    const tight = directory.open({ maxBytes: blockBytes - 1 });
    await tight.maintain();

    expect(tight.status.blocks).toBe(blocks - 1);
    expect((await read(tight))[0]).not.toContain(" 0@0 ");
  });

  it("of a file that a process left unfinished are still in the log", async () => {
    await using directory = await storeDirectory();
    const store = directory.open();
    await write(store, minutes(0, 300));
    const before = await read(store);
    mkdirSync(join(directory.path, "blocks", `0_${2 * HOUR}.tmp`));
    writeFileSync(join(directory.path, "blocks", `0_${2 * HOUR}.tmp`, "chunks"), "half");

    const again = directory.open();

    expect(await read(again)).toEqual(before);
    expect(readdirSync(join(directory.path, "blocks"))).toEqual([]);
  });

  it("are answered without what a damaged file has lost, and the log says so once", async () => {
    await using directory = await storeDirectory();
    const store = await filled(7, directory);
    await store.close();
    const chunks = join(directory.path, "blocks", `0_${2 * HOUR}`, "chunks");
    const bytes = readFileSync(chunks);
    bytes[20] = (bytes[20] ?? 0) ^ 1;
    writeFileSync(chunks, bytes);
    const again = directory.open();

    await expect(read(again, 0, HOUR)).resolves.toHaveLength(1);
    await expect(read(again, 0, HOUR)).resolves.toHaveLength(1);
    await expect(read(again, 5 * HOUR, 6 * HOUR)).resolves.toHaveLength(2);
    expect(directory.messages.filter((message) => message.includes("damaged"))).toHaveLength(1);
  });

  it.each([
    ["index", "queries go on"],
    ["meta.json", "put aside"],
  ])("are answered without one whose %s is damaged, and its files stay", async (file, message) => {
    await using directory = await storeDirectory();
    const store = await filled(7, directory);
    await store.close();
    writeFileSync(join(directory.path, "blocks", `0_${2 * HOUR}`, file), "scrawl");
    const again = directory.open();

    await expect(read(again, 0, HOUR)).resolves.toEqual([]);
    await expect(read(again, 5 * HOUR, 6 * HOUR)).resolves.toHaveLength(2);
    await again.maintain();

    expect(directory.messages.join()).toContain(message);
    expect(readdirSync(join(directory.path, "blocks")).some((name) => name.startsWith(`0_${2 * HOUR}`))).toBe(true);
  });
});

describe("the directory of a store", () => {
  it("belongs to one process at a time", async () => {
    await using directory = await storeDirectory();
    const first = takeStoreLock(directory.path);

    expect(takeStoreLock(directory.path)).toBeUndefined();
    first?.release();
    const second = takeStoreLock(directory.path);
    expect(second).toBeDefined();
    second?.release();
  });
});

describe("label names and values", () => {
  it("come from memory and from files, sorted, each once", async () => {
    await using directory = await storeDirectory();
    const store = directory.open();
    for (const [hour, id] of ["b", "a", "c", "a", "b", "d", "a", "e"].entries()) {
      await write(store, minutes(hour * HOUR, 60, id));
    }
    await store.maintain();

    expect(await store.labelNames(0, 9 * HOUR)).toEqual(["__name__", "id"]);
    expect(await store.labelValues("id", 0, 9 * HOUR)).toEqual(["a", "b", "c", "d", "e"]);
    expect(await store.labelValues("missing", 0, 9 * HOUR)).toEqual([]);
  });
});

describe("the label sets of a store", () => {
  const id = (pattern: string) => [createMatcher("id", "=~", pattern)];
  const always = { fromMs: Number.NEGATIVE_INFINITY, toMs: Number.POSITIVE_INFINITY };

  it("are those of head and blocks, each once, and told without their samples", async () => {
    await using directory = await storeDirectory();
    const store = directory.open();
    await write(store, [...minutes(0, 60), ...minutes(0, 60, "b"), { id: "h", time: 0, value: aHistogram(3) }]);
    await write(store, [...minutes(6 * HOUR, 10), ...minutes(6 * HOUR, 10, "c")]);
    await store.maintain();
    const setsOf = async (patterns: readonly string[], times = always) =>
      (await store.labelSets(patterns.map(id), times, createPauses())).map((labels) => labels.join(" ")).sort();
    for (const name of readdirSync(join(directory.path, "blocks"))) {
      truncateSync(join(directory.path, "blocks", name, "chunks"), 0);
    }

    expect(store.status.blocks).toBeGreaterThan(0);
    expect(await setsOf([".*", "a|b"])).toEqual(["a", "b", "c", "h"].map((name) => `__name__ foo id ${name}`));
    expect(await setsOf(["a", "h"])).toEqual(["__name__ foo id a", "__name__ foo id h"]);
    expect(await setsOf(["b"], { fromMs: 5 * HOUR, toMs: 7 * HOUR })).toEqual([]);
    expect(await setsOf(["a", "c"], { fromMs: 5 * HOUR, toMs: 5 * HOUR + 1 })).toEqual([]);
    expect(await setsOf(["a", "c"], { fromMs: 6 * HOUR, toMs: 6 * HOUR + 1 })).toHaveLength(2);
    expect(await setsOf([])).toEqual([]);
    expect(directory.messages.filter((message) => message.includes("damaged"))).toEqual([]);
  });

  it("are no longer gathered for somebody who has left", async () => {
    await using directory = await storeDirectory();
    const store = directory.open();
    const many = Array.from({ length: 2000 }, (_, at) => ({ id: `s${at}`, time: 1000, value: 1 }));
    await write(store, many);

    const left = createPauses(AbortSignal.abort());
    await expect(store.labelSets([[]], always, left)).rejects.toMatchObject({ code: "canceled" });
    await expect(visiblePart(store, [id("s.*"), id(".*")], left).select([], 0, 2000)).rejects.toMatchObject({
      code: "canceled",
    });
    const seen = await visiblePart(store, [id("s1."), id("s.")], createPauses()).select(id("s11|s1|s20"), 0, 2000);
    expect(seen.map(({ labels }) => labels.at(-1)).sort()).toEqual(["s1", "s11"]);
  });
});
