import { sql } from "kysely";
import { tryNormalizeEmail } from "../addresses/email.ts";
import { tryNormalizePhone } from "../addresses/phone.ts";
import { IdentityError } from "../errors.ts";
import { judgeAttempt } from "../hooks/verification-hooks.ts";
import type { Identity } from "../identity.ts";
import { type Weakness, weaknessOf } from "../passwords/password-rules.ts";
import { storedHash } from "../passwords/stored-hash.ts";
import type { RequestOrigin } from "../request-origin.ts";
import type { IdentitySettings } from "../settings.ts";
import { tryNormalizeUserName } from "../user-names/user-name.ts";
import { isBanned } from "../users/ban.ts";
import { exactEmailFirst, hasEmail, hasPhone } from "../users/stored-address.ts";
import { type StoredUser, selectUsers } from "../users/stored-user.ts";
import type { OpenSession } from "./open-session.ts";
import { startSession } from "./start-session.ts";

export interface PasswordSignIn {
  /** Or a user name, where those are on. */
  readonly email: string | undefined;
  readonly phone: string | undefined;
  readonly password: string;
  readonly audience: string;
  readonly origin: RequestOrigin;
}

/** Somebody who has given the right password and may sign in. */
export interface ProvenUser {
  readonly user: StoredUser;
  /** By what they came in. */
  readonly provider: AddressKind;
  /** What to store instead of an outdated hash. */
  readonly passwordHash: string | undefined;
}

type PasswordIdentity = Pick<Identity, "db" | "settings" | "passwords" | "hooks" | "keyRing">;

/**
 * Signs in with e-mail address, user name or phone number, and password.
 *
 * @throws IdentityError like `provePassword`
 */
export async function signInWithPassword(
  identity: PasswordIdentity,
  request: PasswordSignIn,
): Promise<{ session: OpenSession; weakness: Weakness }> {
  const proven = await provePassword(identity, request);
  const session = await startSession(identity, identity.db, { ...proven, method: "password", origin: request.origin });
  return { session, weakness: await weaknessOf(request.password, identity.settings) };
}

/**
 * Checks address and password. Whether nobody has the address, somebody has no password, or the password is wrong:
 * the answer and the time it takes are the same.
 *
 * @throws IdentityError `validation_failed`, `email_provider_disabled`, `phone_provider_disabled`,
 *   `invalid_credentials`, `user_banned`, `email_not_confirmed`, `phone_not_confirmed`; what the password hook rejects with
 */
export async function provePassword(identity: PasswordIdentity, request: PasswordSignIn): Promise<ProvenUser> {
  const { passwords, settings } = identity;
  requireUsableAddress(request, settings);
  const found = await findCandidate(identity, request);
  if (found !== undefined && isBanned(found.user, found.now)) throw new IdentityError("user_banned", { status: 400 });
  const stored = found && storedHash(identity, found.user);
  const isRight = await passwords.verify(stored, request.password);
  if (found === undefined || stored === undefined) throw new IdentityError("invalid_credentials");
  await judgeAttempt(identity, "password_verification_attempt", {
    input: { user_id: found.user.id, valid: isRight },
    origin: request.origin,
  });
  if (!isRight) throw new IdentityError("invalid_credentials");
  const kind = kindOf(found.user, request);
  requireEnabled(kind, settings);
  requireConfirmed(found.user, kind, settings);
  const passwordHash = passwords.isOutdated(stored, request.password)
    ? await passwords.hash(request.password)
    : undefined;
  return { user: found.user, provider: kind, passwordHash };
}

type AddressKind = "email" | "phone";

/** By what somebody comes in. A name stands for the e-mail address, or for the number of whoever has nothing else. */
function kindOf(user: StoredUser, { phone }: PasswordSignIn): AddressKind {
  return phone !== undefined || (!user.email && user.phone) ? "phone" : "email";
}

function requireConfirmed(user: StoredUser, kind: AddressKind, settings: IdentitySettings): void {
  if (kind === "phone") {
    if (user.phone_confirmed_at === null) throw new IdentityError("phone_not_confirmed");
    return;
  }
  if (user.email_confirmed_at !== null || settings["auth.email.allow_unverified_sign_ins"]) return;
  throw new IdentityError("email_not_confirmed");
}

function requireUsableAddress({ email, phone }: PasswordSignIn, settings: IdentitySettings): void {
  if (email !== undefined && phone !== undefined) {
    throw new IdentityError("validation_failed", {
      message: "Only an email address or phone number should be provided on login.",
    });
  }
  if (phone !== undefined) {
    requireEnabled("phone", settings);
    return;
  }
  if (email === undefined) throw new IdentityError("validation_failed", { message: "missing email or phone" });
  // Whose name it is decides later: it may stand for a number.
  if (settings["auth.sms.enable_signup"] && userNameOf(email, settings) !== undefined) return;
  requireEnabled("email", settings);
}

/** @throws IdentityError `email_provider_disabled`, `phone_provider_disabled` */
function requireEnabled(kind: AddressKind, settings: IdentitySettings): void {
  if (settings[kind === "phone" ? "auth.sms.enable_signup" : "auth.email.enable_signup"]) return;
  if (kind === "phone") {
    throw new IdentityError("phone_provider_disabled", { status: 422, message: "Phone logins are disabled" });
  }
  throw new IdentityError("email_provider_disabled", { status: 422, message: "Email logins are disabled" });
}

function userNameOf(text: string, settings: IdentitySettings): string | undefined {
  return settings["auth.user_names.enabled"] ? tryNormalizeUserName(text) : undefined;
}

/** The user with the address, and the database's time. What is no address is nobody's. */
async function findCandidate(
  { db, settings }: PasswordIdentity,
  { email = "", phone, audience }: PasswordSignIn,
): Promise<{ user: StoredUser; now: Date } | undefined> {
  const userName = userNameOf(email, settings);
  // Imported addresses can be of a form that no new one may have.
  const address = tryNormalizeEmail(email) ?? email.toLowerCase();
  const row = await selectUsers(db)
    .where((eb) => {
      if (phone !== undefined) return hasPhone("u", tryNormalizePhone(phone) ?? "");
      if (userName === undefined) return hasEmail("u", [address]);
      return eb("u.id", "=", eb.selectFrom("vedette.user_names").where("name", "=", userName).select("user_id"));
    })
    .where("u.aud", "=", audience)
    .where("u.is_sso_user", "=", false)
    .select(sql<Date>`now()`.as("database_now"))
    .orderBy(exactEmailFirst("u", address))
    .orderBy("u.id")
    .executeTakeFirst();
  return row === undefined ? undefined : { user: row, now: row.database_now };
}
