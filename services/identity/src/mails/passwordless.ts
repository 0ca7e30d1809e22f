import { randomUUID } from "node:crypto";
import { violatedConstraint } from "@vedette/database";
import { normalizeEmail } from "../addresses/email.ts";
import { refuseUnwantedDomain } from "../addresses/refused-domains.ts";
import { IdentityError } from "../errors.ts";
import { beginFlow } from "../flows/flow-state.ts";
import { mailingTransaction } from "../hooks/mail-posts.ts";
import { askBeforeUserCreated, tellAfterUserCreated } from "../hooks/user-hooks.ts";
import type { Identity } from "../identity.ts";
import type { Metadata } from "../identity-tables.ts";
import { limitDomain } from "../limits/limit-mails.ts";
import { unmatchedArgon2id } from "../passwords/argon2id.ts";
import { requireTokenRoom } from "../tokens/token-size.ts";
import { createUser, EMAIL_IS_UNIQUE } from "../users/create-user.ts";
import { findUserByEmail, hasProviderIdentity } from "../users/stored-user.ts";
import { askForMail, type MailRequest } from "./ask-for-mail.ts";
import { claimMail } from "./mail-interval.ts";
import { queueLinkMail } from "./queue-link-mail.ts";

export interface PasswordlessRequest extends MailRequest {
  /** Becomes the metadata of a new user. */
  readonly data: Metadata;
  /** What happens for an address that nobody has. */
  readonly ifUnknown: "sign_up" | "refuse";
}

/**
 * Mails a code and link that signs in without a password. Somebody who is not confirmed yet gets the confirmation;
 * an address that nobody has becomes a new user.
 *
 * @throws IdentityError `email_provider_disabled`, `otp_disabled`, `signup_disabled`, `validation_failed`, `email_address_invalid`,
 *   `over_email_send_rate_limit`
 */
export async function askForSignIn(identity: Identity, request: PasswordlessRequest): Promise<void> {
  const { settings, db } = identity;
  if (!settings["auth.email.enable_signup"] || !settings["auth.email.enable_magic_links"]) {
    throw new IdentityError("email_provider_disabled", { status: 422, message: "Email logins are disabled" });
  }
  requireTokenRoom([request.data]);
  const email = normalizeEmail(request.email);
  refuseUnwantedDomain(identity, email);
  const user = await findUserByEmail(db, { email, audience: request.audience });
  if (user === undefined) return signUpWithoutPassword(identity, { ...request, email });
  // Whoever came with a provider's account may not have the address: whoever has it signs in, and confirms nobody else.
  const isKnown = user.email_confirmed_at !== null || hasProviderIdentity(user);
  await askForMail(identity, isKnown ? "magic_link" : "confirmation", { ...request, isPasswordless: true });
}

async function signUpWithoutPassword(identity: Identity, request: PasswordlessRequest): Promise<void> {
  if (request.ifUnknown === "refuse") {
    if (!identity.settings["auth.security.hide_accounts"]) throw new IdentityError("otp_disabled");
    const { email } = request;
    await identity.db.transaction().execute((trx) => claimMail(identity, trx, { email, kind: "recovery" }));
    return;
  }
  if (identity.settings["auth.disable_signup"]) throw new IdentityError("signup_disabled");
  await limitDomain(identity, request.email);
  try {
    await createAndMail(identity, request);
  } catch (error) {
    if (violatedConstraint(error) !== EMAIL_IS_UNIQUE) throw error;
    // Somebody took the address at the same moment.
    await askForMail(identity, "confirmation", { ...request, isPasswordless: true });
  }
}

async function createAndMail(identity: Identity, request: PasswordlessRequest): Promise<void> {
  const { email, audience, data, redirectTo, codeChallenge, origin } = request;
  const { settings } = identity;
  const id = randomUUID();
  const isConfirmed = settings["auth.email.autoconfirm"];
  const user = {
    id,
    audience,
    role: settings["auth.jwt_default_role"],
    email: { address: email, isConfirmed },
    passwordHash: unmatchedArgon2id(),
    userMetadata: { ...data, sub: id, email, email_verified: isConfirmed, phone_verified: false },
    identityData: data,
  };
  const kind = isConfirmed ? "magic_link" : "confirmation";
  await askBeforeUserCreated(identity, user, origin);
  const created = await mailingTransaction(identity, origin, async (trx) => {
    const action = isConfirmed ? "user_signedup" : "user_confirmation_requested";
    const stored = await createUser(trx, { user, action, origin });
    await claimMail(identity, trx, { email, kind: isConfirmed ? "recovery" : "confirmation" });
    const method = isConfirmed ? "magiclink" : "email/signup";
    if (codeChallenge !== undefined) await beginFlow(trx, { userId: id, method, codeChallenge });
    const isPkce = codeChallenge !== undefined;
    await queueLinkMail(identity, trx, { kind, user: stored, email, redirectTo, isPkce, origin });
    return stored;
  });
  await tellAfterUserCreated(identity, created, origin);
}
