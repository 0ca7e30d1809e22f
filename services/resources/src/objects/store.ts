import { type Kysely, sql } from "kysely";
import type { ResourceDatabase, StoredVersion } from "../resource-tables.ts";

/** The database, or a transaction on it. */
export type Store = Kysely<ResourceDatabase>;

/** Which object: `resource` is the plural of its kind. */
export interface ObjectKey {
  readonly resource: string;
  readonly namespace: string;
  readonly name: string;
}

/** In the words of the partial index: with a parameter the planner would not recognise it. */
export const IS_CURRENT = sql<boolean>`(superseded_by is null and not is_deleted)`;

/** The version that everything seen now belongs to: all changes up to it are visible, none after it. */
export async function newestResourceVersion(db: Store): Promise<string> {
  const { value } = await db
    .selectFrom("vedette.counters")
    .select("value")
    .where("name", "=", "resource_version")
    .executeTakeFirstOrThrow();
  return value;
}

/** The counter that says up to which version something of the history has been forgotten. */
export const FORGOTTEN_COUNTER = "forgotten_version";

/** Changes after this version are kept without a gap; `0` while nothing has been forgotten. */
export async function forgottenVersion(db: Store): Promise<string> {
  const row = await db
    .selectFrom("vedette.counters")
    .select("value")
    .where("name", "=", FORGOTTEN_COUNTER)
    .executeTakeFirst();
  return row?.value ?? "0";
}

export async function readCurrent(db: Store, key: ObjectKey): Promise<StoredVersion | undefined> {
  return await versionsOf(db, key).selectAll().where(IS_CURRENT).executeTakeFirst();
}

/** Which version is current and where it lies, without its texts. */
export async function readCurrentPlace(
  db: Store,
  key: ObjectKey,
): Promise<Pick<StoredVersion, "resource_version" | "folder"> | undefined> {
  return await versionsOf(db, key).select(["resource_version", "folder"]).where(IS_CURRENT).executeTakeFirst();
}

/** The object as it was when the whole store had this resource version. */
export async function readAtVersion(db: Store, key: ObjectKey, version: string): Promise<StoredVersion | undefined> {
  return await versionsOf(db, key)
    .selectAll()
    .where("resource_version", "<=", version)
    .where("is_deleted", "=", false)
    .where(({ or, eb }) => or([eb("superseded_by", "is", null), eb("superseded_by", ">", version)]))
    .executeTakeFirst();
}

/** Whether a current object of this name is there. */
export async function isThere(db: Store, key: ObjectKey): Promise<boolean> {
  const row = await versionsOf(db, key).select("uid").where(IS_CURRENT).executeTakeFirst();
  return row !== undefined;
}

function versionsOf(db: Store, { resource, namespace, name }: ObjectKey) {
  return db
    .selectFrom("vedette.object_versions")
    .where("resource", "=", resource)
    .where("namespace", "=", namespace)
    .where("name", "=", name);
}
