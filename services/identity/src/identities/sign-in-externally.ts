import { randomUUID } from "node:crypto";
import { violatedConstraint } from "@vedette/database";
import type { Kysely } from "kysely";
import { tryNormalizeEmail } from "../addresses/email.ts";
import { insertAuditEntry } from "../audit/audit-entry.ts";
import { IdentityError } from "../errors.ts";
import { mailingTransaction } from "../hooks/mail-posts.ts";
import { askBeforeUserCreated, tellAfterUserCreated } from "../hooks/user-hooks.ts";
import type { Identity } from "../identity.ts";
import type { IdentityTables } from "../identity-tables.ts";
import { notify } from "../mails/notify.ts";
import type { RequestOrigin } from "../request-origin.ts";
import { copiedClaims } from "../tokens/token-size.ts";
import { isBanned } from "../users/ban.ts";
import { createUser, EMAIL_IS_UNIQUE, type NewUser } from "../users/create-user.ts";
import { findUser, lockUser, type StoredUser } from "../users/stored-user.ts";
import { askForProof } from "./ask-for-proof.ts";
import { decideLinking, type LinkingDecision, provedAddresses } from "./decide-linking.ts";
import { type ExternalIdentity, isSingleSignOn, leadingEmail } from "./external-identity.ts";
import { confirmEmail, dropUnprovedIdentities, isUnproved, proveUser } from "./prove-user.ts";
import { ACCOUNT_IS_UNIQUE, putExternalIdentity, takeOverClaims } from "./put-external-identity.ts";

export interface ExternalSignIn<Result> {
  readonly external: ExternalIdentity;
  /** Whether an account without an e-mail address is let in. */
  readonly isEmailOptional: boolean;
  readonly audience: string;
  /** Who was invited by a mail that has led here. */
  readonly invitedUserId?: string | undefined;
  /** Where the link of a confirmation mail leads; allowed already. */
  readonly redirectTo: string;
  readonly origin: RequestOrigin;
  /** Starts the session, or gives out a code for it, in the transaction of everything else. */
  readonly finish: (trx: Kysely<IdentityTables>, user: StoredUser) => Promise<Result>;
}

/** Somebody else changed what was decided on: worth another look. */
class Overtaken extends Error {}

const MAX_ATTEMPTS = 4;

/**
 * Signs in whoever a provider vouches for: finds the user, links the account to one, or creates one. Hooks are asked as
 * with every sign-up, outside of the transaction.
 *
 * @throws IdentityError `email_not_found`, `account_not_linked`, `signup_disabled`, `user_banned`,
 *   `provider_email_needs_verification` once the user and the mail are stored; what a hook refuses with
 * @see spec 1, States: "OAuth sign-in with a new identity"
 */
export async function signInExternally<Result>(identity: Identity, signIn: ExternalSignIn<Result>): Promise<Result> {
  const external = withTrust(identity, signIn.external);
  if (external.emails.length === 0 && !signIn.isEmailOptional) throw new IdentityError("email_not_found");
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await trySignIn(identity, { ...signIn, external });
    } catch (error) {
      if (attempt === MAX_ATTEMPTS || !isOvertaken(error)) throw error;
    }
  }
}

function isOvertaken(error: unknown): boolean {
  const constraint = violatedConstraint(error);
  return error instanceof Overtaken || constraint === EMAIL_IS_UNIQUE || constraint === ACCOUNT_IS_UNIQUE;
}

/**
 * The primary address of a trusted provider counts as verified; the others beside it only where the provider says so.
 *
 * @see spec 1, OAuth-flow error codes: trustedProviders
 */
export function withTrust({ settings }: Pick<Identity, "settings">, external: ExternalIdentity): ExternalIdentity {
  if (!settings["auth.account_linking.trusted_providers"].includes(external.provider)) return external;
  const [primary, ...others] = external.emails;
  if (primary === undefined) return external;
  return { ...external, emails: [{ ...primary, isVerified: true }, ...others] };
}

async function trySignIn<Result>(identity: Identity, signIn: ExternalSignIn<Result>): Promise<Result> {
  const decision = await decideLinking(identity, identity.db, signIn);
  const newUser = decision.kind === "create" ? newUserOf(identity, signIn) : undefined;
  if (newUser !== undefined) await askBeforeUserCreated(identity, newUser, signIn.origin);
  const outcome = await mailingTransaction(identity, signIn.origin, async (trx) => {
    const user = await takeIn(identity, trx, { ...signIn, decision, newUser });
    if (isUnproved(user) && !identity.settings["auth.email.allow_unverified_sign_ins"]) {
      await askForProof(identity, trx, { ...signIn, user });
      return { user, result: undefined };
    }
    return { user, result: { value: await signIn.finish(trx, user) } };
  });
  if (newUser !== undefined) await tellAfterUserCreated(identity, outcome.user, signIn.origin);
  if (outcome.result !== undefined) return outcome.result.value;
  const { provider } = signIn.external;
  throw new IdentityError("provider_email_needs_verification", {
    message: `Unverified email with ${provider}. A confirmation email has been sent to your ${provider} email`,
  });
}

interface TakingIn extends ExternalSignIn<unknown> {
  readonly decision: LinkingDecision;
  readonly newUser: NewUser | undefined;
}

/** Does what was decided, unless somebody has changed what it was decided on. */
async function takeIn(identity: Identity, trx: Kysely<IdentityTables>, signIn: TakingIn): Promise<StoredUser> {
  const { decision, newUser, origin } = signIn;
  const user = decision.kind === "create" ? undefined : await lockUser(trx, decision.userId);
  const now = await decideLinking(identity, trx, signIn);
  if (!isSame(decision, now)) throw new Overtaken();
  if (newUser !== undefined) {
    const isConfirmed = newUser.email?.isConfirmed !== false;
    const action = isConfirmed ? "user_signedup" : "user_confirmation_requested";
    return createUser(trx, { user: newUser, action, origin });
  }
  if (user === undefined) throw new Overtaken();
  return takeInExisting(identity, trx, { ...signIn, user });
}

function isSame(one: LinkingDecision, other: LinkingDecision): boolean {
  if (one.kind === "create" || other.kind === "create") return one.kind === other.kind;
  return one.kind === other.kind && one.userId === other.userId;
}

async function takeInExisting(
  identity: Identity,
  trx: Kysely<IdentityTables>,
  { user, external, decision, invitedUserId, origin }: TakingIn & { readonly user: StoredUser },
): Promise<StoredUser> {
  if (isBanned(user, new Date())) throw new IdentityError("user_banned");
  const isProved =
    invitedUserId === user.id ||
    provedAddresses(identity, external).some((address) => address === tryNormalizeEmail(user.email ?? ""));
  if (isUnproved(user) && isProved) {
    await proveUser(trx, user, external);
    const action = invitedUserId === undefined ? "user_signedup" : "invite_accepted";
    await insertAuditEntry(trx, { action, actor: user, origin, traits: traitsOf(external) }).execute();
  } else {
    if (decision.kind === "link") await dropUnprovedIdentities(trx, user);
    if (isProved && user.email_confirmed_at === null) await confirmEmail(trx, user);
  }
  await putExternalIdentity(trx, user.id, external);
  await takeOverClaims(trx, user.id, external.claims);
  if (decision.kind === "link") {
    await insertAuditEntry(trx, {
      action: "identity_linked",
      actor: user,
      origin,
      traits: traitsOf(external),
    }).execute();
    const { provider } = external;
    await notify(identity, trx, { notice: { kind: "identity_linked", provider }, user, origin });
  }
  return (await findUser(trx, user.id)) ?? user;
}

/** What the audit log says of an account. */
export function traitsOf({ provider, subject }: ExternalIdentity): Record<string, string> {
  return { provider, provider_id: subject };
}

function newUserOf(identity: Identity, { external, audience }: ExternalSignIn<unknown>): NewUser {
  const email = leadingEmail(external);
  const proved = provedAddresses(identity, external);
  return {
    id: randomUUID(),
    audience,
    role: identity.settings["auth.jwt_default_role"],
    email: email && { address: email.address, isConfirmed: proved.includes(email.address) },
    accounts: [external],
    isSingleSignOn: isSingleSignOn(external),
    userMetadata: copiedClaims(external.claims),
  };
}
