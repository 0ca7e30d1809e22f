import type { StorePreparation } from "@vedette/database/testing";
import { openQueues } from "./queue/open-queues.ts";

/** For tests of services that queue mails: the tables of the queue, which it otherwise makes when it is opened first. */
export const jobTables: StorePreparation = {
  name: "job tables",
  async run(db) {
    const boss = await openQueues(db, { info: () => {}, warn: () => {}, error: () => {} });
    await boss.stop({ graceful: false, close: false });
  },
};
