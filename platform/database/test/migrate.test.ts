import { expect, it } from "vitest";
import { type Migration, migrate } from "../src/migrate.ts";
import { openDatabase } from "../src/open-database.ts";
import { createPostgresTestDatabase } from "../src/testing/postgres-databases.ts";
import { onEachStore } from "../src/testing.ts";

const FIRST: Migration = { id: "notes/0001-table", sql: "create table vedette.notes (id int primary key)" };
const SECOND: Migration = {
  id: "notes/0002-text",
  sql: "alter table vedette.notes add text text; create index on vedette.notes (text)",
};

onEachStore("a migration", (openTestDatabase) => {
  it("is applied once, in order, and recorded", async () => {
    const db = await openTestDatabase();

    await migrate(db, [FIRST]);
    await migrate(db, [FIRST, SECOND]);
    await migrate(db, [FIRST, SECOND]);

    const { rows } = await db.query("select id from vedette.migrations order by applied_at");
    expect(rows).toEqual([{ id: FIRST.id }, { id: SECOND.id }]);
    expect((await db.query("insert into vedette.notes (id, text) values (1, 'x')")).affected).toBe(1);
  });

  it("that was changed after it was applied is refused by name", async () => {
    const db = await openTestDatabase([FIRST]);

    const work = migrate(db, [{ ...FIRST, sql: `${FIRST.sql};` }]);

    await expect(work).rejects.toMatchObject({ code: "migration_changed", message: expect.stringContaining(FIRST.id) });
  });

  it("of a newer version is refused by name", async () => {
    const db = await openTestDatabase([FIRST, SECOND]);

    const work = migrate(db, [FIRST]);

    await expect(work).rejects.toMatchObject({
      code: "migration_unknown",
      message: expect.stringContaining(SECOND.id),
    });
  });

  it("of another owner is no obstacle", async () => {
    const db = await openTestDatabase([{ id: "other/0001-table", sql: "create table vedette.other (id int)" }]);

    await expect(migrate(db, [FIRST])).resolves.toBeUndefined();
  });

  it("that fails leaves nothing, and works once it is mended", async () => {
    const db = await openTestDatabase([FIRST]);
    const broken = { ...SECOND, sql: "create table vedette.half (id int); select 1/0" };

    await expect(migrate(db, [FIRST, broken])).rejects.toMatchObject({ code: "22012" });
    await migrate(db, [FIRST, SECOND]);

    expect((await db.query("select to_regclass('vedette.half') as half")).rows).toEqual([{ half: null }]);
  });

  it.each(["Notes/0001-x", "notes", "notes/1-x", "notes/0001-x'; drop table x"])("cannot be called %j", async (id) => {
    const db = await openTestDatabase();

    await expect(migrate(db, [{ id, sql: "select 1" }])).rejects.toThrow(TypeError);
  });
});

it("migrations of several processes that start at once are applied once", async () => {
  const { url, drop } = await createPostgresTestDatabase();
  const starters = await Promise.all([1, 2, 3, 4].map(() => openDatabase({ url })));
  const slow = { ...SECOND, sql: `${SECOND.sql}; select pg_sleep(0.3)` };

  await Promise.all(starters.map((db) => migrate(db, [FIRST, slow])));

  const [db] = starters;
  expect((await db?.query("select count(*) from vedette.migrations"))?.rows).toEqual([{ count: "2" }]);
  await Promise.all(starters.map((starter) => starter.close()));
  await drop();
});
