import { type Insertable, type Kysely, sql } from "kysely";
import type { ObjectVersionsTable, ResourceDatabase, StoredVersion } from "../resource-tables.ts";

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

/**
 * Takes the next resource version and holds the counter until the transaction ends. Whoever writes takes it first, so
 * writers follow each other and versions become visible in their order.
 */
export async function takeResourceVersion(trx: Store): Promise<string> {
  const { value } = await trx
    .updateTable("vedette.counters")
    .set(({ eb }) => ({ value: eb("value", "+", "1") }))
    .where("name", "=", "resource_version")
    .returning("value")
    .executeTakeFirstOrThrow();
  return value;
}

/** The version that everything seen now belongs to: all changes up to it are visible, none after it. */
export async function newestResourceVersion(db: Store): Promise<string> {
  const { value } = await db
    .selectFrom("vedette.counters")
    .select("value")
    .where("name", "=", "resource_version")
    .executeTakeFirstOrThrow();
  return value;
}

/** The next internal id of a resource: rising from 1, never used twice. */
export async function takeInternalId(trx: Store, resource: string): Promise<string> {
  const { value } = await trx
    .insertInto("vedette.counters")
    .values({ name: `internal_id/${resource}`, value: "1" })
    .onConflict((conflict) =>
      conflict.column("name").doUpdateSet(({ eb, ref }) => ({ value: eb(ref("vedette.counters.value"), "+", "1") })),
    )
    .returning("value")
    .executeTakeFirstOrThrow();
  return value;
}

export async function readCurrent(db: Store, key: ObjectKey): Promise<StoredVersion | undefined> {
  return await versionsOf(db, key).selectAll().where(IS_CURRENT).executeTakeFirst();
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

/** Ends the life of a version: `by` follows it. */
export async function supersedeVersion(trx: Store, version: string, by: string): Promise<void> {
  await trx
    .updateTable("vedette.object_versions")
    .set(({ fn }) => ({ superseded_by: by, superseded_at: fn<Date>("now") }))
    .where("resource_version", "=", version)
    .execute();
}

/** Stores a version. @returns false when the unique index says that a current one is there already */
export async function insertVersion(trx: Store, version: Insertable<ObjectVersionsTable>): Promise<boolean> {
  const row = await trx
    .insertInto("vedette.object_versions")
    .values(version)
    .onConflict((conflict) => conflict.columns(["resource", "namespace", "name"]).where(IS_CURRENT).doNothing())
    .returning("resource_version")
    .executeTakeFirst();
  return row !== undefined;
}

function versionsOf(db: Store, { resource, namespace, name }: ObjectKey) {
  return db
    .selectFrom("vedette.object_versions")
    .where("resource", "=", resource)
    .where("namespace", "=", namespace)
    .where("name", "=", name);
}
