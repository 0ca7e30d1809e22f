import { fromKysely, type KyselyTransactionLike, type PgBoss } from "pg-boss";
import { MAIL_QUEUE } from "../queue/queues.ts";
import { wakeWorkers } from "../queue/wake.ts";
import { isMail, type Mail } from "./mail.ts";

/**
 * Writes the job of one mail in the caller's transaction: it is sent when that commits, and never when it does not.
 *
 * @throws TypeError when the mail is none, e.g. a line break in the subject; the message quotes nothing of it
 */
export async function queueMail(boss: PgBoss, trx: KyselyTransactionLike, mail: Mail): Promise<void> {
  if (!isMail(mail)) throw new TypeError("Not a mail: check address, subject, kind and size.");
  await boss.send(MAIL_QUEUE, mail, { db: fromKysely(trx) });
  await wakeWorkers(trx, MAIL_QUEUE);
}
