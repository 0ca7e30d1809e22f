import { type Cache, openCache, textBytes } from "@vedette/http";
import type { Store } from "../objects/store.ts";
import { type ListedKey, type ListFilter, type ListPart, listKeys } from "./store.ts";

/** An object with three properties, and its place in the list. */
const KEY_BYTES = 64;
/** Whoever may see so many single objects that they take more text than this is asked about anew each time. */
const MAX_QUESTION_LENGTH = 4096;

type Parts = Cache<string, readonly ListedKey[]>;

/** What the store held at a version never changes: a part of a list is named once until something else is stored. */
const partsByStore = new WeakMap<Store, Parts>();

/** As `listKeys`, of which the last answers are kept. */
export async function keptKeys(db: Store, filter: ListFilter, part: ListPart): Promise<readonly ListedKey[]> {
  const question = JSON.stringify([part, filter]);
  if (question.length > MAX_QUESTION_LENGTH) return await listKeys(db, filter, part);
  const parts = partsOf(db);
  const known = parts.get(question);
  if (known !== undefined) return known;
  const keys = await listKeys(db, filter, part);
  parts.set(question, keys);
  return keys;
}

function partsOf(db: Store): Parts {
  const known = partsByStore.get(db);
  if (known !== undefined) return known;
  const parts: Parts = openCache("list_keys", { sizeOf: keysBytes });
  partsByStore.set(db, parts);
  return parts;
}

function keysBytes(keys: readonly ListedKey[]): number {
  return keys.reduce((sum, key) => sum + KEY_BYTES + textBytes(key.resource_version) + textBytes(key.name), KEY_BYTES);
}
