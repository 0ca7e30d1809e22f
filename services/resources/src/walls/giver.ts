import { sql } from "kysely";
import type { Caller } from "../access/caller.ts";
import { standingOfServiceAccount, standingOfUser } from "../access/held-permissions.ts";
import { type Permission, permissionsOfRole } from "../access/permissions.ts";
import type { TokenGroups } from "../access/team-people.ts";
import { ResourceError } from "../errors.ts";
import type { Store } from "../objects/store.ts";
import type { Resources } from "../resources.ts";

/** Somebody with tokens of another issuer: what these said last is all that is known of them. */
const OUTSIDE = "outside";

/**
 * Who answers for a wall, as it is kept from now on. A wall may what its giver may, for as long as it hangs: a token that
 * may less than its account answers for none.
 *
 * @throws ResourceError `token_narrowed`
 */
export function giverOf({ kind, uid, login, present, isNarrowed = false }: Caller) {
  if (isNarrowed) throw new ResourceError("token_narrowed");
  return {
    given_by: `${present === undefined ? kind : OUTSIDE}:${uid}`,
    giver_login: login,
    giver_provider: present?.provider ?? "",
    giver_groups: JSON.stringify(present?.groups ?? []),
    given_at: sql<Date>`now()`,
  };
}

/** Who answers for a wall, as it is kept. */
export interface Giver {
  /** `user:<uid>` */
  readonly given_by: string;
  readonly giver_provider: string;
  readonly giver_groups: readonly string[];
  /** Seconds since they said so. */
  readonly givenAgo: number;
}

/**
 * What a giver may do at this moment: of people who are gone or locked out, of accounts that are disabled, and of those
 * whose issuer is not accepted any more, nothing.
 */
export async function permissionsOfGiver(
  resources: Pick<Resources, "db" | "identity" | "settings">,
  giver: Giver,
): Promise<readonly Permission[]> {
  const { db } = resources;
  const [kind, uid = ""] = giver.given_by.split(":", 2);
  switch (kind) {
    case "user":
      return (await isWelcome(db, uid)) ? await permissionsOfUser(resources, uid) : [];
    case OUTSIDE:
      return isAccepted(resources, giver) ? await permissionsOfUser(resources, uid, toldOf(resources, uid, giver)) : [];
    case "service-account":
      return await permissionsOfServiceAccount(db, uid);
    case "api-key":
      return permissionsOfRole("Admin");
    default:
      return [];
  }
}

/** Walls of before do not know their giver's issuer. */
function isAccepted({ identity }: Pick<Resources, "identity">, { giver_provider: wanted }: Giver): boolean {
  return identity.thirdParty.all().some(({ issuer }) => wanted === "" || issuer.provider === wanted);
}

/** Groups count for as long as those that anybody tells. */
function toldOf(
  { settings }: Pick<Resources, "settings">,
  id: string,
  { giver_provider, giver_groups, givenAgo }: Giver,
): TokenGroups {
  const { "resources.team_sync_max_age": seconds } = settings;
  const isFresh = seconds === 0 || givenAgo < seconds;
  return { id, provider: giver_provider, groups: isFresh ? giver_groups : [] };
}

async function isWelcome(db: Store, userId: string): Promise<boolean> {
  const { rows } = await sql`
    select from auth.users where id = ${userId}::uuid and deleted_at is null
      and (banned_until is null or banned_until <= now())`.execute(db);
  return rows.length > 0;
}

async function permissionsOfUser(
  resources: Pick<Resources, "db" | "identity" | "settings">,
  userId: string,
  present?: TokenGroups,
) {
  const { role, permissions } = await standingOfUser(resources, userId, present);
  return [...permissionsOfRole(role), ...permissions];
}

async function permissionsOfServiceAccount(db: Store, uid: string): Promise<readonly Permission[]> {
  const account = await db
    .selectFrom("vedette.service_accounts")
    .select(["id", "role"])
    .where("uid", "=", uid)
    .where("is_disabled", "=", false)
    .executeTakeFirst();
  if (account === undefined) return [];
  const { role, permissions } = await standingOfServiceAccount(db, account.id, account.role);
  return [...permissionsOfRole(role), ...permissions];
}
