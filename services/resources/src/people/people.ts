import { inviteUser, listUsers, type RequestOrigin, type StoredUser } from "@vedette/identity";
import type { Author } from "../access/caller.ts";
import { giveRole, rolesOf } from "../access/memberships.ts";
import type { Role } from "../access/permissions.ts";
import { recordAudit } from "../audit/record.ts";
import { resourceTables } from "../resource-tables.ts";
import type { Resources } from "../resources.ts";

/** Somebody with an account, as administrators see them. */
export interface Person {
  readonly uid: string;
  readonly email: string;
  /** Empty when nobody gave one. */
  readonly name: string;
  readonly role: Role;
  readonly state: "confirmed" | "unconfirmed" | "invited";
  readonly createdAt: Date;
  readonly lastSignInAt: Date | null;
}

export interface PeopleQuery {
  /** Part of an address or name; empty for everybody. */
  readonly query: string;
  /** From 1. */
  readonly page: number;
  readonly perPage: number;
}

/** One page of people, the newest first, and how many there are. */
export async function listPeople(
  { db, identity, settings }: Resources,
  { query, page, perPage }: PeopleQuery,
): Promise<{ people: Person[]; total: number }> {
  const audience = identity.settings["auth.jwt_audience"];
  const { users, total } = await listUsers(identity.db, { audience, filter: query, page, perPage, order: "desc" });
  const ids = users.map(({ id }) => id);
  const roleById = await rolesOf(db, ids);
  const people = users.map((user) => personOf(user, roleById.get(user.id) ?? settings["resources.default_role"]));
  return { people, total };
}

/** The name that somebody has given; empty when there is none. */
export function nameOf({ raw_user_meta_data: metadata }: Pick<StoredUser, "raw_user_meta_data">): string {
  const name = metadata?.["name"] ?? metadata?.["full_name"];
  return typeof name === "string" ? name : "";
}

/** One wish to have somebody here. */
export interface PersonInvitation {
  readonly email: string;
  readonly name: string | undefined;
  readonly role: Role;
  readonly author: Author;
  readonly origin: RequestOrigin;
}

/**
 * Invites somebody by mail. User, role, mail and audit record are one transaction.
 *
 * @throws IdentityError `email_exists` for somebody who is here already, `validation_failed`
 */
export async function invitePerson({ identity, publicUrl }: Resources, invitation: PersonInvitation): Promise<void> {
  const { email, name, role, author, origin } = invitation;
  await inviteUser(identity, {
    email,
    data: name === undefined ? {} : { name },
    redirectTo: `${publicUrl}/join`,
    origin,
    alongside: async (identityTrx, user) => {
      const trx = resourceTables(identityTrx);
      await giveRole(trx, user.id, role);
      await recordAudit(trx, author, { action: "users.invite", target: `users/${user.id}`, details: { role } });
    },
  });
}

function personOf(user: StoredUser, role: Role): Person {
  return {
    uid: user.id,
    email: user.email ?? "",
    name: nameOf(user),
    role,
    state: stateOf(user),
    createdAt: user.created_at,
    lastSignInAt: user.last_sign_in_at,
  };
}

function stateOf({ confirmed_at, invited_at }: StoredUser): Person["state"] {
  if (confirmed_at !== null) return "confirmed";
  return invited_at === null ? "unconfirmed" : "invited";
}
