import type { Database } from "@vedette/database";
import { type Db, PgBoss } from "pg-boss";
import { QUEUES } from "./queues.ts";

/** Schema of pg-boss's tables; it makes and upgrades them itself. */
const SCHEMA = "vedette_jobs";

/** How often jobs of dead workers are looked for. With the heartbeat: a job lost by a crash runs again within 30 s. */
const SUPERVISE_SECONDS = 5;

/** Opens pg-boss on our own database door: its tables are brought up to date and the queues are there. */
export async function openQueues(db: Database, onError: (error: Error) => void): Promise<PgBoss> {
  const boss = new PgBoss({
    db: bossDatabase(db),
    backend: db.kind,
    schema: SCHEMA,
    schedule: false,
    superviseIntervalSeconds: SUPERVISE_SECONDS,
    monitorIntervalSeconds: SUPERVISE_SECONDS,
    // The embedded store has its own housekeeper, which vacuums all tables.
    monitorVacuum: db.kind === "postgres",
    reindex: db.kind === "postgres",
  });
  boss.on("error", onError);
  await boss.start();
  for (const { name, ...options } of QUEUES) {
    await boss.createQueue(name, options);
    // Brings the queue into pg-boss's cache: a later `send` inside a transaction must not query outside of it.
    await boss.findJobs(name, { id: "00000000-0000-0000-0000-000000000000" });
  }
  return boss;
}

/** pg-boss writes several statements at once only where it wraps them in a transaction, and reads no rows of those. */
function bossDatabase(db: Database): Db {
  return {
    executeSql: async (text, values) => {
      if (!/^\s*BEGIN;/.test(text)) return await db.query(text, values ?? []);
      await db.exec(text);
      return { rows: [] };
    },
  };
}
