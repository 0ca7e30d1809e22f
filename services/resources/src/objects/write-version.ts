import { type RawBuilder, sql } from "kysely";
import { type Author, authorOf } from "../access/caller.ts";
import type { AuditEntry } from "../audit/record.ts";
import { commitTogether } from "./commit-together.ts";
import { INTERNAL_ID_LABEL } from "./server-metadata.ts";
import type { Store } from "./store.ts";
import type { NewVersion } from "./version.ts";

/** What a write leaves in the audit log, and who did it. */
export interface Recorded {
  readonly author: Author;
  readonly entry: AuditEntry;
}

/** A version that has been stored. */
export interface StoredText {
  readonly resource_version: string;
  readonly metadata: string;
}

/*
 * Every write is one statement. It takes the next resource version from the counter and holds the counter until its
 * transaction ends: writers follow each other, and versions become visible in their order. Nothing waits on the
 * network while the counter is held.
 */

/**
 * Stores the first version of an object.
 *
 * @returns `undefined` when an object of the name is there; then nothing has been changed
 */
export async function writeFirstVersion(db: Store, version: NewVersion, recorded: Recorded) {
  const counter = `internal_id/${version.resource}`;
  return await firstRow(db)(sql<StoredText>`
    with ${TURN},
    numbered as (
      insert into vedette.counters (name, value) select ${counter}, 1 from turn
      on conflict (name) do update set value = vedette.counters.value + 1
      returning value
    ),
    stored as (
      insert into vedette.object_versions (${VERSION_COLUMNS})
      select ${valuesOf(version, { resourceVersion: sql`turn.value`, internalId: sql`numbered.value` })}
      from turn, numbered
      on conflict (resource, namespace, name) where superseded_by is null and not is_deleted do nothing
      returning resource_version, metadata
    ),
    ${auditOf(recorded)}
    select resource_version, metadata, ${ANNOUNCED} from stored`);
}

/**
 * Stores the version after `replaced`.
 *
 * @returns `undefined` when `replaced` is not the current version any more; then nothing has been changed
 */
export async function writeNextVersion(db: Store, replaced: string, next: { version: NewVersion; recorded: Recorded }) {
  return await firstRow(db)(sql<StoredText>`
    with ${TURN},
    ${endOf(replaced)},
    stored as (
      insert into vedette.object_versions (${VERSION_COLUMNS})
      select ${valuesOf(next.version, { resourceVersion: sql`ended.superseded_by`, internalId: sql`ended.internal_id` })}
      from ended
      returning resource_version, metadata
    ),
    ${auditOf(next.recorded)}
    select resource_version, metadata, ${ANNOUNCED} from stored`);
}

/**
 * Stores a last version that says that the object is gone, with the state it had.
 *
 * @returns `undefined` when `replaced` is not the current version any more; then nothing has been changed
 */
export async function writeLastVersion(
  db: Store,
  replaced: string,
  { by, recorded }: { by: string; recorded: Recorded },
) {
  return await firstRow(db)(sql<StoredText>`
    with ${TURN},
    ${endOf(replaced)},
    stored as (
      insert into vedette.object_versions (${VERSION_COLUMNS})
      select superseded_by, true, resource, namespace, name, uid, generation, internal_id, generate_name, title, folder,
        tags, labels, created_at, created_by, now(), ${by}, '', size, metadata, spec
      from ended
      returning resource_version, metadata
    ),
    ${auditOf(recorded)}
    select resource_version, metadata, ${ANNOUNCED} from stored`);
}

/** Waits until no other write runs, and keeps others waiting until the transaction ends. */
export async function takeTurn(trx: Store): Promise<void> {
  await trx
    .selectFrom("vedette.counters")
    .select("value")
    .where("name", "=", "resource_version")
    .forUpdate()
    .executeTakeFirstOrThrow();
}

/** Where every write says that it has happened, once it is to be seen. */
export const CHANGES_CHANNEL = "vedette_resources";

const ANNOUNCED = sql`pg_notify(${sql.lit(CHANGES_CHANNEL)}, '') as announced`;

const TURN = sql`turn as (
  update vedette.counters set value = value + 1 where name = 'resource_version' returning value
)`;

/** The columns that every write fills, in the order of its values. */
export const VERSION_COLUMNS = sql.raw(
  `resource_version, is_deleted, resource, namespace, name, uid, generation, internal_id, generate_name, title, folder,
   tags, labels, created_at, created_by, written_at, written_by, message, size, metadata, spec`,
);

function endOf(replaced: string): RawBuilder<unknown> {
  return sql`ended as (
    update vedette.object_versions set superseded_by = turn.value, superseded_at = now() from turn
    where resource_version = ${replaced} and superseded_by is null and not is_deleted
    returning object_versions.*
  )`;
}

/** The values of VERSION_COLUMNS, in their order. */
function valuesOf(
  { resource, identity, writing, title, folder, tags, labels, message, metadata, spec }: NewVersion,
  { resourceVersion, internalId }: { resourceVersion: RawBuilder<unknown>; internalId: RawBuilder<unknown> },
): RawBuilder<unknown> {
  const { namespace, name, uid, generateName, createdAt, createdBy } = identity;
  const { beforeVersion, beforeInternalId, afterInternalId } = metadata;
  const size = beforeVersion.length + beforeInternalId.length + afterInternalId.length + spec.length;
  return sql`${resourceVersion}, false, ${resource}, ${namespace}, ${name}, ${uid}::uuid, ${writing.generation}::bigint,
    ${internalId}, ${generateName ?? null}, ${title}, ${folder}, ${JSON.stringify(tags)}::jsonb,
    ${JSON.stringify(labels)}::jsonb || jsonb_build_object(${INTERNAL_ID_LABEL}::text, ${internalId}::text),
    ${createdAt}::timestamptz, ${createdBy}, ${writing.at}::timestamptz, ${writing.by}, ${message}, ${size}::integer,
    ${beforeVersion}::text || ${resourceVersion} || ${beforeInternalId}::text || ${internalId} || ${afterInternalId}::text,
    ${spec}`;
}

/** Adds the audit record to a statement that stores a version. */
function auditOf({ author, entry }: Recorded): RawBuilder<unknown> {
  const { caller, requestId, address } = author;
  return sql`audited as (
    insert into vedette.audit_log (actor, actor_login, action, target, details, request_id, address)
    select ${authorOf(caller)}, ${caller.login}, ${entry.action}, ${entry.target},
      ${JSON.stringify(entry.details ?? {})}::jsonb || jsonb_build_object('resourceVersion', stored.resource_version::text),
      ${requestId}, ${address}
    from stored
  )`;
}

function firstRow(db: Store) {
  return async (statement: RawBuilder<StoredText>): Promise<StoredText | undefined> =>
    await commitTogether(db, async (store) => (await statement.execute(store)).rows[0]);
}
