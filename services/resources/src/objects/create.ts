import { randomUUID } from "node:crypto";
import { type Author, authorOf } from "../access/caller.ts";
import { recordAudit } from "../audit/record.ts";
import { ResourceError } from "../errors.ts";
import { type Kind, subjectOf } from "../kinds/kind.ts";
import { requireCreateAccess } from "./access.ts";
import { type Body, type Draft, readNewDraft } from "./draft.ts";
import { requireFolder } from "./folder.ts";
import { nameFromPrefix } from "./name.ts";
import { insertVersion, type Store, takeInternalId, takeResourceVersion } from "./store.ts";
import { folderOf, objectText, versionRow } from "./version.ts";
import { inWrite, type WriteMode } from "./write.ts";

/** How often a name made from a prefix is tried. */
const MAX_NAME_TRIES = 8;

/** One wish to make an object. */
export interface Creation {
  readonly kind: Kind;
  readonly namespace: string;
  readonly body: Body;
  readonly author: Author;
  readonly mode: WriteMode;
  readonly now: Date;
}

/** An object that was written. */
export interface Written {
  readonly name: string;
  readonly uid: string;
  /** The whole object as JSON. */
  readonly text: string;
}

/**
 * Makes an object. Of several that make the same name at once, one succeeds.
 *
 * @throws ResourceError `request_invalid`, `object_invalid`, `not_allowed`, `object_exists`, `title_taken`
 */
export async function createObject(db: Store, creation: Creation): Promise<Written> {
  const { kind, namespace, body, author, mode } = creation;
  const draft = readNewDraft(kind, namespace, body);
  requireCreateAccess(author.caller, kind, { folder: folderOf(kind, draft), ...nameOf(draft) });
  return await inWrite(db, mode, async (trx) => await insertNew(trx, creation, draft));
}

/** Makes an object inside a transaction of the caller's own; nobody's permission is asked. */
export async function insertNew(trx: Store, creation: Omit<Creation, "body">, draft: Draft): Promise<Written> {
  const { kind, namespace, author, mode, now } = creation;
  const version = await takeResourceVersion(trx);
  await requireFolder(trx, namespace, folderOf(kind, draft));
  const internalId = await takeInternalId(trx, kind.plural);
  const by = authorOf(author.caller);
  const uid = randomUUID();
  for (let tries = draft.name === undefined ? MAX_NAME_TRIES : 1; tries > 0; tries -= 1) {
    const name = draft.name ?? nameFromPrefix(draft.generateName ?? "");
    const identity = {
      namespace,
      name,
      uid,
      internalId,
      generateName: draft.generateName,
      createdAt: now,
      createdBy: by,
    };
    const resourceVersion = mode === "store" ? version : undefined;
    const writing = { resourceVersion, generation: 1, at: now, by, kind: "create" } as const;
    const row = { ...versionRow(kind, identity, { draft, writing }), resource_version: version };
    if (!(await insertVersion(trx, row))) continue;
    await recordAudit(trx, author, { action: `${kind.plural}.create`, target: `${kind.plural}/${namespace}/${name}` });
    return { name, uid, text: objectText(kind, row) };
  }
  throw new ResourceError("object_exists", { subject: subjectOf(kind, draft.name ?? draft.generateName ?? "") });
}

function nameOf({ name }: Draft): { name?: string } {
  return name === undefined ? {} : { name };
}
