import { sql } from "kysely";
import { ResourceError } from "../errors.ts";
import type { Store } from "../objects/store.ts";
import type { StoredVersion } from "../resource-tables.ts";

/** The versions of an object, the newest first: of each generation the last that was written. */
export async function listVersions(
  db: Store,
  uid: string,
  { limit, start }: { limit: number; start: number },
): Promise<StoredVersion[]> {
  return await generations(db, uid).limit(limit).offset(start).execute();
}

/** @throws ResourceError `version_not_found` */
export async function findVersion(db: Store, uid: string, generation: number): Promise<StoredVersion> {
  const found = await generations(db, uid).where("generation", "=", String(generation)).executeTakeFirst();
  if (found === undefined) throw new ResourceError("version_not_found");
  return found;
}

function generations(db: Store, uid: string) {
  return db
    .selectFrom("vedette.object_versions")
    .selectAll()
    .distinctOn("generation")
    .where("uid", "=", uid)
    .where(sql<boolean>`not is_deleted`)
    .orderBy("generation", "desc")
    .orderBy("resource_version", "desc");
}
