import { violatedConstraint } from "@vedette/database";
import { type Kysely, sql } from "kysely";
import { insertAuditEntry } from "../audit/audit-entry.ts";
import { IdentityError } from "../errors.ts";
import { beginFlow, type CodeChallenge } from "../flows/flow-state.ts";
import type { Identity } from "../identity.ts";
import type { IdentityTables } from "../identity-tables.ts";
import { limitMail } from "../limits/limit-mails.ts";
import { claimMail } from "../mails/mail-interval.ts";
import { type NoticeIdentity, notify } from "../mails/notify.ts";
import { queueLinkMail } from "../mails/queue-link-mail.ts";
import { requireRecipient } from "../mails/recipients.ts";
import type { OneTimeTokenType } from "../one-time-tokens/code.ts";
import { dropToken, dropTokens } from "../one-time-tokens/token-store.ts";
import type { RequestOrigin } from "../request-origin.ts";
import { EMAIL_IS_UNIQUE } from "./create-user.ts";
import { providersOf, putOwnIdentity } from "./own-identity.ts";
import { markProven } from "./proven-user.ts";
import { uniqueEmail } from "./stored-address.ts";
import { findUser, findUserByEmail, type StoredUser } from "./stored-user.ts";

export interface EmailChange {
  readonly user: StoredUser;
  /** Normalised, and not the user's own. */
  readonly email: string;
  readonly redirectTo: string;
  readonly codeChallenge: CodeChallenge | undefined;
  /** Stays when the change ends all other sessions. */
  readonly sessionId: string | undefined;
  readonly origin: RequestOrigin;
}

/**
 * Refuses an address that somebody else has.
 *
 * @throws IdentityError `email_exists`
 */
export async function requireFreeEmail(
  db: Kysely<IdentityTables>,
  { user, email }: Pick<EmailChange, "user" | "email">,
): Promise<void> {
  const owner = await findUserByEmail(db, { email, audience: user.aud ?? "" });
  if (owner !== undefined && owner.id !== user.id) throw new IdentityError("email_exists");
}

/**
 * Begins a change of address: a mail to the new one, and unless it is switched off one to the old one. An earlier
 * change that was not finished is forgotten.
 *
 * @see spec 1, Callbacks: email-change rules
 */
export async function beginEmailChange(
  identity: Identity,
  trx: Kysely<IdentityTables>,
  { user, email, redirectTo, codeChallenge, sessionId, origin }: EmailChange,
): Promise<void> {
  const userId = user.id;
  const isPkce = codeChallenge !== undefined;
  await claimMail(identity, trx, { email: user.email || email, kind: "email_change" });
  if (user.email) await requireRecipient(identity, trx, email);
  if (codeChallenge !== undefined) await beginFlow(trx, { userId, method: "email_change", codeChallenge });
  await dropToken(trx, { userId, type: "email_change_token_current" });
  await trx
    .updateTable("auth.users")
    .set({ email_change: email, email_change_confirm_status: 0, updated_at: sql`now()` })
    .where("id", "=", userId)
    .execute();
  await trx
    .insertInto("vedette.email_changes")
    .values({ user_id: userId, session_id: sessionId ?? null })
    .onConflict((conflict) => conflict.column("user_id").doUpdateSet({ session_id: sessionId ?? null }))
    .execute();
  if (needsBothAddresses(identity, user)) {
    await limitMail(identity, trx);
    const current = { kind: "email_change_current", email: user.email ?? "", newEmail: email } as const;
    await queueLinkMail(identity, trx, { ...current, user, redirectTo, isPkce, origin });
  }
  const next = { kind: "email_change_new", email, newEmail: email } as const;
  await queueLinkMail(identity, trx, { ...next, user, redirectTo, isPkce, origin });
}

/** Ends a pending change of address: its links and codes no longer work. */
export async function cancelEmailChange(trx: Kysely<IdentityTables>, userId: string): Promise<void> {
  for (const type of ["email_change_token_current", "email_change_token_new"] as const) {
    await dropToken(trx, { userId, type });
  }
  await trx
    .with("change", (qc) => qc.deleteFrom("vedette.email_changes").where("user_id", "=", userId).returning("user_id"))
    .updateTable("auth.users")
    .set({ email_change: "", email_change_confirm_status: 0, updated_at: sql`now()` })
    .where("id", "=", userId)
    .execute();
}

function needsBothAddresses({ settings }: Pick<Identity, "settings">, { email }: StoredUser): boolean {
  if (settings["auth.email.autoconfirm"]) return false;
  return settings["auth.email.double_confirm_changes"] && Boolean(email);
}

/** What became of a confirmed half of a change. */
export type EmailChangeStep = { readonly kind: "half" } | { readonly kind: "changed"; readonly user: StoredUser };

/**
 * Records that one of the two addresses has been proved. Only after the last one the address changes.
 *
 * The caller holds the lock of the user and has checked the token.
 *
 * @throws IdentityError `email_exists` when somebody took the address in the meantime, `otp_expired` when there is no
 *   change any more
 */
export async function confirmEmailChange(
  identity: NoticeIdentity,
  trx: Kysely<IdentityTables>,
  { user, type, origin }: { user: StoredUser; type: OneTimeTokenType; origin: RequestOrigin },
): Promise<EmailChangeStep> {
  if (!user.email_change) throw new IdentityError("otp_expired");
  if (needsBothAddresses({ settings: identity.settings }, user) && user.email_change_confirm_status !== 1) {
    await dropToken(trx, { userId: user.id, type });
    await trx
      .updateTable("auth.users")
      .set({ email_change_confirm_status: 1, updated_at: sql`now()` })
      .where("id", "=", user.id)
      .execute();
    return { kind: "half" };
  }
  await dropTokens(trx, user.id);
  await applyEmail(trx, user, { email: user.email_change, isProved: true });
  await endOtherSessions(trx, user.id);
  await insertAuditEntry(trx, { action: "user_modified", actor: user, origin }).execute();
  const changed = (await findUser(trx, user.id)) ?? user;
  await notify(identity, trx, { notice: { kind: "email_changed", oldEmail: user.email ?? "" }, user: changed, origin });
  return { kind: "changed", user: changed };
}

/** Whoever was signed in with the old address is out, except where the change was asked for. */
async function endOtherSessions(trx: Kysely<IdentityTables>, userId: string): Promise<void> {
  await trx
    .with("change", (qc) =>
      qc.deleteFrom("vedette.email_changes").where("user_id", "=", userId).returning("session_id"),
    )
    .deleteFrom("auth.sessions")
    .where("user_id", "=", userId)
    .where(sql<boolean>`id not in (select session_id from change where session_id is not null)`)
    .execute();
}

/**
 * Gives a user another address, with the identity that stands for it.
 *
 * @throws IdentityError `email_exists`
 */
export async function applyEmail(
  trx: Kysely<IdentityTables>,
  user: StoredUser,
  { email, isProved }: { email: string; isProved: boolean },
): Promise<void> {
  const proof = { email, email_verified: isProved };
  try {
    await putOwnIdentity(trx, { userId: user.id, provider: "email", data: proof });
    if (isProved || user.is_proven) await markProven(trx, user.id).execute();
    await trx
      .updateTable("auth.users")
      .set({
        email: uniqueEmail(email, user.id),
        email_change: "",
        email_change_confirm_status: 0,
        email_confirmed_at: isProved ? sql<Date>`now()` : null,
        is_anonymous: false,
        raw_app_meta_data: providersOf(user.id),
        raw_user_meta_data: JSON.stringify(
          "email" in (user.raw_user_meta_data ?? {})
            ? { ...user.raw_user_meta_data, ...proof }
            : (user.raw_user_meta_data ?? {}),
        ),
        updated_at: sql`now()`,
      })
      .where("id", "=", user.id)
      .execute();
  } catch (cause) {
    if (violatedConstraint(cause) !== EMAIL_IS_UNIQUE) throw cause;
    throw new IdentityError("email_exists", { cause });
  }
}
