import { randomBytes } from "node:crypto";
import type { KeyRing } from "@vedette/database";
import { fromKysely, type KyselyTransactionLike, type PgBoss } from "pg-boss";
import { EVENT_QUEUE } from "../queue/queues.ts";
import { sealPayload } from "../queue/sealed-payload.ts";
import type { WakeUps } from "../queue/wake.ts";
import { isQueuedEvent, type QueuedEvent } from "./event.ts";

/**
 * Writes the jobs of events in the caller's transaction.
 *
 * @throws TypeError when one is none; the error quotes nothing of it
 */
export async function queueEvents(
  { boss, wakeUps, keyRing }: { boss: PgBoss; wakeUps: WakeUps; keyRing: KeyRing },
  trx: KyselyTransactionLike,
  events: readonly QueuedEvent[],
): Promise<void> {
  if (events.length === 0) return;
  if (!events.every(isQueuedEvent)) throw new TypeError("Not an event: check key, type and event.");
  const batch = startOfIds();
  const jobs = events.map((event, index) => ({
    id: batch + index.toString(16).padStart(12, "0"),
    data: sealPayload(keyRing, event),
    singletonKey: event.key,
  }));
  const db = fromKysely(trx);
  await boss.insert(EVENT_QUEUE, jobs, { db });
  // Jobs are of the moment at which their transaction began, which may have waited for another one since.
  await db.executeSql(
    "update vedette_jobs.job set created_on = (select clock_timestamp()) where name = $1 and id = any($2::uuid[])",
    [EVENT_QUEUE, jobs.map(({ id }) => id)],
  );
  await wakeUps.announce(trx, EVENT_QUEUE);
}

/** Of jobs of the same moment the id decides which is first, and the embedded store's moments last a millisecond. */
function startOfIds(): string {
  const place = process.hrtime.bigint().toString(16).padStart(16, "0");
  return `${place.slice(0, 8)}-${place.slice(8, 12)}-${place.slice(12)}-${randomBytes(2).toString("hex")}-`;
}
