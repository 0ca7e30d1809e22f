import { fromKysely, type KyselyTransactionLike, type PgBoss } from "pg-boss";
import { MAIL_QUEUE } from "../queue/queues.ts";
import type { WakeUps } from "../queue/wake.ts";
import { isMail, type Mail } from "./mail.ts";

/**
 * Writes the job of one mail in the caller's transaction.
 *
 * @throws TypeError when the mail is none; the message quotes nothing of it
 */
export async function queueMail(boss: PgBoss, wakeUps: WakeUps, trx: KyselyTransactionLike, mail: Mail): Promise<void> {
  if (!isMail(mail)) throw new TypeError("Not a mail: check address, subject, kind and size.");
  await boss.send(MAIL_QUEUE, mail, { db: fromKysely(trx) });
  await wakeUps.announce(trx, MAIL_QUEUE);
}
