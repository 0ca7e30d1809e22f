import { sql } from "kysely";
import { expect, it } from "vitest";
import type { Database } from "../src/database.ts";
import { sqlStateOf, violatedConstraint } from "../src/driver-failure.ts";
import { onEachStore } from "../src/testing.ts";

const NOTES = [
  {
    id: "notes/0001-table",
    sql: "create table vedette.notes (id int primary key, text text not null); insert into vedette.notes values (1, 'one')",
  },
];

interface Tables {
  "vedette.notes": { id: number; text: string };
}

onEachStore("a database", (openTestDatabase) => {
  it("keeps what was written", async () => {
    const db = await openTestDatabase(NOTES);

    await db.as<Tables>().insertInto("vedette.notes").values({ id: 2, text: "two" }).execute();

    expect((await db.query("select id, text from vedette.notes order by id")).rows).toEqual([
      { id: 1, text: "one" },
      { id: 2, text: "two" },
    ]);
  });

  it("has nothing of another test", async () => {
    const db = await openTestDatabase(NOTES);

    expect((await db.query("select count(*) from vedette.notes")).rows).toEqual([{ count: "1" }]);
  });

  it("says how many rows a statement wrote", async () => {
    const db = await openTestDatabase(NOTES);

    const { affected } = await db.query("update vedette.notes set text = $1", ["uno"]);
    const { numUpdatedRows } = await db.as<Tables>().updateTable("vedette.notes").set({ text: "x" }).executeTakeFirst();

    expect([affected, numUpdatedRows]).toEqual([1, 1n]);
  });

  it("takes one statement at a time from a query", async () => {
    const db = await openTestDatabase(NOTES);

    await expect(db.query("select 1; drop table vedette.notes")).rejects.toMatchObject({ code: "42601" });
    expect((await db.query("select 1 as one")).rows).toEqual([{ one: 1 }]);
  });

  it("runs a script as one transaction: a failure leaves nothing of it", async () => {
    const db = await openTestDatabase(NOTES);

    await expect(db.exec("insert into vedette.notes values (2, 'two'); select 1/0")).rejects.toMatchObject({
      code: "22012",
    });

    expect((await db.query("select id from vedette.notes")).rows).toEqual([{ id: 1 }]);
  });

  it("rolls back the transaction that a failed script began itself", async () => {
    const db = await openTestDatabase(NOTES);

    await expect(db.exec("begin; insert into vedette.notes values (2, 'two'); select 1/0; commit")).rejects.toThrow();
    await db.exec("begin; insert into vedette.notes values (3, 'three'); commit");

    expect((await db.query("select id from vedette.notes order by id")).rows).toEqual([{ id: 1 }, { id: 3 }]);
  });

  it("finds tables only by their full name", async () => {
    const db = await openTestDatabase(NOTES);

    await expect(db.query("select * from notes")).rejects.toMatchObject({ code: "42P01" });
  });

  it("names the violated constraint and keeps values out of what loggers write", async () => {
    const db = await openTestDatabase(NOTES);

    const error = await db.query("insert into vedette.notes values ($1, $2)", [1, "again"]).catch((reason) => reason);

    expect(error).toMatchObject({ code: "23505", constraint: "notes_pkey", detail: expect.stringContaining("(1)") });
    expect([sqlStateOf(error), violatedConstraint(error)]).toEqual(["23505", "notes_pkey"]);
    expect(JSON.stringify({ ...error })).not.toContain("already exists");
  });

  it("answers a ping, and not one that was aborted", async () => {
    const db = await openTestDatabase();

    await expect(db.ping()).resolves.toBeUndefined();
    await expect(db.ping(AbortSignal.abort(new Error("too late")))).rejects.toThrow("too late");
  });

  it("can be closed twice", async () => {
    const db = await openTestDatabase();

    await db.close();

    await expect(db.close()).resolves.toBeUndefined();
  });
});

onEachStore("a transaction", (openTestDatabase) => {
  it("keeps everything it wrote", async () => {
    const db = await openTestDatabase(NOTES);

    const result = await db
      .as<Tables>()
      .transaction()
      .execute(async (trx) => {
        await trx.insertInto("vedette.notes").values({ id: 2, text: "two" }).execute();
        await trx.insertInto("vedette.notes").values({ id: 3, text: "three" }).execute();
        return "done";
      });

    expect(result).toBe("done");
    expect((await db.query("select count(*) from vedette.notes")).rows).toEqual([{ count: "3" }]);
  });

  it("that throws leaves nothing", async () => {
    const db = await openTestDatabase(NOTES);

    const work = db
      .as<Tables>()
      .transaction()
      .execute(async (trx) => {
        await trx.insertInto("vedette.notes").values({ id: 2, text: "two" }).execute();
        throw new Error("no");
      });

    await expect(work).rejects.toThrow("no");
    expect((await db.query("select id from vedette.notes")).rows).toEqual([{ id: 1 }]);
  });

  it("whose failure was swallowed is not reported as kept", async () => {
    const db = await openTestDatabase(NOTES);

    const work = db
      .as<Tables>()
      .transaction()
      .execute(async (trx) => {
        await trx
          .insertInto("vedette.notes")
          .values({ id: 1, text: "again" })
          .execute()
          .catch(() => undefined);
      });

    await expect(work).rejects.toThrow(/roll/i);
  });

  it.each([
    ["query", (db: Database) => db.query("select 1")],
    ["exec", (db: Database) => db.exec("select 1")],
    ["ping", (db: Database) => db.ping()],
    ["a view", (db: Database) => db.as<Tables>().selectFrom("vedette.notes").selectAll().execute()],
    [
      "a second transaction",
      (db: Database) =>
        db
          .as<Tables>()
          .transaction()
          .execute(async () => 1),
    ],
  ])("refuses %s beside its handle", async (_name, query) => {
    const db = await openTestDatabase(NOTES);

    await expect(beside(db, query)).rejects.toThrow(/beside the transaction.*handle of that transaction/);
    await expect(query(db)).resolves.not.toThrow();
  });

  it("does not hold back what it started and what runs after its end", async () => {
    const db = await openTestDatabase(NOTES);
    const { promise: ended, resolve: end } = Promise.withResolvers<void>();

    const later = await db
      .as<Tables>()
      .transaction()
      .execute(async () => ({ query: ended.then(() => db.query("select 1 as one")) }));
    end();

    expect((await later.query).rows).toEqual([{ one: 1 }]);
  });

  it("has what follows from it done once it is committed, and never when it is rolled back", async () => {
    const db = await openTestDatabase(NOTES);
    const done: string[] = [];
    const change = (name: string, isKept: boolean) =>
      db
        .as<Tables>()
        .transaction()
        .execute(async (trx) => {
          await trx
            .insertInto("vedette.notes")
            .values({ id: isKept ? 20 : 21, text: name })
            .execute();
          db.afterCommit(() => done.push(name));
          expect(done).not.toContain(name);
          if (!isKept) throw new Error("no");
        });

    await change("kept", true);
    await expect(change("lost", false)).rejects.toThrow("no");
    db.afterCommit(() => done.push("outside"));

    expect(done).toEqual(["kept", "outside"]);
  });

  it("waits for the one before, in order", async () => {
    const db = await openTestDatabase(NOTES);
    const add = (id: number) =>
      db
        .as<Tables>()
        .transaction()
        .execute((trx) => trx.insertInto("vedette.notes").values({ id, text: "x" }).execute());

    await Promise.all([2, 3, 4, 5, 6, 7, 8].map(add));

    expect((await db.query("select count(*) from vedette.notes")).rows).toEqual([{ count: "8" }]);
  });

  it("runs at the isolation level it asks for", async () => {
    const db = await openTestDatabase();

    const { rows } = await db
      .as<Tables>()
      .transaction()
      .setIsolationLevel("serializable")
      .execute((trx) => sql`show transaction_isolation`.execute(trx));

    expect(rows).toEqual([{ transaction_isolation: "serializable" }]);
  });

  it("can go back to a savepoint", async () => {
    const db = await openTestDatabase(NOTES);
    const view = db.as<Tables>();

    await view.transaction().execute(async (trx) => {
      await trx.insertInto("vedette.notes").values({ id: 2, text: "two" }).execute();
      await sql`savepoint here`.execute(trx);
      await trx.insertInto("vedette.notes").values({ id: 3, text: "three" }).execute();
      await sql`rollback to here`.execute(trx);
    });

    expect((await db.query("select count(*) from vedette.notes")).rows).toEqual([{ count: "2" }]);
  });
});

function beside(db: Database, query: (db: Database) => Promise<unknown>): Promise<unknown> {
  return db
    .as<Tables>()
    .transaction()
    .execute(() => query(db));
}
