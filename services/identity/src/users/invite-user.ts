import { randomUUID } from "node:crypto";
import { violatedConstraint } from "@vedette/database";
import { type Kysely, sql } from "kysely";
import { normalizeEmail } from "../addresses/email.ts";
import { ADMINISTRATOR, type AuditActor, insertAuditEntry } from "../audit/audit-entry.ts";
import { IdentityError } from "../errors.ts";
import { mailingTransaction } from "../hooks/mail-posts.ts";
import { askBeforeUserCreated, tellAfterUserCreated } from "../hooks/user-hooks.ts";
import { dropUnprovedAccess, isUnproved } from "../identities/prove-user.ts";
import type { Identity } from "../identity.ts";
import type { IdentityTables, Metadata } from "../identity-tables.ts";
import { limitMail } from "../limits/limit-mails.ts";
import { queueLinkMail } from "../mails/queue-link-mail.ts";
import { requireRecipient } from "../mails/recipients.ts";
import type { RequestOrigin } from "../request-origin.ts";
import { requireTokenRoom } from "../tokens/token-size.ts";
import { createUser, EMAIL_IS_UNIQUE, type NewUser } from "./create-user.ts";
import { findUser, findUserByEmail, lockUser, type StoredUser } from "./stored-user.ts";

export interface Invitation {
  readonly email: string;
  /** Becomes the user's metadata. */
  readonly data?: Metadata;
  /** Where the link leads; allowed already. */
  readonly redirectTo: string;
  readonly audience?: string;
  /** Who invites; absent for the holder of the secret key. */
  readonly actor?: AuditActor;
  readonly origin: RequestOrigin;
  /** Rejects an invitation of a new user, or of one that exists: it ends their sessions and removes their password. */
  readonly requireChange?: (userId: string | undefined) => Promise<void>;
  /** Further writes that belong to the invitation, e.g. a role; they are rolled back with it. */
  readonly alongside?: (trx: Kysely<IdentityTables>, user: StoredUser) => Promise<void>;
}

/**
 * Invites an address: a user who is not confirmed yet, and a mail with a link. Inviting again sends a new link, and the
 * old one is dead.
 *
 * @throws IdentityError `email_exists` when a confirmed user has the address, `validation_failed`
 * @see spec 1, States and transitions
 */
export async function inviteUser(identity: Identity, invitation: Invitation): Promise<StoredUser> {
  requireTokenRoom([invitation.data]);
  const email = normalizeEmail(invitation.email);
  const audience = invitation.audience ?? identity.settings["auth.jwt_audience"];
  const order = { ...invitation, email, audience };
  try {
    return await invite(identity, order);
  } catch (error) {
    if (violatedConstraint(error) !== EMAIL_IS_UNIQUE) throw error;
    // Somebody took the address at the same moment; now it is known who.
    return invite(identity, order);
  }
}

type Order = Invitation & { readonly audience: string };

async function invite(identity: Identity, order: Order): Promise<StoredUser> {
  const { email, audience, data = {}, origin, redirectTo } = order;
  const newUser = {
    id: randomUUID(),
    audience,
    role: identity.settings["auth.jwt_default_role"],
    email: { address: email, isConfirmed: false },
    userMetadata: data,
    isInvited: true,
  };
  const known = await findUserByEmail(identity.db, { email, audience });
  await order.requireChange?.(known?.id);
  if (known === undefined) await askBeforeUserCreated(identity, newUser, origin);
  const invited = await mailingTransaction(identity, origin, async (trx) => {
    const user = await invitedUser(trx, { ...order, newUser });
    // First what belongs to the invitation: a role makes somebody one of the team.
    await order.alongside?.(trx, user);
    await requireRecipient(identity, trx, email);
    await limitMail(identity, trx);
    const request = { kind: "invite", user, email, redirectTo, isPkce: false, origin } as const;
    const sentAt = await queueLinkMail(identity, trx, request);
    return { ...user, confirmation_sent_at: sentAt, invited_at: sentAt };
  });
  if (invited.id === newUser.id) await tellAfterUserCreated(identity, invited, origin);
  return invited;
}

async function invitedUser(
  trx: Kysely<IdentityTables>,
  { email, audience, data, newUser, actor = ADMINISTRATOR, origin }: Order & { readonly newUser: NewUser },
): Promise<StoredUser> {
  const found = await findUserByEmail(trx, { email, audience });
  const existing = found && (await lockUser(trx, found.id));
  if (existing?.email_confirmed_at) throw new IdentityError("email_exists");
  if (existing === undefined) return createUser(trx, { user: newUser, action: "user_invited", actor, origin });
  const traits = { user_id: existing.id, user_email: email };
  await insertAuditEntry(trx, { action: "user_invited", actor, origin, traits }).execute();
  return inviteExisting(trx, existing, data);
}

/**
 * Invites a user whose address is not confirmed. A user who has never proved anything may have been created by someone
 * else: nothing of it outlives the invitation, except the data of an earlier one that this one does not replace.
 */
export async function inviteExisting(
  trx: Kysely<IdentityTables>,
  user: StoredUser,
  data: Metadata | undefined,
): Promise<StoredUser> {
  if (isUnproved(user)) await dropUnprovedAccess(trx, user);
  const known = user.is_proven || user.invited_at !== null ? user.raw_user_meta_data : {};
  const hasData = data !== undefined && Object.keys(data).length > 0;
  const metadata = user.is_proven ? { ...known, ...data } : hasData ? data : known;
  await trx
    .updateTable("auth.users")
    .set({ invited_at: sql`now()`, raw_user_meta_data: JSON.stringify(metadata), updated_at: sql`now()` })
    .where("id", "=", user.id)
    .execute();
  return (await findUser(trx, user.id)) ?? user;
}
