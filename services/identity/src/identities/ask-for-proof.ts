import type { Kysely } from "kysely";
import { insertAuditEntry } from "../audit/audit-entry.ts";
import { IdentityError } from "../errors.ts";
import type { Identity } from "../identity.ts";
import type { IdentityTables } from "../identity-tables.ts";
import { claimMail } from "../mails/mail-interval.ts";
import { queueLinkMail } from "../mails/queue-link-mail.ts";
import type { RequestOrigin } from "../request-origin.ts";
import type { StoredUser } from "../users/stored-user.ts";

/**
 * Sends a confirmation mail to an address that a provider names but does not vouch for. Whoever tries again at once gets
 * no second mail; the first one still works.
 */
export async function askForProof(
  identity: Identity,
  trx: Kysely<IdentityTables>,
  { user, redirectTo, origin }: { user: StoredUser; redirectTo: string; origin: RequestOrigin },
): Promise<void> {
  const email = user.email ?? "";
  try {
    await claimMail(identity, trx, { email, kind: "confirmation" });
  } catch (error) {
    if (error instanceof IdentityError && error.code === "over_email_send_rate_limit") return;
    throw error;
  }
  await insertAuditEntry(trx, { action: "user_confirmation_requested", actor: user, origin }).execute();
  await queueLinkMail(identity, trx, { kind: "confirmation", user, email, redirectTo, isPkce: false, origin });
}
