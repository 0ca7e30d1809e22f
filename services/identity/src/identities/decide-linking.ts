import { type Kysely, sql } from "kysely";
import { tryNormalizeEmail } from "../addresses/email.ts";
import { IdentityError } from "../errors.ts";
import type { Identity } from "../identity.ts";
import type { IdentityTables } from "../identity-tables.ts";
import { isProven } from "../users/proven-user.ts";
import { hasEmail } from "../users/stored-address.ts";
import { findUserOwningEmail } from "../users/stored-user.ts";
import { type ExternalIdentity, isSingleSignOn } from "./external-identity.ts";

/** Whose account a provider's account is. */
export type LinkingDecision =
  /** It has signed in before. */
  | { readonly kind: "known"; readonly userId: string }
  /** It becomes a further way to sign in of somebody who has its verified address. */
  | { readonly kind: "link"; readonly userId: string }
  | { readonly kind: "create" };

export interface LinkingQuestion {
  readonly external: ExternalIdentity;
  readonly audience: string;
  /** Who was invited by a mail that has led here. */
  readonly invitedUserId?: string | undefined;
}

/**
 * Decides whose account it is that signs in; the first rule that holds counts. Changes nothing.
 *
 * @throws IdentityError `account_not_linked`, `signup_disabled`, `unexpected_failure` when a verified address belongs to
 *   several users
 * @see spec 1, States: "OAuth sign-in with a new identity"; OAuth-flow error codes
 */
export async function decideLinking(
  identity: Pick<Identity, "settings">,
  db: Kysely<IdentityTables>,
  question: LinkingQuestion,
): Promise<LinkingDecision> {
  const known = await findOwner(db, question.external);
  if (known !== undefined) return { kind: "known", userId: known };
  if (question.invitedUserId !== undefined) return acceptInvitation(db, question.invitedUserId, question.external);
  if (isSingleSignOn(question.external)) return create(identity);
  // Vouched for one by one: an unproved address beside a proved one would lead to whoever really has it.
  const addresses = question.external.emails.filter(({ isVerified }) => isVerified).map(({ address }) => address);
  const [match, ...others] = await findMatches(db, { addresses, audience: question.audience });
  if (others.length > 0) {
    throw new IdentityError("unexpected_failure", {
      message: "Several users have the e-mail address of this account. An administrator must decide whose it is.",
    });
  }
  if (match !== undefined) return link(identity, question.external, match);
  await requireFreeAddress(db, question);
  return create(identity);
}

async function findOwner(
  db: Kysely<IdentityTables>,
  { provider, subject }: ExternalIdentity,
): Promise<string | undefined> {
  const known = await db
    .selectFrom("auth.identities")
    .where("provider", "=", provider)
    .where("provider_id", "=", subject)
    .select("user_id")
    .executeTakeFirst();
  return known?.user_id;
}

/** The addresses that say who somebody is: where no address needs a proof, all of them. */
export function provedAddresses({ settings }: Pick<Identity, "settings">, { emails }: ExternalIdentity): string[] {
  const all = settings["auth.email.autoconfirm"];
  return emails.filter(({ isVerified }) => all || isVerified).map(({ address }) => address);
}

/** Whoever holds the link of an invitation has the mail: the account must only name the same address. */
async function acceptInvitation(
  db: Kysely<IdentityTables>,
  userId: string,
  { emails }: ExternalIdentity,
): Promise<LinkingDecision> {
  const invited = await db.selectFrom("auth.users").where("id", "=", userId).select("email").executeTakeFirst();
  const invitedEmail = tryNormalizeEmail(invited?.email ?? "");
  if (emails.some(({ address }) => address === invitedEmail)) return { kind: "link", userId };
  throw new IdentityError("validation_failed", {
    message: "Invited email does not match emails from external provider",
  });
}

interface Match {
  readonly userId: string;
  /** The user has proved another identifier, but not this address. */
  readonly hasUnprovedEmail: boolean;
}

/**
 * Users who have one of the addresses: as their own, or of another provider's account that is theirs. What a provider
 * did not vouch for says nothing: it could be a trap for whoever really has the address.
 */
async function findMatches(
  db: Kysely<IdentityTables>,
  { addresses, audience }: { addresses: readonly string[]; audience: string },
): Promise<readonly Match[]> {
  if (addresses.length === 0) return [];
  return (
    db
      .selectFrom("auth.users as u")
      .where("u.aud", "=", audience)
      .where("u.is_sso_user", "=", false)
      .where("u.deleted_at", "is", null)
      // Asked for once, as one value: with "or" both tables would be read whole.
      .where(
        sql<boolean>`u.id = any(array(
        select a.id from auth.users a where ${hasEmail("a", addresses)} and a.is_sso_user = false
        union
        select i.user_id from auth.identities i
        where i.email = any(${addresses}::text[]) and i.provider not like 'sso:%'
          and i.identity_data ->> 'email_verified' = 'true'))`,
      )
      .select("u.id as userId")
      .select(
        sql<boolean>`u.email_confirmed_at is null and ${hasEmail("u", addresses)} and ${isProven()}`.as(
          "hasUnprovedEmail",
        ),
      )
      .limit(2)
      .execute()
  );
}

/** @see spec 1, OAuth-flow error codes: account_not_linked */
function link(
  { settings }: Pick<Identity, "settings">,
  { provider, emails }: ExternalIdentity,
  { userId, hasUnprovedEmail }: Match,
): LinkingDecision {
  const isAllowed =
    settings["auth.account_linking.enabled"] && !settings["auth.account_linking.disable_implicit_linking"];
  if (!isAllowed) throw notLinked("Accounts are linked only by somebody who is signed in.");
  if (!emails.some(({ isVerified }) => isVerified)) throw notLinked(`${provider} does not vouch for the email.`);
  // Where sign-in needs no confirmation, users can claim an address that is not theirs and wait for its owner.
  if (hasUnprovedEmail && settings["auth.email.allow_unverified_sign_ins"]) {
    throw notLinked("The user who has this email address has never confirmed it.");
  }
  return { kind: "link", userId };
}

/** Nobody's address is taken by somebody who did not prove it. */
async function requireFreeAddress(db: Kysely<IdentityTables>, { external, audience }: LinkingQuestion): Promise<void> {
  const email = external.emails[0];
  if (email === undefined || external.emails.some(({ isVerified }) => isVerified)) return;
  const owner = await findUserOwningEmail(db, { email: email.address, audience });
  if (owner !== undefined) throw notLinked(`${external.provider} does not vouch for the email.`);
}

function create({ settings }: Pick<Identity, "settings">): LinkingDecision {
  if (settings["auth.account_linking.require_existing_user"]) throw notLinked("No user has this email address.");
  if (settings["auth.disable_signup"]) throw new IdentityError("signup_disabled");
  return { kind: "create" };
}

function notLinked(reason: string): IdentityError {
  return new IdentityError("account_not_linked", {
    message: `The provider account cannot be linked to a user. ${reason}`,
  });
}
