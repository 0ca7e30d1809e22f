import type { Database } from "@vedette/database";
import { ROLES } from "../access/permissions.ts";
import type { ResourceDatabase } from "../resource-tables.ts";

/**
 * Finds the names that are neither a basic role nor the name or uid of a custom role. Case does not matter.
 *
 * @returns the names as they were given, in their order
 */
export async function unknownRoles(db: Database, names: readonly string[]): Promise<readonly string[]> {
  if (names.length === 0) return [];
  const custom = await db
    .as<ResourceDatabase>()
    .selectFrom("vedette.roles")
    .where("is_managed", "=", false)
    .select(["uid", "name"])
    .execute();
  const known = new Set(
    [...ROLES, ...custom.flatMap(({ uid, name }) => [uid, name])].map((name) => name.toLowerCase()),
  );
  return names.filter((name) => !known.has(name.toLowerCase()));
}
