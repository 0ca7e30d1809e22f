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

interface ChangeKey {
  readonly version: string;
  /** Characters of the state after the change and, where it may have to be told, of the one before. */
  readonly size: number;
}

/**
 * Reads what was changed after a version, in the order of the changes, a megabyte at a time. Versions become visible in
 * their order, so what follows a version that was seen is complete.
 */
export async function* changesAfter(db: Store, version: string, resource?: string): AsyncGenerator<StoredChange[]> {
  for (let after = version; ; ) {
    const keys = await keysAfter(db, after, resource);
    for (const portion of portionsOf(keys)) yield await readChanges(db, portion);
    const last = keys.at(-1);
    if (last === undefined || keys.length < CHANGES_AT_ONCE) return;
    after = last.version;
  }
}

async function keysAfter(db: Store, after: string, resource: string | undefined): Promise<ChangeKey[]> {
  const keys = db
    .selectFrom("vedette.object_versions as after")
    .leftJoin("vedette.object_versions as before", (join) =>
      join.onRef("before.resource", "=", "after.resource").onRef("before.superseded_by", "=", "after.resource_version"),
    )
    .select("after.resource_version as version")
    .select(sql<number>`after.size + coalesce(before.size, 0)`.as("size"))
    .where("after.resource_version", ">", after)
    .orderBy("after.resource_version")
    .limit(CHANGES_AT_ONCE);
  return await (resource === undefined ? keys : keys.where("after.resource", "=", resource)).execute();
}

function* portionsOf(keys: readonly ChangeKey[]): Generator<string[]> {
  let portion: string[] = [];
  let size = 0;
  for (const key of keys) {
    if (portion.length > 0 && size + key.size > TEXT_AT_ONCE) {
      yield portion;
      [portion, size] = [[], 0];
    }
    portion.push(key.version);
    size += key.size;
  }
  if (portion.length > 0) yield portion;
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
};

async function readChanges(db: Store, versions: readonly string[]): Promise<StoredChange[]> {
  const { rows } = await sql<ChangeRow>`
    select after.resource_version as version, after.resource, after.namespace, after.name, after.folder, after.title,
      after.labels, after.tags, after.generation, after.created_at, after.is_deleted, after.metadata, after.spec,
      before.resource_version as previous_version, before.folder as previous_folder, before.title as previous_title,
      before.labels as previous_labels
    from vedette.object_versions after
    left join vedette.object_versions before
      on before.resource = after.resource and before.superseded_by = after.resource_version
    where after.resource_version = any(${versions}::bigint[])
    order by after.resource_version`.execute(db);
  return await Promise.all(rows.map((row) => changeOf(db, row)));
}

async function changeOf(db: Store, row: ChangeRow): Promise<StoredChange> {
  const { version, is_deleted: isRemoval, previous_version: previousVersion } = row;
  const state = { ...row, metadata: isRemoval ? withVersion(row.metadata, version) : row.metadata };
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
