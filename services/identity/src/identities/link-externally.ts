import { violatedConstraint } from "@vedette/database";
import { type Kysely, sql } from "kysely";
import { insertAuditEntry } from "../audit/audit-entry.ts";
import { IdentityError } from "../errors.ts";
import { mailingTransaction } from "../hooks/mail-posts.ts";
import type { Identity } from "../identity.ts";
import type { IdentityTables } from "../identity-tables.ts";
import { notify } from "../mails/notify.ts";
import { isBanned } from "../users/ban.ts";
import { beginEmailChange } from "../users/change-email.ts";
import { EMAIL_IS_UNIQUE } from "../users/create-user.ts";
import { markProven } from "../users/proven-user.ts";
import { uniqueEmail } from "../users/stored-address.ts";
import { findUser, lockUser, type StoredUser } from "../users/stored-user.ts";
import { provedAddresses } from "./decide-linking.ts";
import { type ExternalIdentity, isSingleSignOn, leadingEmail } from "./external-identity.ts";
import { putExternalIdentity, takeOverClaims } from "./put-external-identity.ts";
import { type ExternalSignIn, traitsOf, withTrust } from "./sign-in-externally.ts";

export interface ManualLinking<Result> extends Omit<ExternalSignIn<Result>, "audience"> {
  /** Who is signed in. */
  readonly userId: string;
}

/**
 * Adds an account to the ways in which the signed-in user signs in. Somebody without an address gets that of the
 * account: at once if it is verified, else by a mail.
 *
 * @throws IdentityError `manual_linking_disabled`, `email_not_found`, `user_sso_managed`, `identity_already_exists`,
 *   `email_doesn't_match`, `email_exists`, `email_not_confirmed` once the account is linked and the mail is stored
 * @see spec 1, States: manual link
 */
export async function linkExternally<Result>(identity: Identity, linking: ManualLinking<Result>): Promise<Result> {
  if (!identity.settings["auth.enable_manual_linking"]) throw new IdentityError("manual_linking_disabled");
  const external = withTrust(identity, linking.external);
  if (external.emails.length === 0 && !linking.isEmailOptional) throw new IdentityError("email_not_found");
  const outcome = await mailingTransaction(identity, linking.origin, (trx) =>
    link(identity, trx, { ...linking, external }),
  );
  if (outcome !== undefined) return outcome.value;
  throw new IdentityError("email_not_confirmed", {
    message: `Unverified email with ${external.provider}. A confirmation email has been sent to your ${external.provider} email`,
  });
}

async function link<Result>(
  identity: Identity,
  trx: Kysely<IdentityTables>,
  linking: ManualLinking<Result>,
): Promise<{ readonly value: Result } | undefined> {
  const { userId, external, origin, finish } = linking;
  const user = await lockUser(trx, userId);
  if (user === undefined) throw new IdentityError("user_not_found", { status: 403 });
  if (isBanned(user, new Date())) throw new IdentityError("user_banned");
  if (user.is_sso_user || isSingleSignOn(external)) throw new IdentityError("user_sso_managed");
  requireMatchingEmail(identity, user, external);
  requireNew(user, external);
  await putExternalIdentity(trx, userId, external);
  await takeOverClaims(trx, userId, external.claims);
  const hasProof = await takeAddress(identity, trx, { ...linking, user });
  await insertAuditEntry(trx, { action: "identity_linked", actor: user, origin, traits: traitsOf(external) }).execute();
  const { provider } = external;
  await notify(identity, trx, { notice: { kind: "identity_linked", provider }, user, origin });
  if (!hasProof) return undefined;
  return { value: await finish(trx, (await findUser(trx, userId)) ?? user) };
}

function requireNew(user: StoredUser, { provider, subject }: ExternalIdentity): void {
  const isMine = user.identities.some((mine) => mine.provider === provider && mine.provider_id === subject);
  if (isMine) throw new IdentityError("identity_already_exists");
}

/** @see spec 1, OAuth-flow error codes: email_doesn't_match */
function requireMatchingEmail(
  { settings }: Pick<Identity, "settings">,
  { email }: StoredUser,
  { emails }: ExternalIdentity,
): void {
  if (settings["auth.account_linking.allow_different_emails"] || !email) return;
  if (emails.some(({ address }) => address === email)) return;
  throw new IdentityError("email_doesn't_match");
}

/** @returns whether the person can be let in: a new address that nobody vouches for is waited for */
async function takeAddress(
  identity: Identity,
  trx: Kysely<IdentityTables>,
  { user, external, redirectTo, origin }: ManualLinking<unknown> & { readonly user: StoredUser },
): Promise<boolean> {
  const email = leadingEmail(external)?.address;
  const isProved = email !== undefined && provedAddresses(identity, external).includes(email);
  if (user.email || email === undefined || isProved) {
    if (!user.email && isProved) await markProven(trx, user.id).execute();
    await trx
      .updateTable("auth.users")
      .set({
        is_anonymous: false,
        ...(user.email || email === undefined
          ? {}
          : { email: uniqueEmail(email, user.id), email_confirmed_at: sql<Date>`now()` }),
      })
      .where("id", "=", user.id)
      .execute()
      .catch(refuseTakenEmail);
    return true;
  }
  const change = { user, email, redirectTo, codeChallenge: undefined, sessionId: undefined, origin };
  await beginEmailChange(identity, trx, change);
  return false;
}

function refuseTakenEmail(cause: unknown): never {
  if (violatedConstraint(cause) === EMAIL_IS_UNIQUE) throw new IdentityError("email_exists", { cause });
  throw cause;
}
