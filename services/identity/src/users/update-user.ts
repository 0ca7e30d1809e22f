import { type Kysely, sql } from "kysely";
import { normalizeEmail } from "../addresses/email.ts";
import { refuseUnwantedDomain } from "../addresses/refused-domains.ts";
import { insertAuditEntry } from "../audit/audit-entry.ts";
import { IdentityError } from "../errors.ts";
import type { CodeChallenge } from "../flows/flow-state.ts";
import { mailingTransaction } from "../hooks/mail-posts.ts";
import type { Identity } from "../identity.ts";
import type { IdentityTables, Metadata } from "../identity-tables.ts";
import { notify } from "../mails/notify.ts";
import { hashNewPassword, storePassword } from "../passwords/change-password.ts";
import { beginPhoneChange, cancelPhoneChange, readNewPhone } from "../phones/change-phone.ts";
import type { Channel } from "../phones/send-code.ts";
import type { RequestOrigin } from "../request-origin.ts";
import type { SignedInUser } from "../sessions/signed-in-user.ts";
import { requireTokenRoom } from "../tokens/token-size.ts";
import { applyEmail, beginEmailChange, cancelEmailChange, requireFreeEmail } from "./change-email.ts";
import { mergeMetadata } from "./metadata.ts";
import { providersOf, putOwnIdentity } from "./own-identity.ts";
import { requireReauthentication } from "./reauthenticate.ts";
import { findUser, lockUser, type StoredUser } from "./stored-user.ts";

/** What somebody changes about themselves; what is absent stays. */
export interface UserChange {
  readonly email: string | undefined;
  readonly phone: string | undefined;
  readonly channel: Channel;
  readonly password: string | undefined;
  readonly currentPassword: string | undefined;
  /** The code of `reauthenticate`. */
  readonly nonce: string | undefined;
  readonly data: Metadata | undefined;
  readonly redirectTo: string;
  readonly codeChallenge: CodeChallenge | undefined;
  readonly origin: RequestOrigin;
}

type Check = (caller: SignedInUser, change: UserChange) => void;

/** What is refused before anything is hashed or looked up. */
const checks = [
  refuseManagedElsewhere,
  requireSecondFactorForLogin,
  refusePasswordWithoutAddress,
] as const satisfies readonly Check[];

/**
 * Changes the signed-in user. A new address counts only once it is confirmed; a new password ends all other sessions.
 *
 * @throws IdentityError `user_sso_managed`, `insufficient_aal`, `validation_failed`, `email_address_invalid`, `email_exists`, `weak_password`,
 *   `same_password`, `current_password_required`, `current_password_invalid`,
 *   `reauthentication_needed`, `reauthentication_not_valid`, `over_email_send_rate_limit`
 */
export async function updateUser(identity: Identity, caller: SignedInUser, change: UserChange): Promise<StoredUser> {
  for (const check of checks) check(caller, change);
  const { user } = caller;
  const email = change.email === undefined ? undefined : normalizeEmail(change.email);
  const newEmail = email === user.email ? undefined : email;
  if (newEmail !== undefined) {
    refuseUnwantedDomain(identity, newEmail);
    await requireFreeEmail(identity.db, { user, email: newEmail });
  }
  const passwordHash = await hashPassword(identity, caller, change);
  const newPhone = await readNewPhone(identity, user, change.phone);
  return mailingTransaction(identity, change.origin, (trx) =>
    write(identity, trx, { ...change, email, caller, newEmail, newPhone, passwordHash }),
  );
}

function refuseManagedElsewhere({ user }: SignedInUser, { email, phone, password, nonce }: UserChange): void {
  if (!user.is_sso_user) return;
  if ([email, phone, password, nonce].some((field) => field !== undefined)) throw new IdentityError("user_sso_managed");
}

function requireSecondFactorForLogin(caller: SignedInUser, { email, phone, password }: UserChange): void {
  if ([email, phone, password].some((field) => field !== undefined)) requireSecondFactor(caller);
}

/**
 * What people sign in with changes only in a session with a second factor, where there is one.
 *
 * @throws IdentityError `insufficient_aal`
 */
export function requireSecondFactor({ user, assuranceLevel }: SignedInUser): void {
  const hasFactor = user.factors.some(({ status }) => status === "verified");
  if (!hasFactor || assuranceLevel !== "aal1") return;
  throw new IdentityError("insufficient_aal", {
    status: 401,
    message: "AAL2 session is required to update email, phone or password when MFA is enabled.",
  });
}

function refusePasswordWithoutAddress({ user }: SignedInUser, { email, phone, password }: UserChange): void {
  if (!user.is_anonymous || password === undefined || (email ?? phone) !== undefined) return;
  throw new IdentityError("validation_failed", {
    status: 422,
    message: "Updating password of an anonymous user without an email or phone is not allowed",
  });
}

async function hashPassword(
  identity: Identity,
  caller: SignedInUser,
  { password, currentPassword, nonce }: UserChange,
): Promise<string | undefined> {
  if (password === undefined) return undefined;
  const { user, methods } = caller;
  const isRecovering = methods.some(({ method }) => ["otp", "magiclink", "recovery", "invite"].includes(method));
  const passwordHash = await hashNewPassword(identity, { user, password, currentPassword, isRecovering });
  // Last, so that a code is not used up for a password that is refused.
  await requireReauthentication(identity, caller, nonce);
  return passwordHash;
}

interface Write extends UserChange {
  readonly caller: SignedInUser;
  readonly newEmail: string | undefined;
  readonly newPhone: string | undefined;
  readonly passwordHash: string | undefined;
}

async function write(identity: Identity, trx: Kysely<IdentityTables>, change: Write): Promise<StoredUser> {
  const { caller, data, newEmail, newPhone, passwordHash, origin } = change;
  const user = await lockUser(trx, caller.user.id);
  if (user === undefined) throw new IdentityError("user_not_found", { status: 403 });
  if (passwordHash !== undefined) {
    await storePassword(identity, trx, { user, passwordHash, keptSessionId: caller.sessionId, origin });
    await notify(identity, trx, { notice: { kind: "password_changed" }, user, origin });
    await addPasswordLogin(identity, trx, { user, origin });
  }
  if (data !== undefined) await storeMetadata(trx, user, data);
  if (newEmail !== undefined && user.is_anonymous && identity.settings["auth.email.autoconfirm"]) {
    await applyEmail(trx, user, { email: newEmail, isProved: true });
  } else if (newEmail !== undefined) {
    await beginEmailChange(identity, trx, { ...change, user, email: newEmail, sessionId: caller.sessionId });
  } else if (change.email !== undefined && user.email_change) {
    await cancelEmailChange(trx, user.id);
  }
  if (newPhone !== undefined) {
    await beginPhoneChange(identity, trx, { user, phone: newPhone, channel: change.channel, origin });
  } else if (change.phone !== undefined && user.phone_change) {
    await cancelPhoneChange(trx, user.id);
  }
  await insertAuditEntry(trx, { action: "user_modified", actor: user, origin }).execute();
  return (await findUser(trx, user.id)) ?? user;
}

/** A password makes the address of a provider's account one to sign in with. */
async function addPasswordLogin(
  identity: Identity,
  trx: Kysely<IdentityTables>,
  { user, origin }: { user: StoredUser; origin: RequestOrigin },
): Promise<void> {
  if (!user.email || user.email_confirmed_at === null) return;
  if (user.identities.some(({ provider }) => provider === "email")) return;
  const data = { email: user.email, email_verified: true, phone_verified: false };
  await putOwnIdentity(trx, { userId: user.id, provider: "email", data });
  await trx
    .updateTable("auth.users")
    .set({ raw_app_meta_data: providersOf(user.id) })
    .where("id", "=", user.id)
    .execute();
  await notify(identity, trx, { notice: { kind: "identity_linked", provider: "email" }, user, origin });
}

async function storeMetadata(trx: Kysely<IdentityTables>, user: StoredUser, data: Metadata): Promise<void> {
  const merged = mergeMetadata(user.raw_user_meta_data, data);
  const { raw_user_meta_data: before, raw_app_meta_data: app } = user;
  requireTokenRoom([merged, app], [before, app]);
  await trx
    .updateTable("auth.users")
    .set({ raw_user_meta_data: JSON.stringify(merged), updated_at: sql`now()` })
    .where("id", "=", user.id)
    .execute();
}
