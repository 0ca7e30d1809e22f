import type { KeyRing } from "@vedette/database";
import { fromKysely, type KyselyTransactionLike, type PgBoss } from "pg-boss";
import { MAIL_QUEUE } from "../queue/queues.ts";
import { sealPayload } from "../queue/sealed-payload.ts";
import type { WakeUps } from "../queue/wake.ts";
import { isMail, type Mail } from "./mail.ts";

/**
 * Writes the job of one mail in the caller's transaction.
 *
 * @throws TypeError when the mail is none; the message quotes nothing of it
 */
export async function queueMail(
  { boss, wakeUps, keyRing }: { boss: PgBoss; wakeUps: WakeUps; keyRing: KeyRing },
  trx: KyselyTransactionLike,
  mail: Mail,
): Promise<void> {
  if (!isMail(mail)) throw new TypeError("Not a mail: check address, subject, kind and size.");
  await boss.send(MAIL_QUEUE, sealPayload(keyRing, mail), { db: fromKysely(trx) });
  await wakeUps.announce(trx, MAIL_QUEUE);
}
