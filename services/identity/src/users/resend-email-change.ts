import { normalizeEmail, tryNormalizeEmail } from "../addresses/email.ts";
import { mailingTransaction } from "../hooks/mail-posts.ts";
import type { Identity } from "../identity.ts";
import type { MailRequest } from "../mails/ask-for-mail.ts";
import { claimMail } from "../mails/mail-interval.ts";
import { findChangeOwner } from "../one-time-tokens/token-store.ts";
import { beginEmailChange } from "./change-email.ts";
import { findUserByEmail, lockUser } from "./stored-user.ts";

/**
 * Sends the mails of a pending change of address again. The change is found by the user's address, or by the new one
 * when the user has none yet; with several users it is the caller's. Without such a change the response is the same,
 * and so is the interval before the next mail.
 *
 * @throws IdentityError `validation_failed`, `over_email_send_rate_limit`
 */
export async function resendEmailChange(
  identity: Identity,
  request: MailRequest & { readonly callerId?: string | undefined },
): Promise<void> {
  const email = normalizeEmail(request.email);
  const { redirectTo, codeChallenge, origin } = request;
  const id = await findChanging(identity, { ...request, email });
  await mailingTransaction(identity, request.origin, async (trx) => {
    const user = id === undefined ? undefined : await lockUser(trx, id);
    const newEmail = user?.email_change ?? "";
    if (
      user === undefined ||
      newEmail === "" ||
      ![user.email ?? "", newEmail].some((address) => tryNormalizeEmail(address) === email)
    ) {
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

async function findChanging(
  { db }: Pick<Identity, "db">,
  { email, audience, callerId }: { email: string; audience: string; callerId?: string | undefined },
): Promise<string | undefined> {
  if (callerId !== undefined) return callerId;
  const owner = await findUserByEmail(db, { email, audience });
  return owner?.email_change ? owner.id : findChangeOwner(db, { address: email, type: "email_change_token_new" });
}
