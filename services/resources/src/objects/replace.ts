import { changeObject, type Target } from "./change.ts";
import type { Written } from "./create.ts";
import { type Body, readReplacement } from "./draft.ts";
import type { Store } from "./store.ts";

/** One wish to put a new state in the place of an object's present one. */
export interface Replacement extends Target {
  readonly body: Body;
}

/**
 * Replaces an object that is there; see `changeObject`.
 *
 * @throws ResourceError `request_invalid`, `object_invalid`, and those of `changeObject`
 */
export async function replaceObject(db: Store, replacement: Replacement): Promise<Written> {
  const draft = readReplacement(replacement.kind, replacement, replacement.body);
  return await changeObject(db, replacement, { propose: () => ({ draft }) });
}
