import { LRUCache } from "lru-cache";
import type { Store } from "../objects/store.ts";
import { type ListedKey, type ListFilter, type ListPart, listKeys } from "./store.ts";

const MAX_KEYS = 100_000;
const MAX_AGE_MS = 300_000;
/** Whoever may see so many single objects that they take more text than this is asked about anew each time. */
const MAX_QUESTION_LENGTH = 4096;

type Parts = LRUCache<string, readonly ListedKey[]>;

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
  const parts: Parts = new LRUCache({
    maxSize: MAX_KEYS,
    sizeCalculation: (keys) => keys.length + 1,
    ttl: MAX_AGE_MS,
  });
  partsByStore.set(db, parts);
  return parts;
}
