import { sql } from "kysely";
import { expect, it } from "vitest";
import { repeatable } from "../src/repeatable.ts";
import { onEachStore } from "../src/testing.ts";

const COUNTER = [
  { id: "counter/0001-table", sql: "create table vedette.counter (value int); insert into vedette.counter values (0)" },
];

onEachStore("repeatable work", (openTestDatabase) => {
  it("is done in spite of others that change the same row", async () => {
    const db = await openTestDatabase(COUNTER);
    const addOne = () =>
      db
        .as<unknown>()
        .transaction()
        .setIsolationLevel("serializable")
        .execute(async (trx) => {
          const { rows } = await sql<{ value: number }>`select value from vedette.counter`.execute(trx);
          await sql`update vedette.counter set value = ${(rows[0]?.value ?? 0) + 1}`.execute(trx);
        });

    await Promise.all([repeatable(addOne), repeatable(addOne), repeatable(addOne)]);

    expect((await db.query("select value from vedette.counter")).rows).toEqual([{ value: 3 }]);
  });

  it("is given up after three repeats", async () => {
    const db = await openTestDatabase();
    let attempts = 0;

    const work = repeatable(async () => {
      attempts += 1;
      await db.exec("do $$ begin raise exception 'again' using errcode = '40001'; end $$");
    });

    await expect(work).rejects.toMatchObject({ code: "40001" });
    expect(attempts).toBe(4);
  });

  it("is not repeated after another failure", async () => {
    const db = await openTestDatabase();
    let attempts = 0;

    const work = repeatable(async () => {
      attempts += 1;
      await db.query("select 1/0");
    });

    await expect(work).rejects.toMatchObject({ code: "22012" });
    expect(attempts).toBe(1);
  });
});
