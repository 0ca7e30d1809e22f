import { describe, expect, it, onTestFinished } from "vitest";
import type { Database } from "../src/database.ts";
import { openDatabase } from "../src/open-database.ts";
import { createPostgresTestDatabase } from "../src/testing.ts";
import { aFolder } from "./folder.ts";

async function onPostgres(query = ""): Promise<{ db: Database }> {
  const { url, drop } = await createPostgresTestDatabase();
  const db = await openDatabase({ url: url + query, poolSize: 1 });
  onTestFinished(async () => {
    await db.close();
    await drop();
  });
  return { db };
}

async function onPGlite(): Promise<{ db: Database }> {
  const db = await openDatabase({ dataDir: aFolder() });
  onTestFinished(() => db.close());
  return { db };
}

const NOTES = "create schema vedette_test; create table vedette_test.notes (id int primary key, text text not null)";
const SELECT = "select id, text from vedette_test.notes where id = $1";
const TIMES = 6;

/** How many statements the connection keeps a plan of. */
async function keptPlans(db: Database): Promise<number> {
  const { rows } = await db.query("select count(*)::int as kept from pg_prepared_statements where statement = $1", [
    SELECT,
  ]);
  return Number(rows[0]?.["kept"]);
}

describe.each([
  ["PGlite", onPGlite],
  ["PostgreSQL", () => onPostgres()],
])("a statement that is asked often (%s)", (_name, open) => {
  it("answers the same every time, and its plan is kept", async () => {
    const { db } = await open();
    await db.exec(NOTES);
    await db.query("insert into vedette_test.notes values (1, 'one'), (2, 'two')");
    const answers: unknown[] = [];
    for (let turn = 0; turn < TIMES; turn += 1) answers.push(...(await db.query(SELECT, [(turn % 2) + 1])).rows);

    expect(answers).toEqual(
      Array.from({ length: TIMES }, (_, turn) => (turn % 2 === 0 ? { id: 1, text: "one" } : { id: 2, text: "two" })),
    );
    expect(await keptPlans(db)).toBe(1);
  });

  it("says what is wrong with its values each time, and goes on", async () => {
    const { db } = await open();
    await db.exec(NOTES);
    const insert = () => db.query("insert into vedette_test.notes values ($1, $2)", [1, "one"]);
    await insert();
    for (let turn = 0; turn < TIMES; turn += 1) await expect(insert()).rejects.toMatchObject({ code: "23505" });

    expect((await db.query(SELECT, [1])).rows).toHaveLength(1);
  });

  it("sees a table that has changed beneath it", async () => {
    const { db } = await open();
    await db.exec(NOTES);
    await db.query("insert into vedette_test.notes values (1, 'one')");
    for (let turn = 0; turn < TIMES; turn += 1) await db.query(SELECT, [1]);
    await db.exec("alter table vedette_test.notes alter column text type int using 7");

    for (let turn = 0; turn < TIMES; turn += 1) {
      expect((await db.query(SELECT, [1])).rows).toEqual([{ id: 1, text: 7 }]);
    }
  });
});

describe("behind somebody who keeps no names", () => {
  it("goes on without them after the first refusal", async () => {
    const { db } = await onPostgres();
    await db.exec(NOTES);
    for (let turn = 0; turn < TIMES; turn += 1) await db.query(SELECT, [1]);
    expect(await keptPlans(db)).toBe(1);
    // What a pooler does when it hands the connection to the next: the session forgets its names.
    await db.query("deallocate all");

    for (let turn = 0; turn < TIMES; turn += 1) expect((await db.query(SELECT, [1])).rows).toEqual([]);
    expect(await keptPlans(db)).toBe(0);
  });

  it("uses none where the address says that there is a pooler", async () => {
    const { db } = await onPostgres("?pgbouncer=true");
    await db.exec(NOTES);
    for (let turn = 0; turn < TIMES; turn += 1) await db.query(SELECT, [1]);

    expect(await keptPlans(db)).toBe(0);
  });
});
