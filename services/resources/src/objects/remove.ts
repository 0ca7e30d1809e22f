import { type Author, authorOf } from "../access/caller.ts";
import { recordAudit } from "../audit/record.ts";
import type { Kind } from "../kinds/kind.ts";
import type { StoredVersion } from "../resource-tables.ts";
import { missingObject, requireObjectAccess, requireWritable } from "./access.ts";
import { type Preconditions, requireVersion } from "./preconditions.ts";
import { insertVersion, readCurrent, type Store, supersedeVersion, takeResourceVersion } from "./store.ts";
import { inWrite, type WriteMode } from "./write.ts";

/** One wish to remove an object. */
export interface Removal {
  readonly kind: Kind;
  readonly namespace: string;
  readonly name: string;
  readonly preconditions: Preconditions;
  readonly author: Author;
  readonly mode: WriteMode;
  readonly now: Date;
}

/**
 * Removes an object; its name is free at once. The last state stays in the history.
 *
 * @returns what was removed
 * @throws ResourceError `not_allowed`, `object_not_found`, `version_conflict`, `uid_conflict`
 */
export async function removeObject(db: Store, removal: Removal): Promise<StoredVersion> {
  const { kind, namespace, name, author } = removal;
  return await inWrite(db, removal.mode, async (trx) => {
    const version = await takeResourceVersion(trx);
    const stored = await readCurrent(trx, { resource: kind.plural, namespace, name });
    if (stored === undefined) throw missingObject(author.caller, kind, { verb: "remove", name });
    requireObjectAccess(author.caller, kind, "remove", { name, folder: stored.folder });
    requireWritable(kind, name);
    requireVersion(kind, stored, removal.preconditions);
    await supersedeVersion(trx, stored.resource_version, version);
    await insertVersion(trx, lastVersion(stored, { version, by: authorOf(author.caller), at: removal.now }));
    await recordAudit(trx, author, { action: `${kind.plural}.delete`, target: `${kind.plural}/${namespace}/${name}` });
    return stored;
  });
}

/** The version that says that the object is gone, with its last state. */
function lastVersion(stored: StoredVersion, { version, by, at }: { version: string; by: string; at: Date }) {
  return {
    ...stored,
    resource_version: version,
    superseded_by: null,
    superseded_at: null,
    is_deleted: true,
    tags: JSON.stringify(stored.tags),
    labels: JSON.stringify(stored.labels),
    written_at: at,
    written_by: by,
    message: "",
  };
}
