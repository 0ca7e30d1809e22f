import { isJsonObject } from "../kinds/kind.ts";
import type { StoredVersion } from "../resource-tables.ts";
import { changeObject, type Target } from "./change.ts";
import type { Written } from "./create.ts";
import { type Body, type Draft, readReplacement } from "./draft.ts";
import { ANNOTATIONS } from "./server-metadata.ts";
import type { Store } from "./store.ts";
import { readStored } from "./stored-state.ts";

/** One wish to put a new state in the place of an object's present one. */
export interface Replacement extends Target {
  readonly body: Body;
  /**
   * What stays of the present state where the new one does not name it, for clients that know a part of an object only:
   * labels and annotations but folder and message, or keys of the spec as well. Default: nothing.
   */
  readonly keeps?: "metadata" | "metadata and spec";
}

/**
 * Replaces an object that is there; see `changeObject`.
 *
 * @throws ResourceError `request_invalid`, `object_invalid`, and those of `changeObject`
 */
export async function replaceObject(db: Store, replacement: Replacement): Promise<Written> {
  const { kind, body, keeps } = replacement;
  const draft = readReplacement(kind, replacement, body);
  return await changeObject(db, replacement, {
    propose: (stored) => {
      const named = keeps === undefined ? draft : withKeptMetadata(draft, stored);
      return { draft: keeps === "metadata and spec" ? withKeptSpec(named, stored) : named };
    },
  });
}

function withKeptMetadata(draft: Draft, stored: StoredVersion): Draft {
  const { labels, annotations } = readStored(stored, draft);
  const { [ANNOTATIONS.folder]: _folder, [ANNOTATIONS.message]: _message, ...kept } = annotations;
  return { ...draft, labels: { ...labels, ...draft.labels }, annotations: { ...kept, ...draft.annotations } };
}

function withKeptSpec(draft: Draft, stored: StoredVersion): Draft {
  const before: unknown = JSON.parse(stored.spec);
  const spec = { ...(isJsonObject(before) ? before : {}), ...draft.spec };
  return { ...draft, spec, specText: JSON.stringify(spec) };
}
