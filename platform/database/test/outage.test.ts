import { sql } from "kysely";
import { afterAll, beforeAll, expect, it, onTestFinished, vi } from "vitest";
import type { Database } from "../src/database.ts";
import { openDatabase } from "../src/open-database.ts";
import { type Cluster, startCluster } from "./postgres-cluster.ts";

/** Starting a store takes seconds on a busy machine. */
vi.setConfig({ testTimeout: 120_000 });

let cluster: Cluster;

beforeAll(async () => {
  const started = await startCluster();
  if (started === undefined) throw new Error("The tests need PostgreSQL. On Debian: sudo apt-get install postgresql");
  cluster = started;
});
afterAll(() => cluster.remove());

async function open() {
  const db = await openDatabase({
    url: cluster.url,
    poolSize: 3,
    acquireTimeoutSeconds: 1,
    statementTimeoutSeconds: 2,
  });
  onTestFinished(() => db.close());
  return db;
}

it.each(["fast", "immediate"] as const)(
  "a server that stops (%s) is unavailable, and work resumes by itself",
  async (mode) => {
    const db = await open();
    const heard: string[] = [];
    await db.listen("jobs", (payload) => heard.push(payload));
    const inFlight = Promise.allSettled([1, 2, 3].map(() => db.query("select pg_sleep(1.5)")));
    await db.ping().catch(() => undefined);

    await cluster.stop(mode);
    for (const outcome of await inFlight) {
      expect(outcome).toMatchObject({ status: "rejected", reason: { code: "unavailable" } });
    }
    await expect(db.query("select 1")).rejects.toMatchObject({ code: "unavailable" });
    await cluster.start();

    await vi.waitFor(() => expect(db.query("select 1 as one")).resolves.toMatchObject({ rows: [{ one: 1 }] }), 5_000);
    await vi.waitFor(() => expect(heard).toContain(""), 60_000);
    await db.query("select pg_notify('jobs', 'new')");
    await vi.waitFor(() => expect(heard.at(-1)).toBe("new"), 5_000);
  },
);

it("a pool without a free connection says so within its time, and works again", async () => {
  const db = await open();

  const busy = Promise.all([1, 2, 3].map(() => db.query("select pg_sleep(1.5)")));
  const late = db.query("select 1");

  await expect(late).rejects.toMatchObject({ code: "unavailable" });
  await busy;
  await expect(db.query("select 1 as one")).resolves.toMatchObject({ rows: [{ one: 1 }] });
});

it("a statement that takes too long is ended by the server", async () => {
  const db = await open();

  await expect(db.query("select pg_sleep(5)")).rejects.toMatchObject({ code: "deadline_exceeded" });
  await expect(db.exec("select pg_sleep(2.5)")).resolves.toBeUndefined();
});

it("a statement whose caller gave up is ended on the server", async () => {
  const db = await open();
  const giveUp = new AbortController();
  const query = sql`select pg_sleep(1.9)`.compile(db.as<unknown>());

  const work = db
    .as<unknown>()
    .executeQuery(query, { signal: giveUp.signal, inflightQueryAbortStrategy: "cancel query" });
  await vi.waitFor(async () => expect(await runningStatements(db)).toBe(1));
  giveUp.abort(new Error("gone"));

  await expect(work).rejects.toThrow("gone");
  await vi.waitFor(async () => expect(await runningStatements(db)).toBe(0), { timeout: 1_000 });
});

async function runningStatements(db: Database): Promise<number> {
  const { rows } = await db.query(
    "select count(*)::int as n from pg_stat_activity where state = 'active' and query ~ 'pg_sleep\\(1.9' and pid <> pg_backend_pid()",
  );
  return Number(rows[0]?.["n"]);
}

it("a lock that is not to be had is given up", async () => {
  const db = await openDatabase({ url: cluster.url });
  onTestFinished(() => db.close());
  await db.exec("create schema if not exists vedette; create table if not exists vedette.t (id int)");

  const { promise: isHeld, resolve: holds } = Promise.withResolvers<void>();
  const { promise: freed, resolve: free } = Promise.withResolvers<void>();
  const holder = db
    .as<unknown>()
    .transaction()
    .execute(async (trx) => {
      await sql`lock table vedette.t`.execute(trx);
      holds();
      await freed;
    });
  await isHeld;

  await expect(db.query("select * from vedette.t")).rejects.toMatchObject({ code: "deadline_exceeded" });
  free();
  await holder;
});

it("a server that is not there is named, without its password", async () => {
  const opening = openDatabase({ url: "postgres://me:hunter2@127.0.0.1:1/nothing" });

  await expect(opening).rejects.toMatchObject({
    code: "unavailable",
    message: expect.stringContaining("PostgreSQL at 127.0.0.1:1/nothing cannot be used"),
  });
  await expect(opening).rejects.not.toThrow("hunter2");
});

it("sets its own name, zone and limits on every connection", async () => {
  const db = await openDatabase({ url: `${cluster.url}?application_name=other` });
  onTestFinished(() => db.close());

  const settings = [
    "application_name",
    "search_path",
    "TimeZone",
    "statement_timeout",
    "lock_timeout",
    "idle_in_transaction_session_timeout",
  ];
  const { rows } = await db.query(
    "select array_agg(current_setting(name) order by n) as values from unnest($1::text[]) with ordinality as s(name, n)",
    [settings],
  );

  expect(rows).toEqual([{ values: ["vedette", "", "UTC", "10s", "3s", "10s"] }]);
});
