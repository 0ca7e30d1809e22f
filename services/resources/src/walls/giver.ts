import { sql } from "kysely";
import type { Caller } from "../access/caller.ts";
import { standingOfServiceAccount, standingOfUser } from "../access/held-permissions.ts";
import { type Permission, permissionsOfRole } from "../access/permissions.ts";
import type { Store } from "../objects/store.ts";
import type { Resources } from "../resources.ts";

/** Somebody with tokens of another issuer: nothing is kept of them here but what they were given. */
const OUTSIDE = "outside";

/** Who answers for a wall, as it is kept: `user:<uid>`. */
export async function giverOf(db: Store, { kind, uid }: Caller): Promise<string> {
  if (kind !== "user") return `${kind}:${uid}`;
  const { rows } = await sql`select from auth.users where id = ${uid}::uuid`.execute(db);
  return `${rows.length > 0 ? kind : OUTSIDE}:${uid}`;
}

/** What a giver may do at this moment: of people who are gone or locked out, and of accounts that are disabled, nothing. */
export async function permissionsOfGiver(
  resources: Pick<Resources, "db" | "identity" | "settings">,
  giver: string,
): Promise<readonly Permission[]> {
  const { db } = resources;
  const [kind, uid = ""] = giver.split(":", 2);
  switch (kind) {
    case "user":
      return (await isWelcome(db, uid)) ? await permissionsOfUser(resources, uid) : [];
    case OUTSIDE:
      return await permissionsOfUser(resources, uid);
    case "service-account":
      return await permissionsOfServiceAccount(db, uid);
    case "api-key":
      return permissionsOfRole("Admin");
    default:
      return [];
  }
}

async function isWelcome(db: Store, userId: string): Promise<boolean> {
  const { rows } = await sql`
    select from auth.users where id = ${userId}::uuid and deleted_at is null
      and (banned_until is null or banned_until <= now())`.execute(db);
  return rows.length > 0;
}

async function permissionsOfUser(resources: Pick<Resources, "db" | "identity" | "settings">, userId: string) {
  const { role, permissions } = await standingOfUser(resources, userId);
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
