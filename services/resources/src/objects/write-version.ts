import { CompiledQuery } from "kysely";
import { type Author, authorOf } from "../access/caller.ts";
import { type AuditEntry, detailsOf } from "../audit/record.ts";
import { searchedTextOf } from "../search/panel-titles.ts";
import { writingTogether } from "./commit-together.ts";
import { forgetVersion, keepVersion } from "./known-versions.ts";
import type { ObjectKey, Store } from "./store.ts";
import { type NewVersion, type StoredText, sizeOf } from "./version.ts";
import { type Asked, writeStatement } from "./write-statement.ts";

/** What a write leaves in the audit log, and who did it. */
export interface Recorded {
  readonly author: Author;
  readonly entry: AuditEntry;
}

/*
 * Every write is one statement. It takes the next resource version from the counter and holds the counter until its
 * transaction ends: writers follow each other, and versions become visible in their order. Nothing waits on the
 * network while the counter is held.
 */

/**
 * Stores the first version of an object.
 *
 * @returns `undefined` when an object of the name is there, or its folder is not; then nothing has been changed
 */
export async function writeFirstVersion(
  db: Store,
  version: NewVersion,
  recorded: Recorded,
): Promise<StoredText | undefined> {
  const stored = await write(db, { kind: version.folder === "" ? "first" : "placed", version, recorded });
  if (stored !== undefined) keepVersion(db, version, stored);
  return stored;
}

/**
 * Stores the version after `replaced`.
 *
 * @returns `undefined` when `replaced` is not the current version any more; then nothing has been changed
 */
export async function writeNextVersion(
  db: Store,
  replaced: string,
  { version, recorded }: { version: NewVersion; recorded: Recorded },
): Promise<StoredText | undefined> {
  const stored = await write(db, { kind: "next", replaced, version, recorded });
  if (stored !== undefined) keepVersion(db, version, stored);
  return stored;
}

/**
 * Stores a last version that says that the object is gone, with the state it had.
 *
 * @returns `undefined` when `replaced` is not the current version any more; then nothing has been changed
 */
export async function writeLastVersion(
  db: Store,
  replaced: string,
  { key, by, recorded }: { key: ObjectKey; by: string; recorded: Recorded },
): Promise<StoredText | undefined> {
  const stored = await write(db, { kind: "last", replaced, by, recorded });
  forgetVersion(db, key);
  return stored;
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

type VersionWrite = { readonly recorded: Recorded } & (
  | { readonly kind: "first" | "placed"; readonly version: NewVersion }
  | { readonly kind: "next"; readonly replaced: string; readonly version: NewVersion }
  | { readonly kind: "last"; readonly replaced: string; readonly by: string }
);

const write = writingTogether<VersionWrite, StoredText>({
  groupOf: (change) => ("replaced" in change ? change.kind : `${change.kind} ${change.version.resource}`),
  sizeOf: (change) => (change.kind === "last" ? 0 : sizeOf(change.version)),
  write: writeVersions,
});

/** @param changes - of one group */
async function writeVersions(
  store: Store,
  changes: readonly VersionWrite[],
): Promise<readonly (StoredText | undefined)[]> {
  const [first] = changes;
  if (first === undefined) return [];
  const { text, parameters } = writeStatement(first.kind, {
    counter: "replaced" in first ? undefined : `internal_id/${first.version.resource}`,
    replaced: changes.flatMap((change) => ("replaced" in change ? change.replaced : [])),
    asked: changes.map(askedOf),
  });
  const { rows } = await store.executeQuery<StoredText & { place: number }>(CompiledQuery.raw(text, [...parameters]));
  const storedByPlace = new Map(rows.map(({ place, ...stored }) => [place, stored]));
  return changes.map((_change, index) => storedByPlace.get(index + 1));
}

function askedOf(change: VersionWrite): Asked {
  const { author, entry } = change.recorded;
  const recorded = {
    actor: authorOf(author.caller),
    actor_login: author.caller.login,
    action: entry.action,
    target: entry.target,
    details: JSON.stringify(detailsOf(entry, author.caller)),
    request_id: author.requestId,
    address: author.address,
  };
  if (change.kind === "last") return { ...recorded, written_by: change.by };
  const { resource, identity, writing, title, folder, tags, panelTitles, labels, message, metadata, spec } =
    change.version;
  const { beforeVersion, beforeInternalId, afterInternalId } = metadata;
  return {
    ...recorded,
    resource,
    namespace: identity.namespace,
    name: identity.name,
    uid: identity.uid,
    generation: writing.generation,
    generate_name: identity.generateName ?? null,
    title,
    folder,
    tags: JSON.stringify(tags),
    panel_titles: panelTitles,
    searched: searchedTextOf(change.version),
    labels: JSON.stringify(labels),
    created_at: identity.createdAt,
    created_by: identity.createdBy,
    written_at: writing.at,
    written_by: writing.by,
    message,
    size: sizeOf(change.version),
    before_version: beforeVersion,
    before_internal_id: beforeInternalId,
    after_internal_id: afterInternalId,
    spec,
  };
}
