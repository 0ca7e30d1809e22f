import { randomUUID } from "node:crypto";
import { violatedConstraint } from "@vedette/database";
import { normalizePhone } from "../addresses/phone.ts";
import { insertAuditEntry } from "../audit/audit-entry.ts";
import { IdentityError } from "../errors.ts";
import { mailingTransaction } from "../hooks/mail-posts.ts";
import { askBeforeUserCreated, tellAfterUserCreated } from "../hooks/user-hooks.ts";
import type { Identity } from "../identity.ts";
import type { Metadata } from "../identity-tables.ts";
import { claimText } from "../mails/mail-interval.ts";
import { findChangeOwner } from "../one-time-tokens/token-store.ts";
import { unmatchedArgon2id } from "../passwords/argon2id.ts";
import { sealHash } from "../passwords/stored-hash.ts";
import type { RequestOrigin } from "../request-origin.ts";
import { startSession } from "../sessions/start-session.ts";
import { createUser, PHONE_IS_UNIQUE } from "../users/create-user.ts";
import { obfuscatedPhoneUser } from "../users/obfuscated-user.ts";
import { recordPasswordlessRequest } from "../users/proven-user.ts";
import type { SignUpOutcome } from "../users/sign-up-outcome.ts";
import { findUser, findUserByPhone, lockUser, type StoredUser } from "../users/stored-user.ts";
import { userAnswer } from "../users/user-answer.ts";
import { type Channel, type SentCode, sendPhoneCode, testCodeOf } from "./send-code.ts";

export interface PhoneSignUp {
  readonly phone: string;
  /** Absent for somebody who signs in by codes only. */
  readonly password: string | undefined;
  readonly data: Metadata;
  readonly audience: string;
  readonly channel: Channel;
  readonly origin: RequestOrigin;
}

/**
 * Creates a user with phone number and password. The caller has refused what is refused whoever asks.
 *
 * @throws IdentityError `validation_failed`, `user_already_exists`, `over_sms_send_rate_limit`, `sms_send_failed`
 */
export async function signUpWithPhone(identity: Identity, request: PhoneSignUp): Promise<SignUpOutcome> {
  const phone = normalizePhone(request.phone);
  // Hashed before anything is looked up, so that known and unknown numbers take the same time.
  const passwordHash = await identity.passwords.hash(request.password ?? "");
  const existing = await findUserByPhone(identity.db, { phone, audience: request.audience });
  if (existing !== undefined) return signUpAgain(identity, existing, { ...request, phone });
  const { user, sent } = await createPhoneUser(identity, { ...request, phone, passwordHash });
  if (sent === undefined) {
    const { origin } = request;
    return {
      kind: "session",
      session: await startSession(identity, identity.db, { user, method: "password", provider: "phone", origin }),
    };
  }
  return { kind: "user", user: userAnswer({ ...user, confirmation_sent_at: sent.sentAt }) };
}

async function signUpAgain(identity: Identity, existing: StoredUser, request: PhoneSignUp): Promise<SignUpOutcome> {
  const { origin, phone } = request;
  if (existing.phone_confirmed_at !== null) {
    const audit = { action: "user_repeated_signup", actor: existing, origin } as const;
    await insertAuditEntry(identity.db, audit).execute();
    if (identity.settings["auth.sms.autoconfirm"]) throw new IdentityError("user_already_exists");
    // A number that is free would have got a message: asking twice must not tell the difference.
    await claimUnsentText(identity, { phone, kind: "sms" });
    return { kind: "user", user: obfuscatedPhoneUser(identity, request) };
  }
  return mailingTransaction(identity, origin, async (trx) => {
    const user = await lockUser(trx, existing.id);
    if (user === undefined) throw new IdentityError("conflict");
    await insertAuditEntry(trx, { action: "user_confirmation_requested", actor: user, origin }).execute();
    const code = { userId: user.id, phone, type: "confirmation_token", channel: request.channel } as const;
    const { sentAt } = await sendPhoneCode(identity, trx, code);
    return { kind: "user", user: userAnswer({ ...user, confirmation_sent_at: sentAt }) };
  });
}

/** @returns what was sent; nothing where numbers need no proof */
async function createPhoneUser(
  identity: Identity,
  request: PhoneSignUp & { readonly passwordHash: string },
): Promise<{ user: StoredUser; sent: SentCode | undefined }> {
  const { phone, data, audience, passwordHash, channel, origin } = request;
  const { settings } = identity;
  const id = randomUUID();
  const isConfirmed = settings["auth.sms.autoconfirm"];
  const newUser = {
    id,
    audience,
    role: settings["auth.jwt_default_role"],
    phone: { address: phone, isConfirmed },
    passwordHash: sealHash(identity, id, passwordHash),
    userMetadata: { ...data, sub: id, phone, email_verified: false, phone_verified: isConfirmed },
    identityData: data,
  };
  await askBeforeUserCreated(identity, newUser, origin);
  const created = await mailingTransaction(identity, origin, async (trx) => {
    const action = isConfirmed ? "user_signedup" : "user_confirmation_requested";
    const user = await createUser(trx, { user: newUser, action, origin });
    const code = { userId: id, phone, type: "confirmation_token", channel } as const;
    return { user, sent: isConfirmed ? undefined : await sendPhoneCode(identity, trx, code) };
  }).catch((cause: unknown) => {
    // Somebody took the number at the same moment.
    if (violatedConstraint(cause) === PHONE_IS_UNIQUE) throw new IdentityError("user_already_exists", { cause });
    throw cause;
  });
  await tellAfterUserCreated(identity, created.user, origin);
  return created;
}

export interface PhoneOtp extends Omit<PhoneSignUp, "password"> {
  readonly ifUnknown: "sign_up" | "refuse";
}

/**
 * Sends a code that signs in. A number that nobody has becomes a new user.
 *
 * @throws IdentityError `phone_provider_disabled`, `otp_disabled`, `signup_disabled`, `validation_failed`,
 *   `over_sms_send_rate_limit`, `sms_send_failed`
 */
export async function askForPhoneCode(identity: Identity, request: PhoneOtp): Promise<{ message_id?: string }> {
  requirePhoneSignIn(identity);
  const phone = normalizePhone(request.phone);
  const found = await findUserByPhone(identity.db, { phone, audience: request.audience });
  const type = "confirmation_token";
  if (found !== undefined) return resendTo(identity, { ...request, phone, user: found, type, isPasswordless: true });
  if (request.ifUnknown === "refuse") {
    if (!identity.settings["auth.security.hide_accounts"]) throw new IdentityError("otp_disabled");
    await claimUnsentText(identity, { phone, kind: "sms" });
    return {};
  }
  if (identity.settings["auth.disable_signup"]) throw new IdentityError("signup_disabled");
  const passwordHash = unmatchedArgon2id();
  const { user, sent } = await createPhoneUser(identity, { ...request, phone, password: undefined, passwordHash });
  if (sent === undefined) return resendTo(identity, { ...request, phone, user, type });
  return messageOf(sent);
}

/** Claims the interval of a message that is not sent. Test numbers have no interval and need no provider. */
async function claimUnsentText(
  identity: Identity,
  text: { readonly phone: string; readonly kind: "sms" | "phone_change" },
): Promise<void> {
  if (testCodeOf(identity.settings, text.phone, new Date()) !== undefined) return;
  await identity.db.transaction().execute((trx) => claimText(identity, trx, text));
}

/** @throws IdentityError `phone_provider_disabled` */
function requirePhoneSignIn({ settings }: Pick<Identity, "settings">): void {
  if (settings["auth.sms.enable_signup"]) return;
  throw new IdentityError("phone_provider_disabled", { message: "Unsupported phone provider" });
}

/**
 * Sends the code of a sign-up or of a change of number again. A change is found by the user's number, or by the new one
 * when the user has none yet; with several users it is the caller's. Without anything to confirm the response is the
 * same, and so is the interval before the next message.
 *
 * @throws IdentityError `phone_provider_disabled`, `validation_failed`, `over_sms_send_rate_limit`
 */
export async function resendPhoneCode(
  identity: Identity,
  request: Pick<PhoneOtp, "phone" | "audience" | "channel" | "origin"> & {
    readonly kind: "sms" | "phone_change";
    readonly callerId?: string | undefined;
  },
): Promise<{ message_id?: string }> {
  requirePhoneSignIn(identity);
  const phone = normalizePhone(request.phone);
  const isChange = request.kind === "phone_change";
  const user = isChange
    ? await findChanging(identity, { ...request, phone })
    : await findUserByPhone(identity.db, { phone, audience: request.audience });
  const target = isChange ? user?.phone_change || undefined : user?.phone_confirmed_at === null ? phone : undefined;
  if (user === undefined || target === undefined) {
    const { kind } = request;
    await claimUnsentText(identity, { phone, kind });
    return {};
  }
  const type = isChange ? "phone_change_token" : "confirmation_token";
  return resendTo(identity, { ...request, phone: target, user, type });
}

async function findChanging(
  { db }: Pick<Identity, "db">,
  { phone, audience, callerId }: { phone: string; audience: string; callerId?: string | undefined },
): Promise<StoredUser | undefined> {
  const owner = await findUserByPhone(db, { phone, audience });
  if (callerId === undefined && owner?.phone_change) return owner;
  const id = callerId ?? (await findChangeOwner(db, { address: phone, type: "phone_change_token" }));
  const user = id === undefined ? undefined : await findUser(db, id);
  return user && [user.phone, user.phone_change].includes(phone) ? user : undefined;
}

async function resendTo(
  identity: Identity,
  request: Pick<PhoneOtp, "phone" | "channel" | "origin"> & {
    readonly user: StoredUser;
    readonly type: "confirmation_token" | "phone_change_token";
    readonly isPasswordless?: boolean;
  },
): Promise<{ message_id?: string }> {
  const { user, phone, type, channel, isPasswordless, origin } = request;
  const sent = await mailingTransaction(identity, origin, async (trx) => {
    const locked = await lockUser(trx, user.id);
    if (locked === undefined) throw new IdentityError("conflict");
    await insertAuditEntry(trx, { action: "user_recovery_requested", actor: locked, origin }).execute();
    if (isPasswordless && !locked.is_proven) await recordPasswordlessRequest(trx, user.id);
    return sendPhoneCode(identity, trx, { userId: user.id, phone, type, channel });
  });
  return messageOf(sent);
}

function messageOf({ messageId }: SentCode): { message_id?: string } {
  return messageId === undefined ? {} : { message_id: messageId };
}
