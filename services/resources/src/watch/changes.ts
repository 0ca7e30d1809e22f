import { sql } from "kysely";
import type { Store } from "../objects/store.ts";
import type { StoredVersion } from "../resource-tables.ts";

/** What of an object decides who sees it in a watch. */
export type Seen = Pick<StoredVersion, "name" | "folder" | "title" | "labels">;

/** The state of an object before or after a change. */
type State = Seen & Pick<StoredVersion, "tags" | "generation" | "created_at" | "metadata" | "spec">;

/** One stored change: an object that is new, another one or gone. */
export interface StoredChange extends State {
  /** The resource version that the change made. */
  readonly version: string;
  /** The version as a number: changes follow each other in its order. */
  readonly sequence: bigint;
  readonly resource: string;
  readonly namespace: string;
  readonly isRemoval: boolean;
  /** The state before it; its texts are there only where somebody may have seen the object before and not after. */
  readonly previous: (Seen & { readonly state: State | undefined }) | undefined;
}

/** Changes whose texts are read at a time. */
const CHANGES_AT_ONCE = 500;
/** Characters of text that are read at a time, and one object. */
const TEXT_AT_ONCE = 1024 * 1024;

/**
 * Reads what was changed after a version, in the order of the changes, a megabyte at a time. Versions become visible in
 * their order, so what follows a version that was seen is complete.
 */
export async function* changesAfter(db: Store, version: string, resource?: string): AsyncGenerator<StoredChange[]> {
  for (let after = version; ; ) {
    const rows = await readRows(db, after, resource);
    const last = rows.at(-1);
    if (last === undefined) return;
    yield await Promise.all(rows.map((row) => changeOf(db, row)));
    if (rows.length === last.found && last.found < CHANGES_AT_ONCE) return;
    after = last.version;
  }
}

type ChangeRow = State & {
  readonly version: string;
  readonly resource: string;
  readonly namespace: string;
  readonly is_deleted: boolean;
  readonly previous_version: string | null;
  readonly previous_folder: string | null;
  readonly previous_title: string | null;
  readonly previous_labels: Record<string, string> | null;
  /** How many changes there are, up to as many as are looked at at a time. */
  readonly found: number;
};

/** The next changes: as many as are read at a time, and of these what the text at a time has room for; one at least. */
async function readRows(db: Store, after: string, resource: string | undefined): Promise<ChangeRow[]> {
  const { rows } = await sql<ChangeRow>`
    with found as materialized (
      select after.resource_version as version, before.resource_version as previous_version,
        after.size + coalesce(before.size, 0) as size
      from vedette.object_versions after
      left join vedette.object_versions before
        on before.resource = after.resource and before.superseded_by = after.resource_version
      where after.resource_version > ${after} ${resource === undefined ? sql`` : sql`and after.resource = ${resource}`}
      order by after.resource_version limit ${sql.lit(CHANGES_AT_ONCE)}
    ),
    measured as (select found.*, sum(size) over (order by version) - size as ahead from found)
    select version, after.resource, after.namespace, after.name, after.folder, after.title, after.labels, after.tags,
      after.generation, after.created_at, after.is_deleted, after.metadata, after.spec, previous_version,
      before.folder as previous_folder, before.title as previous_title, before.labels as previous_labels,
      (select count(*)::integer from found) as found
    from measured
    join vedette.object_versions after on after.resource_version = version
    left join vedette.object_versions before on before.resource_version = previous_version
    where ahead < ${sql.lit(TEXT_AT_ONCE)}
    order by version`.execute(db);
  return rows;
}

async function changeOf(db: Store, row: ChangeRow): Promise<StoredChange> {
  const { version, is_deleted: isRemoval, previous_version: previousVersion } = row;
  const state = {
    ...row,
    sequence: BigInt(version),
    metadata: isRemoval ? withVersion(row.metadata, version) : row.metadata,
  };
  if (previousVersion === null) return { ...state, isRemoval, previous: undefined };
  const seen: Seen = {
    name: row.name,
    folder: row.previous_folder ?? "",
    title: row.previous_title ?? "",
    labels: row.previous_labels ?? {},
  };
  const isSeenAlike =
    seen.folder === row.folder &&
    seen.title === row.title &&
    JSON.stringify(seen.labels) === JSON.stringify(row.labels);
  const previous = { ...seen, state: isSeenAlike ? undefined : await readState(db, previousVersion, version) };
  return { ...state, isRemoval, previous };
}

/** The state of a version, shown with the resource version that ended it. */
async function readState(db: Store, version: string, endedBy: string): Promise<State | undefined> {
  const row = await db
    .selectFrom("vedette.object_versions")
    .select(["name", "folder", "title", "labels", "tags", "generation", "created_at", "metadata", "spec"])
    .where("resource_version", "=", version)
    .executeTakeFirst();
  return row && { ...row, metadata: withVersion(row.metadata, endedBy) };
}

function withVersion(metadata: string, version: string): string {
  return metadata.replace(/"resourceVersion":"\d+"/, `"resourceVersion":"${version}"`);
}
