import { type Database, DatabaseError } from "@vedette/database";
import { onEachStore } from "@vedette/database/testing";
import { expect, it } from "vitest";
import { deliveryMigrations } from "../src/index.ts";
import { startMailServer } from "./mail-server.ts";
import { aMail, openTestDelivery, smtpOn, until } from "./open-test-delivery.ts";

onEachStore("a worker that is closed", (openTestDatabase) => {
  it("finishes the mail it is sending, which nobody sends again", async () => {
    const arrived = Promise.withResolvers<void>();
    const mayAccept = Promise.withResolvers<undefined>();
    const server = await startMailServer({
      judgeMail: () => {
        arrived.resolve();
        return mayAccept.promise;
      },
    });
    const db = await openTestDatabase(deliveryMigrations);
    const first = await openTestDelivery(db, smtpOn(server.port));
    await first.queue(aMail({ to: "first@example.org" }));
    await arrived.promise;

    const closed = first.delivery.close();
    mayAccept.resolve(undefined);
    await closed;
    const second = await openTestDelivery(db, smtpOn(server.port));
    await second.queue(aMail({ to: "second@example.org" }));

    expect((await server.received(2)).flatMap(({ to }) => to)).toEqual(["first@example.org", "second@example.org"]);
  });
});

onEachStore("a worker whose store goes away", (openTestDatabase) => {
  it("goes on when the store is back, and says so once", async () => {
    const server = await startMailServer();
    const db = await openTestDatabase(deliveryMigrations);
    const outage = { isOn: false };
    const { queue, log, registry } = await openTestDelivery(withOutage(db, outage), smtpOn(server.port));

    outage.isOn = true;
    const failedPolls = /operation="PollActivityTaskQueue",status_code="UNAVAILABLE"\} (\d+)\n/;
    // Both queues ask, so the count may pass any one number unseen.
    await until(() => Number(failedPolls.exec(registry.expose())?.[1] ?? 0) >= 6);
    outage.isOn = false;
    await queue(aMail());

    expect(await server.received(1)).toHaveLength(1);
    const ofMails = log.filter(
      ({ message, fields }) => message.startsWith("the queue") && Reflect.get(fields, "queue") === "mail",
    );
    expect(ofMails).toMatchObject([
      { level: "warn", message: "the queue does not answer; trying again" },
      { level: "info", message: "the queue answers again" },
    ]);
  });
});

/** The same store, which does not answer statements while the outage is on. */
function withOutage(db: Database, outage: { isOn: boolean }): Database {
  return {
    ...db,
    query: async (text, values) => {
      if (outage.isOn) throw new DatabaseError("unavailable");
      return await db.query(text, values);
    },
  };
}
