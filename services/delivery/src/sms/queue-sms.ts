import type { KeyRing } from "@vedette/database";
import { fromKysely, type KyselyTransactionLike, type PgBoss } from "pg-boss";
import { SMS_QUEUE } from "../queue/queues.ts";
import { sealPayload } from "../queue/sealed-payload.ts";
import type { WakeUps } from "../queue/wake.ts";
import { isSms, type Sms } from "./sms.ts";

/**
 * Writes the job of one text message in the caller's transaction.
 *
 * @throws TypeError when it is none; the error quotes nothing of it
 */
export async function queueSms(
  { boss, wakeUps, keyRing }: { boss: PgBoss; wakeUps: WakeUps; keyRing: KeyRing },
  trx: KyselyTransactionLike,
  sms: Sms,
): Promise<void> {
  if (!isSms(sms)) throw new TypeError("Not a text message: check number, text and code.");
  await boss.send(SMS_QUEUE, sealPayload(keyRing, sms), { db: fromKysely(trx) });
  await wakeUps.announce(trx, SMS_QUEUE);
}
