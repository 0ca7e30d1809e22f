import { randomUUID } from "node:crypto";
import { onEachStore } from "@vedette/database/testing";
import { expect, it } from "vitest";
import { deliveryMigrations } from "../src/index.ts";
import { startMailServer } from "./mail-server.ts";
import { aMail, openTestDelivery, smtpOn, until } from "./open-test-delivery.ts";

onEachStore("a mail that was given up", (openTestDatabase) => {
  it("is listed without what it says, tried again when an administrator wants it, and removed", async () => {
    let isOpen = false;
    const server = await startMailServer({ judge: () => (isOpen ? undefined : { responseCode: 550 }) });
    const db = await openTestDatabase(deliveryMigrations);
    const { delivery, queue } = await openTestDelivery(db, smtpOn(server.port));
    const letters = async () => (await delivery.listDeadLetters({ page: 1, perPage: 10 })).deadLetters;

    await queue(aMail({ to: "gone@example.org", subject: "first" }));
    await until(async () => (await letters()).length === 1);
    await queue(aMail({ to: "other@example.org", subject: "second", kind: "invite" }));
    await until(async () => (await letters()).length === 2);

    const [second, first] = await letters();
    expect(first).toMatchObject({
      queue: "mail",
      to: "gone@example.org",
      subject: "first",
      kind: "confirmation",
      reason: expect.stringContaining("550"),
      attempts: expect.any(Number),
      queuedAt: expect.any(Date),
      givenUpAt: expect.any(Date),
    });
    expect(JSON.stringify([first, second])).not.toContain("canary-token");
    expect(await delivery.listDeadLetters({ page: 2, perPage: 1 })).toMatchObject({
      deadLetters: [{ subject: "first" }],
      totalCount: 2,
    });

    expect(await delivery.deleteDeadLetter(second?.id ?? "")).toBe(true);
    isOpen = true;
    const tries = await Promise.all([1, 2, 3].map(() => delivery.retryDeadLetter(first?.id ?? "")));
    expect(tries.filter(Boolean)).toHaveLength(1);

    expect((await server.received(1)).map(({ to }) => to)).toEqual([["gone@example.org"]]);
    expect(await letters()).toEqual([]);
    expect(await delivery.retryDeadLetter(randomUUID())).toBe(false);
    expect(await delivery.deleteDeadLetter("no id")).toBe(false);
  });
});

onEachStore("what waits in the queue", (openTestDatabase) => {
  it("cannot be read in the database, neither there nor in the inbox", async () => {
    const db = await openTestDatabase(deliveryMigrations);
    const { delivery, queue } = await openTestDelivery(db);
    const rollback = new Error("only looked");
    let waiting = "";

    await db
      .as<{ "vedette_jobs.job": { name: string; data: unknown } }>()
      .transaction()
      .execute(async (trx) => {
        await delivery.queueMail(trx, aMail());
        await delivery.queueSms(trx, { to: "491234", text: "canary-token 123456", code: "123456", channel: "sms" });
        const rows = await trx
          .selectFrom("vedette_jobs.job")
          .where("name", "in", ["mail", "sms"])
          .select("data")
          .execute();
        expect(rows).toHaveLength(2);
        waiting = JSON.stringify(rows);
        throw rollback;
      })
      .catch((error: unknown) => expect(error).toBe(rollback));
    await queue(aMail());
    await until(async () => (await delivery.listMails({ page: 1, perPage: 10 })).totalCount === 1);
    const { rows: kept } = await db.query("select body_text, body_html from vedette.built_in_mails");

    for (const text of [waiting, JSON.stringify(kept)]) {
      expect(text).toContain("aes-gcm-hkdf");
      expect(text).not.toMatch(/canary-token|123456|ada@example\.org/);
    }
    const [head] = (await delivery.listMails({ page: 1, perPage: 10 })).mails;
    expect((await delivery.readMail(head?.id ?? ""))?.text).toContain("canary-token");
  });

  it("is sent all the same when it was queued before it was sealed", async () => {
    const server = await startMailServer();
    const db = await openTestDatabase(deliveryMigrations);
    const { queue } = await openTestDelivery(db, smtpOn(server.port));
    await queue(aMail());
    await server.received(1);

    await db.query(`insert into vedette_jobs.job (name, data) values ('mail', $1)`, [
      JSON.stringify(aMail({ to: "old@example.org" })),
    ]);

    expect((await server.received(2)).map(({ to }) => to[0])).toEqual(["ada@example.org", "old@example.org"]);
  });
});
