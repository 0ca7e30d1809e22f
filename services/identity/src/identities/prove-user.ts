import { type Kysely, sql } from "kysely";
import type { IdentityTables } from "../identity-tables.ts";
import type { OneTimeTokenType } from "../one-time-tokens/code.ts";
import { dropTokens } from "../one-time-tokens/token-store.ts";
import { copiedClaims } from "../tokens/token-size.ts";
import { providersOf, putOwnIdentity } from "../users/own-identity.ts";
import { markProven, takePasswordlessRequest } from "../users/proven-user.ts";
import { findUser, type StoredUser } from "../users/stored-user.ts";
import type { ExternalIdentity } from "./external-identity.ts";

/** What a user has proved. */
type Proofs = Pick<StoredUser, "email" | "is_proven">;

/** Whether a user has an e-mail address but has never proved any identifier. */
export function isUnproved({ email, is_proven }: Proofs): boolean {
  return Boolean(email) && !is_proven;
}

/**
 * A provider proves the address of somebody who never did: whoever signed up with it before may have been somebody else,
 * so everything that lets in goes but this account. Passwords, other ways to sign in, second factors, passkeys, sessions
 * and every link that is still on its way.
 *
 * The caller holds the lock of the user.
 *
 * @see contract of identity, 26: OAuth pre-hijacking
 */
export async function proveUser(
  trx: Kysely<IdentityTables>,
  { id, invited_at, raw_user_meta_data }: StoredUser,
  { provider, subject, claims }: ExternalIdentity,
): Promise<void> {
  // The data of an invitation is an administrator's, that of a sign-up can be anyone's.
  const copied = copiedClaims(claims);
  const metadata = invited_at === null ? copied : { ...raw_user_meta_data, ...copied };
  await dropTokens(trx, id);
  await dropWaysIn(trx, id);
  await trx
    .deleteFrom("auth.flow_state")
    .where((eb) => eb.or([eb("user_id", "=", id), eb("linking_target_id", "=", id)]))
    .execute();
  await trx
    .deleteFrom("auth.identities")
    .where("user_id", "=", id)
    .where((eb) => eb.or([eb("provider", "!=", provider), eb("provider_id", "!=", subject)]))
    .execute();
  await trx
    .with("proven", (qc) => markProven(qc, id))
    .updateTable("auth.users")
    .set({
      encrypted_password: null,
      raw_user_meta_data: JSON.stringify(metadata),
      email_confirmed_at: sql`now()`,
      email_change: "",
      email_change_confirm_status: 0,
      phone: null,
      phone_change: "",
      is_anonymous: false,
      updated_at: sql`now()`,
    })
    .where("id", "=", id)
    .execute();
}

/** What lets in beside passwords and identities, and what was begun. */
async function dropWaysIn(trx: Kysely<IdentityTables>, id: string): Promise<void> {
  await trx.deleteFrom("vedette.email_changes").where("user_id", "=", id).execute();
  await trx.deleteFrom("auth.sessions").where("user_id", "=", id).execute();
  await trx.deleteFrom("auth.mfa_factors").where("user_id", "=", id).execute();
  await trx.deleteFrom("vedette.recovery_code_sets").where("user_id", "=", id).execute();
  await trx.deleteFrom("auth.webauthn_credentials").where("user_id", "=", id).execute();
  await trx.deleteFrom("vedette.user_names").where("user_id", "=", id).execute();
}

/**
 * Takes everything from a user who has never proved an identifier except the address, before an invitation goes to it.
 * The e-mail identity is replaced: it can hold metadata of the sign-up.
 */
export async function dropUnprovedAccess(trx: Kysely<IdentityTables>, { id, email }: StoredUser): Promise<void> {
  await dropTokens(trx, id);
  await dropWaysIn(trx, id);
  await trx.deleteFrom("auth.flow_state").where("linking_target_id", "=", id).execute();
  await trx.deleteFrom("auth.identities").where("user_id", "=", id).execute();
  await putOwnIdentity(trx, {
    userId: id,
    provider: "email",
    data: { email, email_verified: false, phone_verified: false },
  });
  await trx
    .updateTable("auth.users")
    .set({ encrypted_password: null, phone: null, phone_change: "", email_change: "" })
    .set({ raw_app_meta_data: providersOf(id) })
    .where("id", "=", id)
    .execute();
}

/**
 * Hands an unproven user over to the owner of a contact value who did not have to create the account: the message was an
 * invitation or a recovery, or the owner requested a passwordless sign-in. All other users remain as they are.
 */
export async function handOver(
  trx: Kysely<IdentityTables>,
  user: StoredUser,
  { type, channel }: { type: OneTimeTokenType; channel: "email" | "phone" },
): Promise<StoredUser> {
  if (!user[channel] || user.is_proven) return user;
  const isInvited = channel === "email" && user.invited_at !== null;
  if (type === "recovery_token" || isInvited || (await takePasswordlessRequest(trx, user.id))) {
    return handOverUnproved(trx, user, channel);
  }
  return user;
}

/**
 * Removes every credential of an unproven user before its e-mail address or phone number is proved. The contact value, the
 * metadata and the id remain.
 *
 * The caller holds the lock of the user.
 *
 * @see contract of identity, 26: OAuth pre-hijacking
 */
async function handOverUnproved(
  trx: Kysely<IdentityTables>,
  user: StoredUser,
  channel: "email" | "phone",
): Promise<StoredUser> {
  const { id } = user;
  await dropWaysIn(trx, id);
  await trx.deleteFrom("auth.flow_state").where("linking_target_id", "=", id).execute();
  await trx.deleteFrom("auth.identities").where("user_id", "=", id).where("provider", "!=", channel).execute();
  const verified = { email_verified: channel === "email", phone_verified: channel === "phone" };
  await putOwnIdentity(trx, { userId: id, provider: channel, data: { [channel]: user[channel], ...verified } });
  await trx
    .updateTable("auth.users")
    .set({
      encrypted_password: null,
      ...(channel === "email" ? { phone: null } : { email: null }),
      email_change: "",
      phone_change: "",
      raw_app_meta_data: providersOf(id),
      updated_at: sql`now()`,
    })
    .where("id", "=", id)
    .execute();
  return (await findUser(trx, id)) ?? user;
}

/** Confirms the address of a proven user because a provider vouches for it. Pending codes are deleted. */
export async function confirmEmail(trx: Kysely<IdentityTables>, { id }: StoredUser): Promise<void> {
  await dropTokens(trx, id);
  await trx
    .updateTable("auth.users")
    .set({ email_confirmed_at: sql`now()`, updated_at: sql`now()` })
    .where("id", "=", id)
    .execute();
}

/**
 * Removes the `email` and `phone` identities of a proven user that were never verified.
 *
 * @see spec 1, States: "other unconfirmed identities of that user are removed"
 */
export async function dropUnprovedIdentities(trx: Kysely<IdentityTables>, user: StoredUser): Promise<void> {
  const unproved = user.identities.filter(({ provider, identity_data: data }) => {
    if (provider === "email") return user.email_confirmed_at === null && data["email_verified"] !== true;
    return provider === "phone" && user.phone_confirmed_at === null && data["phone_verified"] !== true;
  });
  if (unproved.length === 0) return;
  const ids = unproved.map(({ id }) => id);
  await trx.deleteFrom("auth.identities").where("id", "in", ids).execute();
  if (!unproved.some(({ provider }) => provider === "phone")) return;
  // A code that was sent to the number would confirm one that the user no longer has.
  await dropTokens(trx, user.id);
  await trx.updateTable("auth.users").set({ phone: null }).where("id", "=", user.id).execute();
}
