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
    const misread = () => db.query(SELECT, ["no number"]);
    for (let turn = 0; turn < TIMES; turn += 1) await expect(misread()).rejects.toMatchObject({ code: "22P02" });

    for (let turn = 0; turn < 2; turn += 1) expect((await db.query(SELECT, [1])).rows).toHaveLength(1);
  });

  it("takes and gives every kind of value, and none at all", async () => {
    const { db } = await open();
    await db.exec(NOTES);
    const insert = "insert into vedette_test.notes values ($1, 'x'), ($1 + 100, 'y')";
    const text = `select $1::int as one, $2::jsonb as two, $3::text[] as three, $4::timestamptz as four, $5::bytea as five,
      $6::text as six, generate_series(1, $7) as seven`;
    const values = [1, { a: ["b"] }, ["x", 'y"'], new Date(0), Buffer.from("z"), null, 2];
    const row = { one: 1, two: { a: ["b"] }, three: ["x", 'y"'], four: new Date(0), six: null };
    const five = Uint8Array.from([122]);
    for (let turn = 0; turn < TIMES; turn += 1) {
      expect(await db.query(text, values)).toEqual({
        rows: [1, 2].map((seven) => ({ ...row, five, seven })),
        affected: 2,
      });
      expect(await db.query(text, values.with(6, 0))).toEqual({ rows: [], affected: 0 });
      expect(await db.query(insert, [turn])).toEqual({ rows: [], affected: 2 });
    }
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

  it("refuses rows of other columns than it was told of, once", async () => {
    const { db } = await onPostgres();
    await db.exec(NOTES);
    await db.query("insert into vedette_test.notes values (1, 'one')");
    for (let turn = 0; turn < TIMES; turn += 1) await db.query(SELECT, [1]);
    const { rows } = await db.query("select name from pg_prepared_statements where statement = $1", [SELECT]);
    const name = String(rows[0]?.["name"]);
    await db.exec(
      `deallocate "${name}"; prepare "${name}"(int) as select id, text, 'new' as more from vedette_test.notes`,
    );

    await expect(db.query(SELECT, [1])).rejects.toThrow("The columns of a statement have changed");
    expect((await db.query(SELECT, [1])).rows).toEqual([{ id: 1, text: "one", more: "new" }]);
  });

  it("uses none where the address says that there is a pooler", async () => {
    const { db } = await onPostgres("?pgbouncer=true");
    await db.exec(NOTES);
    for (let turn = 0; turn < TIMES; turn += 1) await db.query(SELECT, [1]);

    expect(await keptPlans(db)).toBe(0);
  });
});
