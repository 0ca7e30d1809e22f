import { randomUUID } from "node:crypto";
import { onEachStore } from "@vedette/database/testing";
import { expect, it } from "vitest";
import { deliveryMigrations } from "../src/index.ts";
import { aMail, openTestDelivery, until } from "./open-test-delivery.ts";

onEachStore("the inbox of the built-in sender", (openTestDatabase) => {
  it("shows what would have been sent, newest first", async () => {
    const { queue, delivery } = await openTestDelivery(await openTestDatabase(deliveryMigrations));
    const inbox = () => delivery.listMails({ page: 1, perPage: 10 });

    await queue(aMail({ subject: "first" }));
    await until(async () => (await inbox()).totalCount === 1);
    await queue(aMail({ subject: "second", kind: "invite" }));
    await until(async () => (await inbox()).totalCount === 2);

    expect((await inbox()).mails).toMatchObject([
      { subject: "second", kind: "invite", to: "ada@example.org", createdAt: expect.any(Date) },
      { subject: "first", kind: "confirmation" },
    ]);
  });
  it("gives one mail with its text, and nothing for an id it does not know", async () => {
    const { queue, delivery } = await openTestDelivery(await openTestDatabase(deliveryMigrations));
    await queue(aMail({ text: "as text", html: "<p>as HTML</p>" }));
    await until(async () => (await delivery.listMails({ page: 1, perPage: 10 })).totalCount === 1);
    const [head] = (await delivery.listMails({ page: 1, perPage: 10 })).mails;

    expect(await delivery.readMail(head?.id ?? "")).toEqual({ ...head, text: "as text", html: "<p>as HTML</p>" });
    expect(await delivery.readMail(randomUUID())).toBeUndefined();
    expect(await delivery.readMail("../../etc/passwd")).toBeUndefined();
  });
  it("keeps the newest 500 mails of a week", async () => {
    const db = await openTestDatabase(deliveryMigrations);
    const { queue, delivery } = await openTestDelivery(db);
    await db.query(
      `insert into vedette.built_in_mails (id, kind, recipient, subject, body_text, body_html, created_at)
       select gen_random_uuid(), 'invite', 'a@example.org', n::text, '', '', now() - n * interval '1 minute'
       from generate_series(1, 600) n
       union all
       select gen_random_uuid(), 'invite', 'a@example.org', 'old', '', '', now() - interval '8 days'`,
    );

    await queue(aMail({ subject: "new" }));
    await until(async () => (await delivery.listMails({ page: 1, perPage: 1 })).mails[0]?.subject === "new");
    await until(async () => (await delivery.listMails({ page: 1, perPage: 1 })).totalCount === 500);

    const { mails } = await delivery.listMails({ page: 5, perPage: 100 });
    expect(mails.at(-1)?.subject).toBe("499");
  });
});
