import { randomUUID } from "node:crypto";
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
  // The jobs of a transaction are of the same moment: among them the id decides which is first.
  const batch = randomUUID().slice(0, 24);
  const jobs = events.map((event, index) => ({
    id: batch + index.toString(16).padStart(12, "0"),
    data: sealPayload(keyRing, event),
    singletonKey: event.key,
  }));
  await boss.insert(EVENT_QUEUE, jobs, { db: fromKysely(trx) });
  await wakeUps.announce(trx, EVENT_QUEUE);
}
