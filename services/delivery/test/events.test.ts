import type { Database } from "@vedette/database";
import { onEachStore } from "@vedette/database/testing";
import { sql } from "kysely";
import { expect, it } from "vitest";
import { type Delivery, deliveryMigrations } from "../src/index.ts";
import { openTestDelivery, until } from "./open-test-delivery.ts";

const anEvent = (place: number, key = "ada") => ({ key, type: "login", event: { place } });

const queue = (db: Database, delivery: Delivery, place: number, key?: string) =>
  db
    .as()
    .transaction()
    .execute((trx) => delivery.queueEvents(trx, [anEvent(place, key)]));

const placeOf = (event: object): number => Number(Reflect.get(event, "place"));

onEachStore("events of one key", (openTestDatabase) => {
  it("are told in the order in which they were queued, whichever transaction began first", async () => {
    const db = await openTestDatabase(deliveryMigrations);
    const { delivery } = await openTestDelivery(db);
    const told: number[] = [];
    let isOn = false;
    delivery.tellEventsBy({
      isOn: () => isOn,
      tell: async (event) => {
        told.push(placeOf(event));
        return undefined;
      },
    });
    // The embedded store has one transaction at a time.
    const last = db.kind === "postgres" ? await beginBefore(db, (trx) => delivery.queueEvents(trx, [anEvent(30)])) : [];
    for (let place = 0; place < 30; place += 1) await queue(db, delivery, place);
    for (const end of last) await end();
    if (last.length === 0) await queue(db, delivery, 30);

    isOn = true;
    await until(() => told.length === 31);

    expect(told).toEqual(Array.from({ length: 31 }, (_, place) => place));
  });
});

onEachStore("an event that has waited for a week", (openTestDatabase) => {
  it("is kept as a dead letter, also behind one that is still tried", async () => {
    const db = await openTestDatabase(deliveryMigrations);
    const { delivery } = await openTestDelivery(db);
    const { promise: never, resolve } = Promise.withResolvers<string | undefined>();
    let told = 0;
    delivery.tellEventsBy({
      isOn: () => true,
      tell: () => {
        told += 1;
        return never;
      },
    });
    await queue(db, delivery, 0);
    await until(() => told === 1);
    await queue(db, delivery, 1);
    await queue(db, delivery, 2);

    await db.query(
      "update vedette_jobs.job set keep_until = now() where id in (select id from vedette_jobs.job where name = 'event' and state = 'created' order by created_on, id limit 1)",
    );
    const letters = async () => (await delivery.listDeadLetters({ page: 1, perPage: 10 })).deadLetters;
    await until(async () => (await letters()).length > 0);

    expect(await letters()).toEqual([
      expect.objectContaining({ queue: "event", to: "ada", kind: "login", reason: "its time was over" }),
    ]);
    const { rows } = await db.query("select state from vedette_jobs.job where name = 'event' order by created_on, id");
    expect(rows).toEqual([{ state: "active" }, { state: "created" }]);
    resolve(undefined);
  });
});

/** Begins a transaction that does its work once it is told to. */
async function beginBefore(
  db: Database,
  work: (trx: Parameters<Delivery["queueEvents"]>[0]) => Promise<void>,
): Promise<readonly (() => Promise<void>)[]> {
  const begun = Promise.withResolvers<void>();
  const mayWork = Promise.withResolvers<void>();
  const done = db
    .as()
    .transaction()
    .execute(async (trx) => {
      await sql`select now()`.execute(trx);
      begun.resolve();
      await mayWork.promise;
      await work(trx);
    });
  await begun.promise;
  return [
    async () => {
      mayWork.resolve();
      await done;
    },
  ];
}

onEachStore("a receiver that fails", (openTestDatabase) => {
  it("is left alone for half a minute after five failures, and nobody looks for events meanwhile", async () => {
    const db = await openTestDatabase(deliveryMigrations);
    const { delivery } = await openTestDelivery(db);
    const told: number[] = [];
    delivery.tellEventsBy({
      isOn: () => true,
      tell: async (event) => {
        told.push(placeOf(event));
        return "it is away";
      },
    });
    for (let place = 0; place < 20; place += 1) await queue(db, delivery, place, `user-${place}`);
    await until(() => told.length >= 5);
    const { rows } = await db.query("select count(*) from vedette_jobs.job where name = 'event' and state = 'created'");

    // As many as were on their way when the fifth came back.
    expect(told.length).toBeLessThanOrEqual(9);
    expect(Number(rows[0]?.["count"])).toBeGreaterThanOrEqual(11);
  });
});
