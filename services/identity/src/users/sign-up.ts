import { randomUUID } from "node:crypto";
import { violatedConstraint } from "@vedette/database";
import type { Kysely } from "kysely";
import { normalizeEmail } from "../addresses/email.ts";
import { refuseUnwantedDomain } from "../addresses/refused-domains.ts";
import { insertAuditEntry } from "../audit/audit-entry.ts";
import { IdentityError } from "../errors.ts";
import { beginFlow, type CodeChallenge } from "../flows/flow-state.ts";
import { mailingTransaction } from "../hooks/mail-posts.ts";
import { askBeforeUserCreated, tellAfterUserCreated } from "../hooks/user-hooks.ts";
import type { Identity } from "../identity.ts";
import type { IdentityTables, Metadata } from "../identity-tables.ts";
import { limitDomain } from "../limits/limit-mails.ts";
import { claimMail } from "../mails/mail-interval.ts";
import { queueLinkMail } from "../mails/queue-link-mail.ts";
import { requireStrongPassword } from "../passwords/password-rules.ts";
import { sealHash, storedHash } from "../passwords/stored-hash.ts";
import { signUpWithPhone } from "../phones/phone-sign-up.ts";
import type { Channel } from "../phones/send-code.ts";
import type { RequestOrigin } from "../request-origin.ts";
import { startSession } from "../sessions/start-session.ts";
import { requireTokenRoom } from "../tokens/token-size.ts";
import { signInAnonymously } from "./anonymous.ts";
import { confirmUser } from "./confirm-user.ts";
import { createUser, EMAIL_IS_UNIQUE } from "./create-user.ts";
import { obfuscatedUser } from "./obfuscated-user.ts";
import type { SignUpOutcome } from "./sign-up-outcome.ts";
import { findUserOwningEmail, hasProviderIdentity, lockUser, type StoredUser } from "./stored-user.ts";
import { type UserAnswer, userAnswer } from "./user-answer.ts";

export interface SignUp {
  readonly email: string | undefined;
  readonly phone: string | undefined;
  /** How a code is sent to a number. */
  readonly channel: Channel;
  readonly password: string;
  /** Becomes the user's metadata. */
  readonly data: Metadata;
  readonly audience: string;
  /** Where the link in the mail leads; allowed already. */
  readonly redirectTo: string;
  readonly codeChallenge: CodeChallenge | undefined;
  readonly origin: RequestOrigin;
}

type Check = (identity: Identity, request: SignUp) => void | Promise<void>;

/** What is refused whoever asks; nothing here looks at the database. */
const checks = [requireOneAddress, refuseDisabledProvider, checkPassword] as const satisfies readonly Check[];

/**
 * Creates a user with e-mail address and password, or without any address one who says later who it is.
 *
 * @throws IdentityError `signup_disabled`, `anonymous_provider_disabled`, `validation_failed`, `weak_password`,
 *   `email_provider_disabled`, `phone_provider_disabled`, `email_address_invalid`, `user_already_exists`,
 *   `over_email_send_rate_limit`
 * @see spec 1, Authentication: "Sign-up with an email already used by an OAuth account"
 */
export async function signUp(identity: Identity, request: SignUp): Promise<SignUpOutcome> {
  refuseWhenClosed(identity);
  requireTokenRoom([request.data]);
  if (request.email === undefined && request.phone === undefined) return signInAnonymously(identity, request);
  for (const check of checks) await check(identity, request);
  if (request.phone !== undefined) return signUpWithPhone(identity, { ...request, phone: request.phone });
  const address = { email: normalizeEmail(request.email ?? ""), audience: request.audience };
  refuseUnwantedDomain(identity, address.email);
  await limitDomain(identity, address.email);
  // Hashed before anything is looked up, so that known and unknown addresses take the same time.
  const passwordHash = await identity.passwords.hash(request.password);
  const existing = await findUserOwningEmail(identity.db, address);
  if (existing !== undefined) return signUpAgain(identity, existing, request);
  try {
    return await signUpNew(identity, { ...request, ...address, passwordHash });
  } catch (error) {
    if (violatedConstraint(error) !== EMAIL_IS_UNIQUE) throw error;
    const winner = await findUserOwningEmail(identity.db, address);
    if (winner === undefined) throw error;
    return signUpAgain(identity, winner, request);
  }
}

function refuseWhenClosed({ settings }: Identity): void {
  if (settings["auth.disable_signup"]) throw new IdentityError("signup_disabled");
}

function requireOneAddress(_identity: Identity, { email, phone }: SignUp): void {
  if (email === undefined || phone === undefined) return;
  throw new IdentityError("validation_failed", {
    message: "Only an email address or phone number should be provided on signup.",
  });
}

function refuseDisabledProvider({ settings }: Identity, { email, phone, codeChallenge }: SignUp): void {
  if (phone !== undefined) {
    if (!settings["auth.sms.enable_signup"]) throw new IdentityError("phone_provider_disabled");
    if (codeChallenge === undefined) return;
    throw new IdentityError("validation_failed", { message: "PKCE not supported for phone signups" });
  }
  if (email === undefined) return;
  if (!settings["auth.email.enable_signup"]) throw new IdentityError("email_provider_disabled");
}

async function checkPassword({ settings }: Identity, { password }: SignUp): Promise<void> {
  await requireStrongPassword(password, settings);
}

async function signUpNew(
  identity: Identity,
  request: SignUp & { readonly email: string; readonly passwordHash: string },
): Promise<SignUpOutcome> {
  const { settings } = identity;
  const { email, data, audience, passwordHash, origin } = request;
  const id = randomUUID();
  const isConfirmed = settings["auth.email.autoconfirm"];
  const newUser = {
    id,
    audience,
    role: settings["auth.jwt_default_role"],
    email: { address: email, isConfirmed },
    passwordHash: sealHash(identity, id, passwordHash),
    userMetadata: { ...data, sub: id, email, email_verified: isConfirmed, phone_verified: false },
    identityData: data,
  };
  await askBeforeUserCreated(identity, newUser, origin);
  const { created, outcome } = await mailingTransaction(identity, origin, async (trx) => {
    const action = isConfirmed ? "user_signedup" : "user_confirmation_requested";
    const user = await createUser(trx, { user: newUser, action, origin });
    return { created: user, outcome: await letIn(identity, trx, { ...request, user }) };
  });
  await tellAfterUserCreated(identity, created, origin);
  return outcome;
}

/** A new user is signed in when the address needs no proof, and gets a mail otherwise. */
async function letIn(
  identity: Identity,
  trx: Kysely<IdentityTables>,
  request: SignUp & { readonly user: StoredUser },
): Promise<SignUpOutcome> {
  const { user, origin } = request;
  if (user.email_confirmed_at !== null) {
    return {
      kind: "session",
      session: await startSession(identity, trx, { user, method: "password", provider: "email", origin }),
    };
  }
  const sentAt = await sendConfirmation(identity, trx, request);
  return { kind: "user", user: userAnswer({ ...user, confirmation_sent_at: sentAt }) };
}

/** The address is taken: by somebody confirmed, by a provider's account, or by somebody who never confirmed. */
async function signUpAgain(identity: Identity, existing: StoredUser, request: SignUp): Promise<SignUpOutcome> {
  const isProviders = hasProviderIdentity(existing);
  if (existing.email_confirmed_at !== null || isProviders) {
    const audit = { action: "user_repeated_signup", actor: existing, origin: request.origin } as const;
    await insertAuditEntry(identity.db, audit).execute();
    if (identity.settings["auth.email.autoconfirm"] && !isProviders) throw new IdentityError("user_already_exists");
    const email = normalizeEmail(request.email ?? "");
    // An address that is free would have got a mail: asking twice must not tell the difference.
    if (!identity.settings["auth.email.autoconfirm"]) {
      await identity.db.transaction().execute((trx) => claimMail(identity, trx, { email, kind: "confirmation" }));
    }
    return { kind: "user", user: obfuscatedUser(identity, { ...request, email }) };
  }
  return identity.settings["auth.email.autoconfirm"]
    ? confirmByPassword(identity, existing, request)
    : confirmAgain(identity, existing, request);
}

/** A new mail for somebody who never confirmed; neither password nor data of the first sign-up change. */
async function confirmAgain(identity: Identity, { id }: StoredUser, request: SignUp): Promise<SignUpOutcome> {
  const { origin } = request;
  return mailingTransaction(identity, origin, async (trx) => {
    const user = await lockUser(trx, id);
    if (user === undefined) throw new IdentityError("conflict");
    await insertAuditEntry(trx, { action: "user_confirmation_requested", actor: user, origin }).execute();
    const sentAt = await sendConfirmation(identity, trx, { ...request, user });
    return { kind: "user", user: withoutInvitation({ ...user, confirmation_sent_at: sentAt }) };
  });
}

/** Confirmation was asked for once and is not any more: whoever knows the password of then is in. */
async function confirmByPassword(identity: Identity, existing: StoredUser, request: SignUp): Promise<SignUpOutcome> {
  const { origin, password } = request;
  const isSamePerson = await identity.passwords.verify(storedHash(identity, existing), password);
  if (!isSamePerson) throw new IdentityError("user_already_exists");
  return mailingTransaction(identity, origin, async (trx) => {
    const locked = await lockUser(trx, existing.id);
    if (locked === undefined) throw new IdentityError("conflict");
    const user = await confirmUser(trx, { user: locked, action: "user_signedup", origin });
    return {
      kind: "session",
      session: await startSession(identity, trx, { user, method: "password", provider: "email", origin }),
    };
  });
}

/** What an invitation says about somebody is for that person's eyes. */
function withoutInvitation(user: StoredUser): UserAnswer {
  const answer = userAnswer(user);
  return user.invited_at === null ? answer : { ...answer, user_metadata: {}, identities: [] };
}

async function sendConfirmation(
  identity: Identity,
  trx: Kysely<IdentityTables>,
  { user, redirectTo, codeChallenge, origin }: SignUp & { readonly user: StoredUser },
): Promise<Date> {
  const email = user.email ?? "";
  await claimMail(identity, trx, { email, kind: "confirmation" });
  if (codeChallenge !== undefined) await beginFlow(trx, { userId: user.id, method: "email/signup", codeChallenge });
  const isPkce = codeChallenge !== undefined;
  return queueLinkMail(identity, trx, { kind: "confirmation", user, email, redirectTo, isPkce, origin });
}
