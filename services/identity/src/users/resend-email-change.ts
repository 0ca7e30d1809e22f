import { normalizeEmail } from "../addresses/email.ts";
import { mailingTransaction } from "../hooks/mail-posts.ts";
import type { Identity } from "../identity.ts";
import type { MailRequest } from "../mails/ask-for-mail.ts";
import { claimMail } from "../mails/mail-interval.ts";
import { beginEmailChange } from "./change-email.ts";
import { findUserByEmail, lockUser } from "./stored-user.ts";

/**
 * Sends the mails of a pending change of address once more, to whoever has the old address. Nobody, or no change
 * pending: the answer is the same, and so is the interval before the next mail.
 *
 * @throws IdentityError `validation_failed`, `over_email_send_rate_limit`
 */
export async function resendEmailChange(identity: Identity, request: MailRequest): Promise<void> {
  const email = normalizeEmail(request.email);
  const { redirectTo, codeChallenge, origin } = request;
  const found = await findUserByEmail(identity.db, { email, audience: request.audience });
  await mailingTransaction(identity, request.origin, async (trx) => {
    const user = found && (await lockUser(trx, found.id));
    const newEmail = user?.email_change ?? "";
    if (user === undefined || newEmail === "") {
      await claimMail(identity, trx, { email, kind: "email_change" });
      return;
    }
    const change = await trx
      .selectFrom("vedette.email_changes")
      .where("user_id", "=", user.id)
      .select("session_id")
      .executeTakeFirst();
    const sessionId = change?.session_id ?? undefined;
    await beginEmailChange(identity, trx, { user, email: newEmail, redirectTo, codeChallenge, sessionId, origin });
  });
}
