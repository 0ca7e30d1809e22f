import { violatedConstraint } from "@vedette/database";
import { type Kysely, sql } from "kysely";
import { type AuditAction, insertAuditEntry } from "../audit/audit-entry.ts";
import { IdentityError } from "../errors.ts";
import type { IdentityTables } from "../identity-tables.ts";
import { type NoticeIdentity, notify } from "../mails/notify.ts";
import { dropTokens } from "../one-time-tokens/token-store.ts";
import type { RequestOrigin } from "../request-origin.ts";
import { PHONE_IS_UNIQUE } from "../users/create-user.ts";
import { providersOf, putOwnIdentity } from "../users/own-identity.ts";
import { markProven } from "../users/proven-user.ts";
import { uniquePhone } from "../users/stored-address.ts";
import { findUser, type StoredUser } from "../users/stored-user.ts";

/** Records that somebody has proved their number. The caller holds the lock of the user. */
export async function confirmPhone(
  trx: Kysely<IdentityTables>,
  { user, action, origin }: { user: StoredUser; action: AuditAction; origin: RequestOrigin },
): Promise<StoredUser> {
  await dropTokens(trx, user.id);
  await applyPhone(trx, user, { phone: user.phone ?? "", isProved: true });
  await insertAuditEntry(trx, { action, actor: user, origin }).execute();
  return (await findUser(trx, user.id)) ?? user;
}

/**
 * Records that somebody has proved the number that is to take the place of theirs.
 *
 * @throws IdentityError `phone_exists`, `otp_expired` when there is no change any more
 */
export async function confirmPhoneChange(
  identity: NoticeIdentity,
  trx: Kysely<IdentityTables>,
  { user, origin }: { user: StoredUser; origin: RequestOrigin },
): Promise<StoredUser> {
  if (!user.phone_change) throw new IdentityError("otp_expired");
  await dropTokens(trx, user.id);
  await applyPhone(trx, user, { phone: user.phone_change, isProved: true });
  await insertAuditEntry(trx, { action: "user_modified", actor: user, origin }).execute();
  const notice = { kind: "phone_changed", phone: user.phone_change, oldPhone: user.phone ?? "" } as const;
  await notify(identity, trx, { notice, user, origin });
  return (await findUser(trx, user.id)) ?? user;
}

/**
 * Gives a user a number, with the identity that stands for it.
 *
 * @throws IdentityError `phone_exists`
 */
export async function applyPhone(
  trx: Kysely<IdentityTables>,
  user: StoredUser,
  { phone, isProved }: { phone: string; isProved: boolean },
): Promise<void> {
  const proof = { phone, phone_verified: isProved };
  const metadata = user.raw_user_meta_data ?? {};
  try {
    await putOwnIdentity(trx, { userId: user.id, provider: "phone", data: { ...proof, email_verified: false } });
    if (isProved || user.is_proven) await markProven(trx, user.id).execute();
    await trx
      .updateTable("auth.users")
      .set({
        phone: uniquePhone(phone, user.id),
        phone_change: "",
        phone_confirmed_at: isProved ? sql<Date>`now()` : null,
        is_anonymous: false,
        raw_app_meta_data: providersOf(user.id),
        raw_user_meta_data: JSON.stringify("phone" in metadata ? { ...metadata, ...proof } : metadata),
        updated_at: sql`now()`,
      })
      .where("id", "=", user.id)
      .execute();
  } catch (cause) {
    if (violatedConstraint(cause) !== PHONE_IS_UNIQUE) throw cause;
    throw new IdentityError("phone_exists", { cause });
  }
}
