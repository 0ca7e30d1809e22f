import {
  changesTold,
  findUser,
  inviteUser,
  isAllowedRedirect,
  listUsers,
  type RequestOrigin,
  type Span,
  type StoredUser,
  USER_STATES,
} from "@vedette/identity";
import type { Author } from "../access/caller.ts";
import { requireGrantableRole } from "../access/grants.ts";
import { giveRole, hasAdministrator, isLastAdministrator, rolesOf } from "../access/memberships.ts";
import type { Role } from "../access/permissions.ts";
import { recordAudit } from "../audit/record.ts";
import { ResourceError } from "../errors.ts";
import type { Store } from "../objects/store.ts";
import { resourceTables } from "../resource-tables.ts";
import type { Resources } from "../resources.ts";

/** Somebody with an account, as administrators see them. */
export interface Person {
  readonly uid: string;
  readonly email: string;
  /** Empty when nobody gave one. */
  readonly name: string;
  readonly role: Role;
  readonly state: "confirmed" | "unconfirmed" | "invited" | "banned";
  readonly createdAt: Date;
  readonly lastSignInAt: Date | null;
  /** Empty when there is none. */
  readonly phone: string;
  /** What they can sign in with, in the order in which it came. */
  readonly providers: readonly string[];
  /** When the link of the newest invitation stops working; absent unless somebody is invited. */
  readonly invitedUntil?: Date;
  /** When somebody who had been invited confirmed the address. */
  readonly acceptedAt?: Date;
}

/** What people can be asked for by; who is invited, also by whether the link in the newest mail still works. */
export const PERSON_STATES = [...USER_STATES, "pending", "expired"] as const;

type PersonState = (typeof PERSON_STATES)[number];

export interface PeopleQuery {
  /** Part of an address, name, telephone number, id or provider's name; empty for everybody. */
  readonly query: string;
  readonly state?: PersonState | undefined;
  readonly provider?: string | undefined;
  readonly created?: Span | undefined;
  readonly signedIn?: Span | undefined;
  /** From 1. */
  readonly page: number;
  readonly perPage: number;
}

/** One page of people, the newest first, and how many there are. */
export async function listPeople(
  { db, identity, settings }: Resources,
  { query, state, ...wish }: PeopleQuery,
): Promise<{ people: Person[]; total: number }> {
  const audience = identity.settings["auth.jwt_audience"];
  const lifetimeMs = identity.settings["auth.email.otp_expiry"] * 1000;
  const meant = {
    audience,
    filter: query,
    isWide: true,
    order: "desc",
    ...wish,
    ...invitedAs(state, lifetimeMs),
  } as const;
  const { users, total } = await listUsers(identity.db, meant);
  const ids = users.map(({ id }) => id);
  const roleById = await rolesOf(db, ids);
  const people = users.map((user) => {
    const person = personOf(user, roleById.get(user.id) ?? settings["resources.default_role"]);
    const sentAt = user.confirmation_sent_at ?? user.invited_at;
    if (person.state !== "invited" || sentAt === null) return person;
    return { ...person, invitedUntil: new Date(sentAt.getTime() + lifetimeMs) };
  });
  return { people, total };
}

function invitedAs(state: PersonState | undefined, lifetimeMs: number) {
  if (state !== "pending" && state !== "expired") return { state };
  const oldest = new Date(Date.now() - lifetimeMs);
  const invited = state === "pending" ? { from: oldest, to: undefined } : { from: undefined, to: oldest };
  return { state: "invited" as const, invited };
}

/** @throws ResourceError `user_not_found` */
export async function findPerson(
  { db, identity, settings }: Resources,
  wanted: { readonly uid: string } | { readonly email: string },
): Promise<Person> {
  const user =
    "uid" in wanted
      ? await findUser(identity.db, wanted.uid)
      : (
          await listUsers(identity.db, {
            ...FIRST,
            audience: identity.settings["auth.jwt_audience"],
            filter: wanted.email,
          })
        ).users.find(({ email }) => email?.toLowerCase() === wanted.email.toLowerCase());
  if (user === undefined) throw new ResourceError("user_not_found");
  const role = (await rolesOf(db, [user.id])).get(user.id) ?? settings["resources.default_role"];
  return personOf(user, role);
}

const FIRST = { page: 1, perPage: 100, order: "asc" } as const;

/** One wish to make somebody more or less than they are. */
export interface RoleChange {
  readonly userId: string;
  readonly role: Role;
  readonly author: Author;
}

/**
 * Gives somebody a basic role. There is always an administrator left, also when two take each other's role at once.
 *
 * @throws ResourceError `user_not_found`, `grant_refused` for a role, old or new, that is more than the author's,
 *   `last_administrator`
 */
export async function changeRole(resources: Resources, { userId, role, author }: RoleChange): Promise<void> {
  await findPerson(resources, { uid: userId });
  const presumed = resources.settings["resources.default_role"];
  await resources.db.transaction().execute(async (trx) => {
    const before = await exchangeRole(trx, { userId, role, author, presumed });
    const changes = changesTold({ role: before }, { role }, ["role"]);
    await recordAudit(trx, author, { action: "users.role", target: `users/${userId}`, details: { role }, changes });
  });
}

/**
 * Gives a role in place of the one before, if the author could have given both. Waits for others who do the same, so
 * that what is true of the role before stays true.
 *
 * @param change - `presumed` is the role of somebody to whom nobody gave one, absent for somebody who is new
 */
async function exchangeRole(trx: Store, change: RoleChange & { readonly presumed?: Role }) {
  const { userId, role, author, presumed } = change;
  await trx.selectFrom("vedette.installation").select("id").forUpdate().executeTakeFirstOrThrow();
  const before = (await rolesOf(trx, [userId])).get(userId) ?? presumed;
  if (before !== undefined) await requireGrantableRole(trx, author, before);
  await requireGrantableRole(trx, author, role);
  if (role !== "Admin" && (await isLastAdministrator(trx, userId))) throw new ResourceError("last_administrator");
  await giveRole(trx, userId, role);
  if (before === "Admin" && !(await hasAdministrator(trx))) throw new ResourceError("last_administrator");
  return before;
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
  /** What is kept of somebody new in `user_metadata`. */
  readonly data?: Readonly<Record<string, unknown>> | undefined;
  /** Where the link leads; to choose a password, unless given. */
  readonly redirectTo?: string | undefined;
  readonly author: Author;
  readonly origin: RequestOrigin;
}

/**
 * Invites somebody by mail. User, role, mail and audit record are one transaction. Somebody who has been invited before
 * gets the new role in place of the old one, as by {@link changeRole}.
 *
 * @throws ResourceError `redirect_not_allowed`, `grant_refused`, `last_administrator`; IdentityError `email_exists` for somebody who is here
 *   already, `validation_failed`
 */
export async function invitePerson({ identity, publicUrl }: Resources, invitation: PersonInvitation): Promise<void> {
  const { email, name, role, data, redirectTo = `${publicUrl}/join`, author, origin } = invitation;
  const allowList = identity.settings["auth.additional_redirect_urls"];
  if (invitation.redirectTo !== undefined && !isAllowedRedirect(redirectTo, { ...identity.addresses, allowList }))
    throw new ResourceError("redirect_not_allowed");
  await inviteUser(identity, {
    email,
    data: name === undefined ? { ...data } : { ...data, name },
    redirectTo,
    origin,
    alongside: async (identityTrx, user) => {
      const trx = resourceTables(identityTrx);
      const before = await exchangeRole(trx, { userId: user.id, role, author });
      const target = `users/${user.id}`;
      const changes = changesTold({ email: undefined, role: before }, { email: user.email, role }, ["email", "role"]);
      await recordAudit(trx, author, { action: "users.invite", target, details: { role }, changes });
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
    phone: user.phone ?? "",
    ...(user.invited_at !== null && user.confirmed_at !== null && { acceptedAt: user.confirmed_at }),
    providers: [...new Set(user.identities.map(({ provider }) => provider))],
  };
}

function stateOf({ confirmed_at, invited_at, banned_until }: StoredUser): Person["state"] {
  if (banned_until !== null && banned_until.getTime() > Date.now()) return "banned";
  if (confirmed_at !== null) return "confirmed";
  return invited_at === null ? "unconfirmed" : "invited";
}
