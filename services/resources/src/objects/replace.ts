import { type Author, authorOf } from "../access/caller.ts";
import { apiVersionOf, type Kind } from "../kinds/kind.ts";
import type { StoredVersion } from "../resource-tables.ts";
import { missingObject, requireCreateAccess, requireObjectAccess, requireWritable } from "./access.ts";
import type { Written } from "./create.ts";
import { type Body, type Draft, readReplacement } from "./draft.ts";
import { requireFolder } from "./folder.ts";
import { compareFields, updateOwners } from "./managed-fields.ts";
import { requireVersion } from "./preconditions.ts";
import { readCurrent, type Store } from "./store.ts";
import { readStored } from "./stored-state.ts";
import { folderOf, newVersion, objectText, timestamp } from "./version.ts";
import { inTurn, type WriteMode } from "./write.ts";
import { writeNextVersion } from "./write-version.ts";

/** One wish to put a new state in the place of an object's present one. */
export interface Replacement {
  readonly kind: Kind;
  readonly namespace: string;
  readonly name: string;
  readonly body: Body;
  readonly author: Author;
  readonly mode: WriteMode;
  readonly now: Date;
}

/**
 * Replaces an object that is there. With a resource version in the body, of several that replace the same version at
 * once one succeeds. A replacement that changes nothing leaves version and history alone.
 *
 * @throws ResourceError `request_invalid`, `object_invalid`, `not_allowed`, `object_not_found`, `version_conflict`,
 *   `uid_conflict`, `title_taken`
 */
export async function replaceObject(db: Store, replacement: Replacement): Promise<Written> {
  const { kind, namespace, name, body, mode } = replacement;
  const draft = readReplacement(kind, { namespace, name }, body);
  let shownVersion: string | undefined;
  const object = `${kind.plural}/${namespace}/${name}`;
  const written = await inTurn(db, { mode, object }, async (store) => {
    const stored = await readCurrent(store, { resource: kind.plural, namespace, name });
    requireReplaceable(replacement, stored, draft);
    shownVersion = stored.resource_version;
    return await replaceStored(store, replacement, { stored, draft });
  });
  if (mode === "store") return written;
  return { ...written, text: written.text.replace(/"resourceVersion":"\d+"/, `"resourceVersion":"${shownVersion}"`) };
}

/** @returns `undefined` when another write came in between */
async function replaceStored(
  store: Store,
  { kind, namespace, name, author, now: at }: Replacement,
  { stored, draft }: { stored: StoredVersion; draft: Draft },
): Promise<Written | undefined> {
  const { uid } = stored;
  const before = readStored(stored, draft);
  const changes = compareFields(before, draft);
  if (changes.set.size + changes.removed.size === 0) return { name, uid, text: objectText(kind, stored) };
  await requireFolder(store, namespace, folderOf(kind, draft));
  // A spec that says the same keeps the text in which it was first written, and with it the generation.
  const kept = changes.isSpecDifferent ? draft : { ...draft, specText: stored.spec };
  const generation = Number(stored.generation) + (changes.isSpecDifferent ? 1 : 0);
  const manager = { name: author.manager, apiVersion: apiVersionOf(kind), time: timestamp(at) };
  const owners = updateOwners(before.owners, changes, manager);
  const writing = { generation, at, by: authorOf(author.caller), kind: "update", owners } as const;
  const version = newVersion(kind, identityOf(stored), { draft: kept, writing });
  const entry = {
    action: `${kind.plural}.update`,
    target: `${kind.plural}/${namespace}/${name}`,
    details: { generation },
  };
  const next = await writeNextVersion(store, stored.resource_version, { version, recorded: { author, entry } });
  return next && { name, uid, text: objectText(kind, { ...next, spec: kept.specText }) };
}

/** Changing an object needs the right to do so where it is; moving it, also the right to make one where it goes. */
function requireReplaceable(
  { kind, name, author: { caller } }: Replacement,
  stored: StoredVersion | undefined,
  draft: Draft,
): asserts stored is StoredVersion {
  if (stored === undefined) throw missingObject(caller, kind, { verb: "update", name });
  requireObjectAccess(caller, kind, "update", { name, folder: stored.folder });
  const folder = folderOf(kind, draft);
  if (folder !== stored.folder) requireCreateAccess(caller, kind, { folder });
  requireWritable(kind, name);
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
