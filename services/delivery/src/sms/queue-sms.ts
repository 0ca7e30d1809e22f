import { fromKysely, type KyselyTransactionLike, type PgBoss } from "pg-boss";
import { SMS_QUEUE } from "../queue/queues.ts";
import type { WakeUps } from "../queue/wake.ts";
import { isSms, type Sms } from "./sms.ts";

/**
 * Writes the job of one text message in the caller's transaction.
 *
 * @throws TypeError when it is none; the error quotes nothing of it
 */
export async function queueSms(boss: PgBoss, wakeUps: WakeUps, trx: KyselyTransactionLike, sms: Sms): Promise<void> {
  if (!isSms(sms)) throw new TypeError("Not a text message: check number, text and code.");
  await boss.send(SMS_QUEUE, sms, { db: fromKysely(trx) });
  await wakeUps.announce(trx, SMS_QUEUE);
}
