import { randomUUID } from "node:crypto";
import { repeatable, violatedConstraint } from "@vedette/database";
import { type Kysely, sql } from "kysely";
import { normalizeEmail } from "../addresses/email.ts";
import { type AuditAction, insertAuditEntry } from "../audit/audit-entry.ts";
import { IdentityError } from "../errors.ts";
import { askBeforeUserCreated, tellAfterUserCreated } from "../hooks/user-hooks.ts";
import type { Identity } from "../identity.ts";
import type { IdentityTables, Metadata } from "../identity-tables.ts";
import type { LinkMailKind } from "../mails/link-mails.ts";
import { type Link, type LinkRequest, putLink } from "../mails/queue-link-mail.ts";
import { dropToken } from "../one-time-tokens/token-store.ts";
import { requireStrongPassword } from "../passwords/password-rules.ts";
import { sealHash } from "../passwords/stored-hash.ts";
import type { RequestOrigin } from "../request-origin.ts";
import { requireTokenRoom } from "../tokens/token-size.ts";
import { requireFreeEmail } from "../users/change-email.ts";
import { createUser, EMAIL_IS_UNIQUE, type NewUser } from "../users/create-user.ts";
import { inviteExisting } from "../users/invite-user.ts";
import { findUser, findUserByEmail, lockUser, type StoredUser } from "../users/stored-user.ts";
import { type Administrator, requireReach } from "./reach.ts";

export type LinkPurpose = "signup" | "invite" | "magiclink" | "recovery" | "email_change_current" | "email_change_new";

export interface LinkOrder {
  readonly purpose: LinkPurpose;
  readonly email: string;
  readonly newEmail: string | undefined;
  readonly password: string | undefined;
  readonly data: Metadata;
  readonly audience: string;
  readonly redirectTo: string;
  readonly administrator: Administrator;
  readonly origin: RequestOrigin;
}

/** How each purpose is carried out. */
const PURPOSES = {
  signup: { mail: "confirmation", action: "user_confirmation_requested", ifUnknown: "create", ifConfirmed: "refuse" },
  invite: { mail: "invite", action: "user_invited", ifUnknown: "create", ifConfirmed: "refuse" },
  magiclink: { mail: "magic_link", action: "user_recovery_requested", ifUnknown: "sign_up", ifConfirmed: "go_on" },
  recovery: { mail: "recovery", action: "user_recovery_requested", ifUnknown: "refuse", ifConfirmed: "go_on" },
  email_change_current: {
    mail: "email_change_current",
    action: "user_modified",
    ifUnknown: "refuse",
    ifConfirmed: "go_on",
  },
  email_change_new: { mail: "email_change_new", action: "user_modified", ifUnknown: "refuse", ifConfirmed: "go_on" },
} as const satisfies Readonly<
  Record<
    LinkPurpose,
    {
      mail: LinkMailKind;
      action: AuditAction;
      ifUnknown: "create" | "sign_up" | "refuse";
      ifConfirmed: "refuse" | "go_on";
    }
  >
>;

/**
 * Makes the link and code of a mail for an administrator who delivers them otherwise. Nothing is sent.
 *
 * @throws IdentityError `validation_failed`, `weak_password`, `email_exists`, `user_not_found`,
 *   `not_admin` for a user with permissions that the administrator lacks
 */
export async function generateLink(identity: Identity, order: LinkOrder): Promise<{ user: StoredUser; link: Link }> {
  requireTokenRoom([order.data]);
  const email = normalizeEmail(order.email);
  const newEmail = readNewEmail(order);
  const found = await findUserByEmail(identity.db, { email, audience: order.audience });
  await requireReach(identity, order.administrator, found?.id);
  const purpose = purposeFor(order.purpose, found);
  if (found !== undefined && newEmail !== undefined)
    await requireFreeEmail(identity.db, { user: found, email: newEmail });
  const passwordHash = purpose === "signup" ? await hashPassword(identity, order) : undefined;
  const newUser = found === undefined ? linkUser(identity, { ...order, purpose, email, passwordHash }) : undefined;
  if (newUser !== undefined) await askBeforeUserCreated(identity, newUser, order.origin);
  try {
    const answer = await repeatable(() =>
      identity.db.transaction().execute(async (trx) => {
        const { origin } = order;
        const { actor } = order.administrator;
        const user =
          found === undefined && newUser !== undefined
            ? await createUser(trx, { user: newUser, action: PURPOSES[purpose].action, actor, origin })
            : await existingUser(trx, { ...order, purpose, user: found });
        const link = await putPurposeLink(identity, trx, { ...order, purpose, user, email, newEmail });
        return { user: (await findUser(trx, user.id)) ?? user, link };
      }),
    );
    if (newUser !== undefined) await tellAfterUserCreated(identity, answer.user, order.origin);
    return answer;
  } catch (cause) {
    if (violatedConstraint(cause) === EMAIL_IS_UNIQUE) throw new IdentityError("email_exists", { cause });
    throw cause;
  }
}

function readNewEmail({ purpose, newEmail }: LinkOrder): string | undefined {
  if (purpose !== "email_change_current" && purpose !== "email_change_new") return undefined;
  if (newEmail !== undefined) return normalizeEmail(newEmail);
  throw new IdentityError("validation_failed", { message: "new_email is required for a change of address" });
}

/** A sign-in link for an address that nobody has becomes a sign-up. */
function purposeFor(purpose: LinkPurpose, user: StoredUser | undefined): LinkPurpose {
  const { ifUnknown, ifConfirmed } = PURPOSES[purpose];
  if (user?.email_confirmed_at && ifConfirmed === "refuse") throw new IdentityError("email_exists");
  if (user !== undefined) return purpose;
  if (ifUnknown === "refuse") throw new IdentityError("user_not_found", { message: "User with this email not found" });
  return ifUnknown === "sign_up" ? "signup" : purpose;
}

/** Whoever asked for a sign-in link has no password to give. */
async function hashPassword(identity: Identity, { purpose, password }: LinkOrder): Promise<string | undefined> {
  if (purpose !== "signup" && password === undefined) return undefined;
  await requireStrongPassword(password ?? "", identity.settings);
  return identity.passwords.hash(password ?? "");
}

function linkUser(identity: Identity, order: LinkOrder & { email: string; passwordHash: string | undefined }): NewUser {
  const { email, audience, data, passwordHash, purpose } = order;
  const id = randomUUID();
  return {
    id,
    audience,
    role: identity.settings["auth.jwt_default_role"],
    email: { address: email, isConfirmed: false },
    passwordHash: passwordHash && sealHash(identity, id, passwordHash),
    userMetadata: data,
    isInvited: purpose === "invite",
  };
}

async function existingUser(
  trx: Kysely<IdentityTables>,
  { user, purpose, data, administrator: { actor }, origin }: LinkOrder & { user: StoredUser | undefined },
): Promise<StoredUser> {
  const locked = user && (await lockUser(trx, user.id));
  if (locked === undefined) throw new IdentityError("user_not_found");
  const traits = { user_id: locked.id, user_email: locked.email };
  await insertAuditEntry(trx, { action: PURPOSES[purpose].action, actor, origin, traits }).execute();
  return purpose === "invite" ? inviteExisting(trx, locked, data) : locked;
}

const CHANGE_TOKENS = ["email_change_token_current", "email_change_token_new"] as const;

async function putPurposeLink(
  identity: Identity,
  trx: Kysely<IdentityTables>,
  order: LinkOrder & { user: StoredUser; email: string; newEmail: string | undefined },
): Promise<Link> {
  const { user, purpose, email, newEmail, redirectTo, origin } = order;
  const kind = PURPOSES[purpose].mail;
  const request: LinkRequest = { kind, user, email, redirectTo, isPkce: false, origin };
  if (newEmail === undefined) return putLink(identity, trx, request);
  // A link that was sent for another change proves nothing about this one.
  if (user.email_change !== newEmail) {
    for (const type of CHANGE_TOKENS) await dropToken(trx, { userId: user.id, type });
  }
  await trx
    .updateTable("auth.users")
    .set({ email_change: newEmail, email_change_confirm_status: 0, updated_at: sql`now()` })
    .where("id", "=", user.id)
    .execute();
  return putLink(identity, trx, { ...request, email: purpose === "email_change_new" ? newEmail : email });
}
