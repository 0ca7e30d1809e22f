import { type Author, authorOf } from "../access/caller.ts";
import type { Kind } from "../kinds/kind.ts";
import type { StoredVersion } from "../resource-tables.ts";
import { missingObject, requireObjectAccess, requireWritable } from "./access.ts";
import { readNewest } from "./known-versions.ts";
import { type Preconditions, requireVersion } from "./preconditions.ts";
import { removeContent } from "./remove-content.ts";
import type { Store } from "./store.ts";
import { removalOfObject } from "./told.ts";
import { inTurn, type WriteMode } from "./write.ts";
import { writeLastVersion } from "./write-version.ts";

/** One wish to remove an object. */
export interface Removal {
  readonly kind: Kind;
  readonly namespace: string;
  readonly name: string;
  readonly preconditions: Preconditions;
  readonly author: Author;
  readonly mode: WriteMode;
}

/**
 * Removes an object; its name is free at once. The last state stays in the history. A folder goes with all that lies in
 * it.
 *
 * @returns what was removed
 * @throws ResourceError `not_allowed`, `object_not_found`, `version_conflict`, `uid_conflict`, `read_only`
 */
export async function removeObject(db: Store, removal: Removal): Promise<StoredVersion> {
  const { kind, namespace, name, author, preconditions, mode } = removal;
  const { caller } = author;
  const object = `${kind.plural}/${namespace}/${name}`;
  const key = { resource: kind.plural, namespace, name };
  return await inTurn(db, { mode, object }, async (store) => {
    const stored = await readNewest(store, key);
    if (stored === undefined) throw missingObject(caller, kind, { verb: "remove", name });
    requireObjectAccess(caller, kind, "remove", { name, folder: stored.folder });
    requireWritable(kind, name);
    requireVersion(kind, stored, preconditions);
    if (kind.plural === "folders") {
      if (!store.isTransaction) return undefined;
      await removeContent(store, { namespace, folder: name, author });
    }
    const entry = { action: `${kind.plural}.delete`, target: object, changes: removalOfObject(kind, stored) };
    const last = { key, by: authorOf(caller), recorded: { author, entry } };
    const removed = await writeLastVersion(store, stored.resource_version, last);
    return removed && stored;
  });
}
