import type { Author } from "../access/caller.ts";
import { ResourceError, type ResourceErrorCode } from "../errors.ts";
import { apiVersionOf, type Kind } from "../kinds/kind.ts";
import { ancestorsOf } from "../objects/folder.ts";
import { removeObject } from "../objects/remove.ts";
import { newestResourceVersion, type Store } from "../objects/store.ts";
import { objectText } from "../objects/version.ts";
import type { WriteMode } from "../objects/write.ts";
import { parseFieldSelector } from "./field-selector.ts";
import { labelConditions } from "./label-selector.ts";
import { scopeOf } from "./past.ts";
import { type ListedKey, type ListFilter, listKeys } from "./store.ts";
import { visibilityOf } from "./visibility.ts";

/** One wish to remove whatever the selectors find. */
export interface ListRemoval {
  readonly kind: Kind;
  readonly namespace: string;
  readonly labelSelector: string;
  readonly fieldSelector: string;
  readonly author: Author;
  readonly mode: WriteMode;
}

const KEYS_AT_ONCE = 1000;
/** It has gone meanwhile, or to where the caller may not remove it. */
const PASSED_OVER: ReadonlySet<ResourceErrorCode> = new Set(["object_not_found", "not_allowed"]);

/**
 * Removes one object after the other, of those that the caller may remove; what belongs to the server stays. What has
 * gone by itself meanwhile is passed over.
 *
 * @returns the list of what went as a stream of JSON text
 * @throws ResourceError `not_allowed`, `selector_invalid`, `request_invalid`
 */
export async function removeListed(db: Store, removal: ListRemoval): Promise<AsyncGenerator<string>> {
  const { kind, namespace, author } = removal;
  const fields = parseFieldSelector(removal.fieldSelector);
  const { scope, labels } = scopeOf(labelConditions(kind, removal.labelSelector), fields);
  if (scope.kind !== "current") {
    throw new ResourceError("request_invalid", { detail: "history and trash cannot be removed" });
  }
  const visibility = visibilityOf(author.caller, kind, "remove");
  const filter = { resource: kind.plural, namespace, labels, fields, visibility };
  return removedText(db, removal, { filter, version: await newestResourceVersion(db) });
}

async function* removedText(
  db: Store,
  removal: ListRemoval,
  found: { filter: ListFilter; version: string },
): AsyncGenerator<string> {
  const { kind } = removal;
  const head = {
    kind: `${kind.kind}List`,
    apiVersion: apiVersionOf(kind),
    metadata: { resourceVersion: found.version },
  };
  yield `${JSON.stringify(head).slice(0, -1)},"items":[`;
  let comma = "";
  const gone = new Set<string>();
  for await (const { name } of keysOf(db, found)) {
    const text = await removeOne(db, removal, { name, gone });
    if (text === undefined) continue;
    yield comma + text;
    comma = ",";
  }
  yield "]}";
}

async function* keysOf(
  db: Store,
  { filter, version }: { filter: ListFilter; version: string },
): AsyncGenerator<ListedKey> {
  for (let after = ""; ; ) {
    const keys = await listKeys(db, filter, { version, after, count: KEYS_AT_ONCE });
    yield* keys;
    const last = keys.at(-1);
    if (last === undefined || keys.length < KEYS_AT_ONCE) return;
    after = last.name;
  }
}

async function removeOne(
  db: Store,
  { kind, namespace, author, mode }: ListRemoval,
  { name, gone }: { name: string; gone: Set<string> },
): Promise<string | undefined> {
  if (kind.reservedNames.includes(name)) return undefined;
  const preconditions = { uid: undefined, resourceVersion: undefined };
  try {
    const removed = await removeObject(db, { kind, namespace, name, preconditions, author, mode });
    // A dry run takes every removal back: what would have gone with its folder is passed over as it would be then.
    const above = kind.plural === "folders" && mode === "dry-run" ? ancestorsOf(db, namespace, removed.folder) : [];
    if ((await above).some((folder) => gone.has(folder))) return undefined;
    if (kind.plural === "folders") gone.add(name);
    return objectText(kind, removed);
  } catch (error) {
    if (error instanceof ResourceError && PASSED_OVER.has(error.code)) return undefined;
    throw error;
  }
}
