import { repeatable } from "@vedette/database";
import { type Kysely, sql } from "kysely";
import { insertAuditEntry } from "../audit/audit-entry.ts";
import { IdentityError } from "../errors.ts";
import { mailingTransaction } from "../hooks/mail-posts.ts";
import type { Identity } from "../identity.ts";
import type { IdentityTables } from "../identity-tables.ts";
import { claimMail } from "../mails/mail-interval.ts";
import { queueLinkMail } from "../mails/queue-link-mail.ts";
import { redeemCode } from "../one-time-tokens/redeem.ts";
import { dropToken } from "../one-time-tokens/token-store.ts";
import { sendPhoneCode } from "../phones/send-code.ts";
import type { RequestOrigin } from "../request-origin.ts";
import type { SignedInUser } from "../sessions/signed-in-user.ts";
import { lockUser } from "./stored-user.ts";

/**
 * Sends somebody who is signed in a code that proves it is still the same person.
 *
 * @throws IdentityError `validation_failed`, `over_email_send_rate_limit`, `over_sms_send_rate_limit`
 */
export async function reauthenticate(
  identity: Identity,
  { user: { id } }: SignedInUser,
  origin: RequestOrigin,
): Promise<void> {
  await mailingTransaction(identity, origin, async (trx) => {
    const user = await lockUser(trx, id);
    if (user?.phone && !user.email) {
      const { phone } = user;
      await sendPhoneCode(identity, trx, { userId: id, phone, type: "reauthentication_token", channel: "sms" });
      return;
    }
    if (!user?.email) {
      throw new IdentityError("validation_failed", {
        message: "Reauthentication requires the user to have an email or a phone number",
      });
    }
    await claimMail(identity, trx, { email: user.email, kind: "reauthentication" });
    await insertAuditEntry(trx, { action: "user_reauthenticate_requested", actor: user, origin }).execute();
    const request = {
      kind: "reauthentication",
      user,
      email: user.email,
      redirectTo: "",
      isPkce: false,
      origin,
    } as const;
    await queueLinkMail(identity, trx, request);
  });
}

/** How old a session may be to change a password without a code. */
const FRESH_HOURS = 24;

/**
 * Demands the code of `reauthenticate` where a password is changed in an old session, and uses it up.
 *
 * @throws IdentityError `reauthentication_needed`, `reauthentication_not_valid`
 */
export async function requireReauthentication(
  identity: Pick<Identity, "db" | "settings" | "pepper">,
  { user, sessionId }: SignedInUser,
  nonce: string | undefined,
): Promise<void> {
  if (!identity.settings["auth.email.secure_password_change"]) return;
  if (await isFresh(identity.db, sessionId)) return;
  if (nonce === undefined) throw new IdentityError("reauthentication_needed");
  // Committed whatever comes out: a wrong code has been counted.
  const isRight = await repeatable(() =>
    identity.db.transaction().execute(async (trx) => {
      const types = ["reauthentication_token"] as const;
      const token = await redeemCode(identity, trx, {
        address: user.email || user.phone || "",
        channel: user.email ? "email" : "phone",
        ownerId: user.id,
        code: nonce,
        types,
        expirySeconds: identity.settings[user.email ? "auth.email.otp_expiry" : "auth.sms.otp_expiry"],
        judgement: "ours",
      });
      if (token === undefined) return false;
      await dropToken(trx, { userId: user.id, type: token.type });
      return true;
    }),
  );
  if (!isRight) throw new IdentityError("reauthentication_not_valid");
}

export async function isFresh(db: Kysely<IdentityTables>, sessionId: string | undefined): Promise<boolean> {
  if (sessionId === undefined) return false;
  const row = await db
    .selectFrom("auth.sessions as s")
    .where("s.id", "=", sessionId)
    .select(sql<boolean>`s.created_at > now() - make_interval(hours => ${FRESH_HOURS})`.as("isFresh"))
    .executeTakeFirst();
  return row?.isFresh ?? false;
}
