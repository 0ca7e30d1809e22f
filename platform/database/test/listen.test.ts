import { sql } from "kysely";
import { expect, it, vi } from "vitest";
import { onEachStore } from "../src/testing.ts";

onEachStore("a listener", (openTestDatabase) => {
  it("hears what is notified on its channel, and nothing else", async () => {
    const db = await openTestDatabase();
    const heard: string[] = [];

    await db.listen("Jobs", (payload) => heard.push(payload));
    await db.query("select pg_notify('other', 'no'), pg_notify('Jobs', 'yes')");

    await vi.waitFor(() => expect(heard).toEqual(["yes"]));
  });

  it("hears a transaction's notification when it is kept, and none of one that is not", async () => {
    const db = await openTestDatabase();
    const heard: string[] = [];
    await db.listen("jobs", (payload) => heard.push(payload));
    const notify = (payload: string, end: () => void) =>
      db
        .as<unknown>()
        .transaction()
        .execute(async (trx) => {
          await sql`select pg_notify('jobs', ${payload})`.execute(trx);
          end();
        });

    await expect(
      notify("undone", () => {
        throw new Error("no");
      }),
    ).rejects.toThrow("no");
    await notify("kept", () => expect(heard).toEqual([]));

    await vi.waitFor(() => expect(heard).toEqual(["kept"]));
  });

  it("may query when it hears something", async () => {
    const db = await openTestDatabase();
    const { promise: answered, resolve } = Promise.withResolvers<unknown>();

    await db.listen("jobs", () => resolve(db.query("select 1 as one")));
    await db.query("select pg_notify('jobs', '')");

    expect(await answered).toMatchObject({ rows: [{ one: 1 }] });
  });

  it("hears nothing after it has ended, while another still does", async () => {
    const db = await openTestDatabase();
    const ended: string[] = [];
    const lasting: string[] = [];
    const end = await db.listen("jobs", (payload) => ended.push(payload));
    await db.listen("jobs", (payload) => lasting.push(payload));

    await end();
    await db.query("select pg_notify('jobs', 'late')");

    await vi.waitFor(() => expect(lasting).toEqual(["late"]));
    expect(ended).toEqual([]);
  });
});
