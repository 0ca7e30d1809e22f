import { expect, it } from "vitest";
import { onEachStore } from "../src/testing.ts";

const NOTES = [
  {
    id: "notes/0001-table",
    sql: "create table vedette.notes (id int primary key, text text not null); insert into vedette.notes values (1, 'one')",
  },
];

interface Notes {
  "vedette.notes": { id: number; text: string };
}

onEachStore("a database", (openTestDatabase) => {
  it("keeps what was written", async () => {
    const db = await openTestDatabase(NOTES);

    await db.as<Notes>().insertInto("vedette.notes").values({ id: 2, text: "two" }).execute();

    const { rows } = await db.query("select id, text from vedette.notes order by id");
    expect(rows).toEqual([
      { id: 1, text: "one" },
      { id: 2, text: "two" },
    ]);
  });

  it("has nothing of another test", async () => {
    const db = await openTestDatabase(NOTES);

    const { rows } = await db.query("select count(*) from vedette.notes");

    expect(rows).toEqual([{ count: "1" }]);
  });

  it("undoes a transaction that throws", async () => {
    const db = await openTestDatabase(NOTES);

    const work = db
      .as<Notes>()
      .transaction()
      .execute(async (trx) => {
        await trx.insertInto("vedette.notes").values({ id: 2, text: "two" }).execute();
        throw new Error("no");
      });

    await expect(work).rejects.toThrow("no");
    expect((await db.query("select id from vedette.notes")).rows).toEqual([{ id: 1 }]);
  });

  it("refuses a query beside the open transaction", async () => {
    const db = await openTestDatabase(NOTES);

    const work = db
      .as<Notes>()
      .transaction()
      .execute(() => db.query("select 1"));

    await expect(work).rejects.toThrow(TypeError);
    expect((await db.query("select 1 as one")).rows).toEqual([{ one: 1 }]);
  });

  it("names the violated constraint", async () => {
    const db = await openTestDatabase(NOTES);

    const work = db.query("insert into vedette.notes values ($1, $2)", [1, "again"]);

    await expect(work).rejects.toMatchObject({ code: "23505", constraint: "notes_pkey" });
  });
});
