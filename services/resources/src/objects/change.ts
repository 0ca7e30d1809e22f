import { isDeepStrictEqual } from "node:util";
import { turnFor } from "@vedette/http";
import { type Author, authorOf } from "../access/caller.ts";
import { apiVersionOf, type Kind } from "../kinds/kind.ts";
import type { StoredVersion } from "../resource-tables.ts";
import { missingObject, requireCreateAccess, requireObjectAccess, requireWritable } from "./access.ts";
import type { Written } from "./create.ts";
import type { Draft } from "./draft.ts";
import { requireFolder } from "./folder.ts";
import { knownVersion, readNewest } from "./known-versions.ts";
import { compareFields, type FieldChanges, type ManagedFields, type Manager, updateOwners } from "./managed-fields.ts";
import { requireVersion } from "./preconditions.ts";
import type { Store } from "./store.ts";
import { readStored, type StoredState } from "./stored-state.ts";
import { changeOfObject } from "./told.ts";
import { folderOf, type NewVersion, newVersion, objectText, timestamp } from "./version.ts";
import { inTurn, type WriteMode } from "./write.ts";
import { type Recorded, writeNextVersion } from "./write-version.ts";

/** Which object is to change, and by whom. */
export interface Target {
  readonly kind: Kind;
  readonly namespace: string;
  readonly name: string;
  readonly author: Author;
  readonly mode: WriteMode;
  readonly now: Date;
}

/** What an object should become. */
export interface Proposal {
  readonly draft: Draft;
  /** Who owns which fields then; by default the author owns what has changed. */
  readonly ownersAfter?: readonly ManagedFields[];
}

/** How an object comes to its next state. */
export interface Change {
  /** Asked again when another write came in between. */
  propose(stored: StoredVersion): Proposal | Promise<Proposal>;
  /** What to do when there is no object; by default the change is refused. `undefined` when one was made just now. */
  make?(store: Store): Promise<Written | undefined>;
}

/**
 * Changes an object that is there. With a resource version in the draft, of several that change the same version at
 * once one succeeds. A change that changes nothing leaves version and history alone.
 *
 * @throws ResourceError `not_allowed`, `object_not_found`, `version_conflict`, `uid_conflict`, `title_taken`,
 *   `read_only`, and what `propose` throws
 */
export async function changeObject(db: Store, target: Target, change: Change): Promise<Written> {
  const { kind, namespace, name, mode } = target;
  let shownVersion: string | undefined;
  const object = `${kind.plural}/${namespace}/${name}`;
  const key = { resource: kind.plural, namespace, name };
  // What others who waited in the same line have seen of the store since then is seen for all.
  const since = performance.now();
  const written = await inTurn(db, { mode, object }, async (store) => {
    const unread = await changeUnread(store, target, { change, known: knownVersion(store, key) });
    if (unread !== undefined) return unread;
    const stored = await readNewest(store, key, since);
    if (stored === undefined && change.make !== undefined) return await change.make(store);
    shownVersion = stored?.resource_version;
    return await take(store, target, await stepOf(target, stored, change));
  });
  if (mode === "store") return written;
  const shown = shownVersion === undefined ? "" : `"resourceVersion":"${shownVersion}",`;
  return { ...written, text: written.text.replace(/"resourceVersion":"\d+",/, shown) };
}

/** Who makes this change, as `managedFields` names them. */
export function managerOf({ author, kind, now }: Target): Manager {
  return { name: author.manager, apiVersion: apiVersionOf(kind), time: timestamp(now) };
}

/** What is to be done about a version: nothing, or another one after it. */
interface Step {
  readonly stored: StoredVersion;
  readonly next: { readonly version: NewVersion; readonly recorded: Recorded } | undefined;
}

/**
 * Changes the version that this process knows without asking whether it still is the newest: the write finds that out.
 * Whatever else there is to say about it is left to those who know.
 *
 * @returns `undefined` unless it has been written
 */
async function changeUnread(
  store: Store,
  target: Target,
  { change, known }: { change: Change; known: StoredVersion | undefined },
): Promise<Written | undefined> {
  if (known === undefined) return undefined;
  let step: Step;
  try {
    step = await stepOf(target, known, change);
  } catch {
    // What speaks against it may be over by now; it is said of what is there.
    return undefined;
  }
  return step.next === undefined || step.next.version.folder !== known.folder
    ? undefined
    : await take(store, target, step);
}

/** Works out the next version; of a large object in several steps, with a turn for other requests between them. */
async function stepOf(target: Target, stored: StoredVersion | undefined, change: Change): Promise<Step> {
  requireChangeable(target, stored);
  await turnFor(stored.spec.length);
  const { draft, ownersAfter } = await change.propose(stored);
  requirePlace(target, stored, draft);
  await turnFor(stored.spec.length);
  const { kind, namespace, name, author, now: at } = target;
  const before = readStored(stored, draft);
  await turnFor(stored.spec.length);
  const changes = compareFields(before, draft);
  await turnFor(stored.spec.length);
  const owners = ownersAfter ?? updateOwners(before.owners, changes, managerOf(target));
  if (isNoChange(before, changes, owners)) return { stored, next: undefined };
  // A spec that says the same keeps the text in which it was first written, and with it the generation.
  const kept = changes.isSpecDifferent ? draft : { ...draft, spec: before.spec, specText: stored.spec };
  const generation = Number(stored.generation) + (changes.isSpecDifferent ? 1 : 0);
  const writing = { generation, at, by: authorOf(author.caller), kind: "update", owners } as const;
  const version = newVersion(kind, identityOf(stored), { draft: kept, writing });
  const entry = {
    action: `${kind.plural}.update`,
    target: `${kind.plural}/${namespace}/${name}`,
    details: { generation },
    changes: changeOfObject(kind, { ...before, folder: stored.folder }, { spec: kept.spec, folder: version.folder }),
  };
  return { stored, next: { version, recorded: { author, entry } } };
}

/** @returns `undefined` when another write came in between */
async function take(store: Store, target: Target, { stored, next }: Step): Promise<Written | undefined> {
  const { kind, namespace, name } = target;
  const { uid } = stored;
  if (next === undefined) return { name, uid, text: objectText(kind, stored) };
  const { folder, spec } = next.version;
  if (folder !== stored.folder && folder !== "") {
    // Two folders that move into each other at once must see each other: one after the other, in a transaction.
    if (!store.isTransaction) return undefined;
    await requireFolder(store, kind, { namespace, name, folder });
  }
  const written = await writeNextVersion(store, stored.resource_version, next);
  return written && { name, uid, text: objectText(kind, { ...written, spec }) };
}

function isNoChange(before: StoredState, { set, removed }: FieldChanges, owners: readonly ManagedFields[]): boolean {
  return set.size + removed.size === 0 && isDeepStrictEqual(owners, before.owners);
}

function requireChangeable(
  { kind, name, author: { caller } }: Target,
  stored: StoredVersion | undefined,
): asserts stored is StoredVersion {
  if (stored === undefined) throw missingObject(caller, kind, { verb: "update", name });
  requireObjectAccess(caller, kind, "update", { name, folder: stored.folder });
  requireWritable(kind, name);
}

/** Changing an object needs the right to do so where it is; moving it, also the right to make one where it goes. */
function requirePlace({ kind, author: { caller } }: Target, stored: StoredVersion, draft: Draft): void {
  const folder = folderOf(kind, draft);
  if (folder !== stored.folder) requireCreateAccess(caller, kind, { folder });
  requireVersion(kind, stored, draft);
}

function identityOf({ namespace, name, uid, generate_name, created_at, created_by }: StoredVersion) {
  return {
    namespace,
    name,
    uid,
    generateName: generate_name ?? undefined,
    createdAt: created_at,
    createdBy: created_by,
  };
}
