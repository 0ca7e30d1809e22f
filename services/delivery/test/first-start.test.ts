import { migrate, openDatabase } from "@vedette/database";
import { createPostgresTestDatabase } from "@vedette/database/testing";
import { describe, expect, it, onTestFinished } from "vitest";
import { deliveryMigrations } from "../src/index.ts";
import { aMail, openTestDelivery, until } from "./open-test-delivery.ts";

const PROCESSES = 4;

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
});
