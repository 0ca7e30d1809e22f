import { type Author, authorOf } from "../access/caller.ts";
import { recordAudit } from "../audit/record.ts";
import type { Kind } from "../kinds/kind.ts";
import type { StoredVersion } from "../resource-tables.ts";
import { missingObject, requireCreateAccess, requireObjectAccess, requireWritable } from "./access.ts";
import type { Written } from "./create.ts";
import { type Body, type Draft, readReplacement } from "./draft.ts";
import { requireFolder } from "./folder.ts";
import { requireVersion } from "./preconditions.ts";
import { hasSameMetadata, hasSameSpec } from "./sameness.ts";
import { insertVersion, readCurrent, type Store, supersedeVersion, takeResourceVersion } from "./store.ts";
import { folderOf, objectText, versionRow } from "./version.ts";
import { inWrite, type WriteMode } from "./write.ts";

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
  const { kind, namespace, name, body, author, mode } = replacement;
  const draft = readReplacement(kind, { namespace, name }, body);
  return await inWrite(db, mode, async (trx) => {
    const version = await takeResourceVersion(trx);
    const stored = await readCurrent(trx, { resource: kind.plural, namespace, name });
    if (stored === undefined) throw missingObject(author.caller, kind, { verb: "update", name });
    requireMoveAccess(replacement, stored, draft);
    requireWritable(kind, name);
    requireVersion(kind, stored, draft);
    const isSameSpec = hasSameSpec(stored, draft);
    if (isSameSpec && hasSameMetadata(stored, draft)) return { name, uid: stored.uid, text: objectText(kind, stored) };
    await requireFolder(trx, namespace, folderOf(kind, draft));
    return await storeNext(trx, replacement, {
      stored,
      draft: isSameSpec ? keepSpecText(draft, stored) : draft,
      version,
    });
  });
}

/** Writes the version after `stored`. */
async function storeNext(
  trx: Store,
  { kind, namespace, name, author, mode, now }: Replacement,
  { stored, draft, version }: { stored: StoredVersion; draft: Draft; version: string },
): Promise<Written> {
  const by = authorOf(author.caller);
  const raise = draft.specText === stored.spec ? 0 : 1;
  const writing = {
    resourceVersion: mode === "store" ? version : stored.resource_version,
    generation: Number(stored.generation) + raise,
    at: now,
    by,
    kind: "update",
  } as const;
  const row = { ...versionRow(kind, identityOf(stored), { draft, writing }), resource_version: version };
  await supersedeVersion(trx, stored.resource_version, version);
  await insertVersion(trx, row);
  await recordAudit(trx, author, {
    action: `${kind.plural}.update`,
    target: `${kind.plural}/${namespace}/${name}`,
    details: { resourceVersion: version, generation: writing.generation },
  });
  return { name, uid: stored.uid, text: objectText(kind, row) };
}

/** Changing an object needs the right to do so where it is; moving it, also the right to make one where it goes. */
function requireMoveAccess({ kind, name, author }: Replacement, stored: StoredVersion, draft: Draft): void {
  requireObjectAccess(author.caller, kind, "update", { name, folder: stored.folder });
  const folder = folderOf(kind, draft);
  if (folder !== stored.folder) requireCreateAccess(author.caller, kind, { folder });
}

/** A spec that says the same keeps the text in which it was first written, and with it the generation. */
function keepSpecText(draft: Draft, stored: StoredVersion): Draft {
  return { ...draft, specText: stored.spec };
}

function identityOf(stored: StoredVersion) {
  return {
    namespace: stored.namespace,
    name: stored.name,
    uid: stored.uid,
    internalId: stored.internal_id,
    generateName: stored.generate_name ?? undefined,
    createdAt: stored.created_at,
    createdBy: stored.created_by,
  };
}
