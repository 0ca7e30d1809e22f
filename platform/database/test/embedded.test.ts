import { readdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { createRegistry } from "@vedette/worker-metrics";
import { type RawBuilder, sql } from "kysely";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import type { Database } from "../src/database.ts";
import { findLackOfDurability } from "../src/embedded/durability.ts";
import type { EmbeddedOptions } from "../src/embedded/embedded-options.ts";
import { openEmbedded } from "../src/embedded/open-embedded.ts";
import { aFolder } from "./folder.ts";
import { logInto } from "./log-into.ts";

/** Starting a store takes seconds on a busy machine. */
vi.setConfig({ testTimeout: 120_000 });

async function open(options: Partial<EmbeddedOptions> = {}) {
  const logged: string[] = [];
  const registry = createRegistry();
  const db = await openEmbedded({
    dataDir: undefined,
    template: process.env[`VEDETTE_TEST_EMBEDDED_${options.dataDir === undefined ? "TEMPLATE" : "STORE"}`],
    statementTimeoutMs: 10_000,
    acquireTimeoutMs: 60_000,
    transactionTimeoutMs: 5_000,
    housekeepingMs: 10_000,
    registry,
    log: logInto(logged),
    ...options,
  });
  onTestFinished(() => db.close());
  return { db, logged, metrics: () => registry.expose() };
}

const RUNAWAY = "select count(*) from generate_series(1, 100000000000)";

describe("a statement that never ends", () => {
  it("ends with the store unavailable; the store is started again with all it had acknowledged", async () => {
    const { db, logged, metrics } = await open({ dataDir: join(aFolder(), "data"), statementTimeoutMs: 2_000 });
    await db.exec("create schema vedette; create table vedette.t (id int)");
    await db.query("insert into vedette.t values (1)");

    const runaway = db.query(RUNAWAY);
    const waiting = db.query("select id from vedette.t");

    await expect(runaway).rejects.toMatchObject({ code: "unavailable" });
    await expect(waiting).resolves.toMatchObject({ rows: [{ id: 1 }] });
    expect(logged).toEqual([expect.stringMatching(/^error .*started again: it has not answered for 2 s/)]);
    expect(metrics()).toContain("vedette_database_restarts_total 1\n");
  });

  it("leaves the process itself free to do other things", async () => {
    const { db } = await open({ statementTimeoutMs: 2_000 });
    let ticks = 0;
    const timer = setInterval(() => {
      ticks += 1;
    }, 20);
    onTestFinished(() => clearInterval(timer));

    await expect(db.query(RUNAWAY)).rejects.toMatchObject({ code: "unavailable" });

    expect(ticks).toBeGreaterThan(20);
  });

  it("may take its time in a migration", async () => {
    const { db, logged } = await open({ statementTimeoutMs: 1_000 });

    await db.exec("select pg_sleep(2.5)");

    expect(logged).toEqual([]);
  });
});

describe("a transaction that never ends", () => {
  it("is rolled back, and the store goes on", async () => {
    const { db } = await open({ transactionTimeoutMs: 300 });
    await db.exec("create schema vedette; create table vedette.t (id int)");
    const { isOpen, end, transaction } = openTransaction(db, sql`insert into vedette.t values (1)`);
    await isOpen;

    const { rows } = await db.query("select count(*) from vedette.t");

    expect(rows).toEqual([{ count: "0" }]);
    end();
    await expect(transaction).rejects.toMatchObject({ code: "deadline_exceeded" });
  });

  it("is told so when it asks again", async () => {
    const { db } = await open({ transactionTimeoutMs: 300 });
    const { isOpen, end, transaction } = openTransaction(db, sql`select 1`, sql`select 2`);
    await isOpen;

    await db.query("select 1");
    end();

    await expect(transaction).rejects.toMatchObject({
      code: "deadline_exceeded",
      message: expect.stringContaining("rolled back"),
    });
  });

  it("is no matter for one that ends in time", async () => {
    const { db } = await open({ transactionTimeoutMs: 2_000 });
    const { isOpen, end, transaction } = openTransaction(db, sql`select 1`, sql`select 2`);
    await isOpen;

    end();

    await expect(transaction).resolves.toBeUndefined();
  });
});

/** A transaction that runs a statement and then stays open until it is told to run the last one and end. */
function openTransaction(db: Database, first: RawBuilder<unknown>, last?: RawBuilder<unknown>) {
  const opened = Promise.withResolvers<void>();
  const ending = Promise.withResolvers<void>();
  const transaction = db
    .as<unknown>()
    .transaction()
    .execute(async (trx) => {
      await first.execute(trx);
      opened.resolve();
      await ending.promise;
      await last?.execute(trx);
    });
  return { isOpen: opened.promise, end: ending.resolve, transaction };
}

describe("the embedded store", () => {
  it("proves by itself that it forces commits and checkpoints to the disk", async () => {
    const { db, logged } = await open({ dataDir: join(aFolder(), "data"), housekeepingMs: 100 });
    const lastCheckpoint = async () => (await db.query("select checkpoint_lsn from pg_control_checkpoint()", [])).rows;
    const first = await lastCheckpoint();

    await vi.waitFor(async () => expect(await lastCheckpoint()).not.toEqual(first), 30_000);
    await db.close();

    expect(logged).toEqual([]);
  });

  it("says loudly when it does not", async () => {
    const { db } = await open();
    const session = { query: async (text: string) => db.query(text, []) };

    const lack = await findLackOfDurability(session, async () => 7);

    expect(lack).toMatch(/NOT durable here: a commit forced 0 writes to disk and a checkpoint 0/);
  });

  it("keeps listening over a restart, and says that something may have been missed", async () => {
    const { db } = await open({ statementTimeoutMs: 1_000 });
    const heard: string[] = [];
    await db.listen("jobs", (payload) => heard.push(payload));

    await expect(db.query(RUNAWAY)).rejects.toMatchObject({ code: "unavailable" });
    await db.query("select pg_notify('jobs', 'again')");

    await vi.waitFor(() => expect(heard.toSorted()).toEqual(["", "again"]));
  });

  it("is not half-made by a first start that was cut off", async () => {
    const dataDir = join(aFolder(), "data");
    const { db } = await open({ dataDir });
    await db.close();
    rmSync(join(dataDir, "postgres"), { recursive: true });
    // What a kill in the middle of initdb leaves.
    await open({ dataDir }).then(({ db: whole }) => whole.close());
    writeFileSync(join(dataDir, "postgres.new"), "");

    const again = await open({ dataDir });

    expect((await again.db.query("select 1 as one")).rows).toEqual([{ one: 1 }]);
    expect(readdirSync(dataDir).sort()).toContain("postgres");
  });

  it("writes checkpoints and clears dead rows by itself, and counts them", async () => {
    const { db, metrics } = await open({ dataDir: join(aFolder(), "data"), housekeepingMs: 200 });
    await db.exec("create schema vedette; create table vedette.t (id int, text text)");
    const walBytes =
      "select pg_wal_lsn_diff(pg_current_wal_lsn(), redo_lsn)::float8 as bytes from pg_control_checkpoint()";

    for (let round = 0; round < 12; round += 1) {
      await db.query("insert into vedette.t select n, repeat('x', 100) from generate_series(1, 40000) n");
      await db.query("delete from vedette.t");
    }

    await vi.waitFor(
      async () => {
        const { rows } = await db.query(
          `select (select last_vacuum is not null from pg_stat_user_tables) as vacuumed, (${walBytes}) < 67108864 as kept`,
        );
        expect(rows).toEqual([{ vacuumed: true, kept: true }]);
      },
      { timeout: 60_000, interval: 500 },
    );
    expect(metrics()).toMatch(/vedette_database_housekeeping_total\{task="checkpoint"\} [1-9]/);
    expect(metrics()).toMatch(/vedette_database_housekeeping_total\{task="vacuum"\} [1-9]/);
  });
});

describe("what was answered", () => {
  it("is not kept", async () => {
    const { db } = await open();
    const ask = () => db.query("select repeat('x', 2000000) as text");
    for (let warm = 0; warm < 20; warm += 1) await ask();
    const before = process.memoryUsage.rss();

    for (let asked = 0; asked < 300; asked += 1) await ask();

    // It would be 600 MB twice; a collector may leave some of the last answers.
    expect(process.memoryUsage.rss() - before).toBeLessThan(300e6);
  });
});
