import { type Kysely, sql } from "kysely";
import { normalizePhone } from "../addresses/phone.ts";
import { IdentityError } from "../errors.ts";
import type { Identity } from "../identity.ts";
import type { IdentityTables } from "../identity-tables.ts";
import { notify } from "../mails/notify.ts";
import { dropToken } from "../one-time-tokens/token-store.ts";
import type { RequestOrigin } from "../request-origin.ts";
import { findUserByPhone, type StoredUser } from "../users/stored-user.ts";
import { applyPhone } from "./confirm-phone.ts";
import { type Channel, sendPhoneCode } from "./send-code.ts";

/**
 * The number that somebody wants instead of theirs; `undefined` when it is theirs already.
 *
 * @throws IdentityError `phone_provider_disabled`, `validation_failed`, `phone_exists`
 */
export async function readNewPhone(
  identity: Identity,
  user: StoredUser,
  text: string | undefined,
): Promise<string | undefined> {
  if (text === undefined) return undefined;
  if (!identity.settings["auth.sms.enable_signup"]) throw new IdentityError("phone_provider_disabled");
  const phone = normalizePhone(text);
  if (phone === user.phone) return undefined;
  const owner = await findUserByPhone(identity.db, { phone, audience: user.aud ?? "" });
  if (owner !== undefined && owner.id !== user.id) throw new IdentityError("phone_exists");
  return phone;
}

/** Ends a pending change of number: its code no longer works. */
export async function cancelPhoneChange(trx: Kysely<IdentityTables>, userId: string): Promise<void> {
  await dropToken(trx, { userId, type: "phone_change_token" });
  await trx
    .updateTable("auth.users")
    .set({ phone_change: "", updated_at: sql`now()` })
    .where("id", "=", userId)
    .execute();
}

/**
 * Begins a change of number: a code to the new one. Where numbers need no proof, it changes at once.
 *
 * @throws IdentityError `phone_exists`, `over_sms_send_rate_limit`, `sms_send_failed`
 */
export async function beginPhoneChange(
  identity: Identity,
  trx: Kysely<IdentityTables>,
  { user, phone, channel, origin }: { user: StoredUser; phone: string; channel: Channel; origin: RequestOrigin },
): Promise<void> {
  if (identity.settings["auth.sms.autoconfirm"]) {
    await applyPhone(trx, user, { phone, isProved: true });
    const notice = { kind: "phone_changed", phone, oldPhone: user.phone ?? "" } as const;
    await notify(identity, trx, { notice, user, origin });
    return;
  }
  await trx
    .updateTable("auth.users")
    .set({ phone_change: phone, updated_at: sql`now()` })
    .where("id", "=", user.id)
    .execute();
  await sendPhoneCode(identity, trx, { userId: user.id, phone, type: "phone_change_token", channel });
}
