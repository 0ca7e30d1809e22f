import { isUuid, NIL_UUID } from "@vedette/database";
import type { AuditActor } from "../audit/audit-entry.ts";
import { IdentityError } from "../errors.ts";
import type { Identity } from "../identity.ts";
import type { Authority } from "../mails/team.ts";
import { findUser } from "../users/stored-user.ts";
import type { UserFields } from "./user-fields.ts";

/** An administrator and what they may change. */
export interface Administrator {
  readonly actor: AuditActor;
  readonly authority: Authority;
}

/** @throws IdentityError `not_admin` for an administrator of users alone */
export function requireEverything({ authority }: Administrator): void {
  if (authority === "everything") return;
  throw new IdentityError("not_admin", { message: "This needs the permission identity.settings:write" });
}

/**
 * Requires that an administrator of users holds every permission of the user to change or create: with the password,
 * e-mail address or a sign-in link of another user they would have the permissions of that user.
 *
 * @param userId - an id as the caller sent it; one that no user has stands for a new user, who has the default role
 * @throws IdentityError `not_admin`
 */
export async function requireReach(
  { db, settings, team }: Pick<Identity, "db" | "settings" | "team">,
  { actor, authority }: Administrator,
  userId = NEW_USER,
): Promise<void> {
  if (authority === "everything" || userId === actor.id || !isUuid(userId)) return;
  const user = await findUser(db, userId);
  const isServerAdmin = settings["auth.jwt_admin_roles"].some((role) => role === user?.role);
  if (!isServerAdmin && (await team.holdsAllOf(actor.id, userId))) return;
  throw new IdentityError("not_admin", { message: "This user has permissions that you do not have" });
}

/** An id that no user has. */
const NEW_USER = NIL_UUID;

/**
 * Requires that an administrator of users grants nothing: an admin role makes a server administrator, and the identities
 * of external providers name the groups from which team memberships follow.
 *
 * @throws IdentityError `not_admin`
 */
export function requirePlainFields(
  { settings }: Pick<Identity, "settings">,
  administrator: Administrator,
  { role, accounts = [] }: Pick<UserFields, "role" | "accounts">,
): void {
  const isAdminRole = settings["auth.jwt_admin_roles"].some((name) => name === role);
  const isExternal = accounts.some(({ provider }) => provider !== "email" && provider !== "phone");
  if (isAdminRole || isExternal) requireEverything(administrator);
}
