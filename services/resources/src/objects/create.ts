import { randomUUID } from "node:crypto";
import { turnFor } from "@vedette/http";
import { type Author, authorOf } from "../access/caller.ts";
import { ResourceError } from "../errors.ts";
import { apiVersionOf, type Kind, subjectOf } from "../kinds/kind.ts";
import { requireCreateAccess, requireWritable } from "./access.ts";
import { type Body, type Draft, readNewDraft } from "./draft.ts";
import { requireFolder } from "./folder.ts";
import { firstOwner, type ManagedFields } from "./managed-fields.ts";
import { nameFromPrefix } from "./name.ts";
import type { Store } from "./store.ts";
import { creationOfObject } from "./told.ts";
import { folderOf, newVersion, objectText, timestamp } from "./version.ts";
import { inWrite, type WriteMode } from "./write.ts";
import { takeTurn, writeFirstVersion } from "./write-version.ts";

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
 * @throws ResourceError `request_invalid`, `object_invalid`, `not_allowed`, `object_exists`, `title_taken`,
 *   `read_only`, `folder_invalid`
 */
export async function createObject(db: Store, creation: Creation): Promise<Written> {
  const { kind, namespace, body, author, mode } = creation;
  const draft = readNewDraft(kind, namespace, body);
  const { name } = draft;
  requireCreateAccess(author.caller, kind, { folder: folderOf(kind, draft), ...(name === undefined ? {} : { name }) });
  if (name !== undefined) requireWritable(kind, name);
  await turnFor(body.text.length);
  const made = await inWrite(db, mode, async (store) => await insertNew(store, creation, draft));
  return mode === "store" ? made : { ...made, text: made.text.replace(/"resourceVersion":"\d+",/, "") };
}

/**
 * Makes an object without asking for anybody's permission.
 *
 * @param owners - of its fields; the author unless said
 */
export async function insertNew(
  db: Store,
  creation: Omit<Creation, "body">,
  draft: Draft,
  owners: readonly ManagedFields[] = authorsFields(creation, draft),
): Promise<Written> {
  const { kind, namespace } = creation;
  const folder = folderOf(kind, draft);
  if (folder !== "" && !db.isTransaction) {
    // What a folder lies in is looked at while all others wait; so is why something could not be stored.
    const placed = kind.plural === "folders" ? undefined : await storeFirst(db, creation, { draft, owners });
    return placed ?? (await db.transaction().execute(async (trx) => await insertNew(trx, creation, draft, owners)));
  }
  if (folder !== "") {
    await takeTurn(db);
    await requireFolder(db, kind, { namespace, name: draft.name, folder });
  }
  for (let tries = draft.name === undefined ? MAX_NAME_TRIES : 1; tries > 0; tries -= 1) {
    const stored = await storeFirst(db, creation, { draft, owners });
    if (stored !== undefined) return stored;
  }
  throw new ResourceError("object_exists", { subject: subjectOf(kind, draft.name ?? draft.generateName ?? "") });
}

/** @returns `undefined` when the name is taken, or the folder is not there */
async function storeFirst(
  db: Store,
  { kind, namespace, author, now: at }: Omit<Creation, "body">,
  { draft, owners }: { draft: Draft; owners: readonly ManagedFields[] },
): Promise<Written | undefined> {
  const by = authorOf(author.caller);
  const uid = randomUUID();
  const name = draft.name ?? nameFromPrefix(draft.generateName ?? "");
  const identity = { namespace, name, uid, generateName: draft.generateName, createdAt: at, createdBy: by };
  const version = newVersion(kind, identity, { draft, writing: { generation: 1, at, by, kind: "create", owners } });
  const changes = creationOfObject(kind, { folder: version.folder, spec: draft.spec });
  const entry = { action: `${kind.plural}.create`, target: `${kind.plural}/${namespace}/${name}`, changes };
  const stored = await writeFirstVersion(db, version, { author, entry });
  return stored && { name, uid, text: objectText(kind, { ...stored, spec: draft.specText }) };
}

function authorsFields({ author, kind, now }: Omit<Creation, "body">, draft: Draft): ManagedFields[] {
  return firstOwner(draft, { name: author.manager, apiVersion: apiVersionOf(kind), time: timestamp(now) });
}
