import { type Database, migrate, openDatabase } from "@vedette/database";
import { createPostgresTestDatabase } from "@vedette/database/testing";
import { fromKysely, type PgBoss } from "pg-boss";
import { describe, expect, it, onTestFinished } from "vitest";
import { deliveryMigrations } from "../src/index.ts";
import { openQueues } from "../src/queue/open-queues.ts";
import { MAIL_QUEUE } from "../src/queue/queues.ts";
import { aMail, openTestDelivery, until } from "./open-test-delivery.ts";

const PROCESSES = 4;
const SILENT = { info: () => {}, warn: () => {}, error: () => {} };

describe("several processes that start for the first time at once", () => {
  it("share one queue, and each mail goes out once", async () => {
    const { url, drop } = await createPostgresTestDatabase();
    onTestFinished(drop);
    const databases = await Promise.all(Array.from({ length: PROCESSES }, () => openDatabase({ url })));
    onTestFinished(async () => void (await Promise.all(databases.map((db) => db.close()))));
    const [first] = databases;
    if (first === undefined) throw new TypeError("No database");
    await migrate(first, deliveryMigrations);

    const opened = await Promise.all(databases.map((db) => openTestDelivery(db)));
    await Promise.all(opened.map(({ queue }, index) => queue(aMail({ to: `reader${index}@example.org` }))));

    const inbox = () => opened[0]?.delivery.listMails({ page: 1, perPage: 100 });
    await until(async () => ((await inbox())?.totalCount ?? 0) >= PROCESSES);
    expect((await inbox())?.mails.map(({ to }) => to).sort()).toEqual(
      opened.map((_, index) => `reader${index}@example.org`),
    );
  });

  it("know a queue that another has made while they started", async () => {
    const { url, drop } = await createPostgresTestDatabase();
    onTestFinished(drop);
    const db = await openDatabase({ url });
    onTestFinished(() => db.close());
    await migrate(db, deliveryMigrations);
    let first: Promise<PgBoss> | undefined;
    const behind: Database = {
      ...db,
      query: async (text, values) => {
        const answer = await db.query(text, values);
        if (/from vedette_jobs\.queue/i.test(text)) {
          first ??= openQueues(db, SILENT);
          await first;
        }
        return answer;
      },
    };

    const second = await openQueues(behind, SILENT);
    onTestFinished(async () => {
      for (const boss of [await first, second]) await boss?.stop({ graceful: false, close: false });
    });

    const job = await db
      .as()
      .transaction()
      .execute((trx) => second.send(MAIL_QUEUE, {}, { db: fromKysely(trx) }));
    expect(job).not.toBeNull();
  });
});
