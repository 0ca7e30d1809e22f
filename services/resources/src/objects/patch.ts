import { HttpError, requireJsonLimits, turnFor } from "@vedette/http";
import { ResourceError } from "../errors.ts";
import { isSameJson } from "../json/same-json.ts";
import { shownKey } from "../kinds/dialect.ts";
import { isJsonObject, subjectOf } from "../kinds/kind.ts";
import type { StoredVersion } from "../resource-tables.ts";
import { requireCreateAccess, requireWritable } from "./access.ts";
import { appliedOwner, applyFields } from "./apply.ts";
import { changeObject, managerOf, type Proposal, type Target } from "./change.ts";
import { insertNew, type Written } from "./create.ts";
import { type Body, type Draft, readApplied, readNewDraft, readReplacement } from "./draft.ts";
import { applyJsonPatch, patchTouches } from "./json-patch.ts";
import { compareFields, type OwnedPart } from "./managed-fields.ts";
import { applyMergePatch, mergeTouches } from "./merge-patch.ts";
import { ANNOTATIONS } from "./server-metadata.ts";
import type { Store } from "./store.ts";
import { readStored, type StoredState, specOf } from "./stored-state.ts";
import { folderOf, objectText } from "./version.ts";

/** One wish to change a part of an object. */
export interface Patch extends Target {
  readonly how: { readonly kind: "json" | "merge" } | { readonly kind: "apply"; readonly isForced: boolean };
  readonly body: Body;
  /** Looks for fields that the kind does not know, in what a patch makes of an object; of an apply the body is looked at. */
  checkFields?(before: unknown, after: unknown): void;
  /** Characters, and JSON values, of the object that may come out. */
  readonly maxLength: number;
  readonly maxValues: number;
}

/** What came of a patch. */
export interface Patched extends Written {
  readonly isNew: boolean;
}

/**
 * Changes a part of an object, by RFC 6902, RFC 7386 or server-side apply; see `changeObject`. An apply makes an object
 * that is not there.
 *
 * @throws ResourceError `patch_invalid`, `patch_failed`, `apply_conflict`, `object_invalid`, those of `changeObject`;
 *   HttpError `body_too_large`
 */
export async function patchObject(db: Store, patch: Patch): Promise<Patched> {
  if (patch.how.kind !== "apply") {
    const written = await changeObject(db, patch, { propose: (stored) => proposePatched(patch, stored) });
    return { ...written, isNew: false };
  }
  const { isForced } = patch.how;
  let isNew = false;
  const written = await changeObject(db, patch, {
    propose: (stored) => proposeApplied(patch, stored, isForced),
    make: async (store) => {
      const made = await makeApplied(store, patch);
      isNew = made !== undefined;
      return made;
    },
  });
  return { ...written, isNew };
}

async function proposePatched(patch: Patch, stored: StoredVersion): Promise<Proposal> {
  const { kind, body } = patch;
  const size = stored.size + body.text.length;
  const envelope: unknown = JSON.parse(objectText(kind, { ...stored, spec: "{}" }));
  // The spec is shared with others who read it: a patch copies what it changes.
  const before = { ...(isJsonObject(envelope) ? envelope : {}), spec: specOf(stored) };
  await turnFor(size);
  const after =
    patch.how.kind === "json" ? await applyJsonPatch(before, body.value, size) : applyMergePatch(before, body.value);
  await turnFor(size);
  patch.checkFields?.(before, after);
  const draft = readReplacement(kind, patch, await writtenOf(after, patch));
  await turnFor(size);
  const messagePath = ["metadata", "annotations", shownKey(kind, ANNOTATIONS.message)];
  const setsMessage =
    patch.how.kind === "json" ? patchTouches(body.value, messagePath) : mergeTouches(body.value, messagePath);
  return { draft: setsMessage ? draft : await withoutOldMessage(stored, draft) };
}

/** A message belongs to one version: a change that sets none has none. */
async function withoutOldMessage(stored: StoredVersion, draft: Draft): Promise<Draft> {
  const before = readStored(stored, draft);
  await turnFor(stored.size);
  const { set, removed } = compareFields(before, draft);
  if (set.size + removed.size === 0) return draft;
  return { ...draft, annotations: withoutMessage(draft.annotations) };
}

async function proposeApplied(patch: Patch, stored: StoredVersion, isForced: boolean): Promise<Proposal> {
  const { kind, namespace, name, body } = patch;
  const applied = readApplied(kind, patch, body);
  const before = readStored(stored, { specText: "", spec: {} });
  await turnFor(stored.size);
  const subject = subjectOf(kind, name, stored.uid);
  const apply = (to: StoredState) => applyFields(to, { applied, manager: managerOf(patch), isForced, subject });
  const whole = apply(before);
  await turnFor(stored.size);
  const keepsMessage =
    Object.hasOwn(applied.annotations, ANNOTATIONS.message) ||
    isSameJson(whole, { state: partOf(before), owners: before.owners });
  const { state, owners } = keepsMessage
    ? whole
    : apply({ ...before, annotations: withoutMessage(before.annotations) });
  const metadata = {
    name,
    namespace,
    uid: applied.uid ?? stored.uid,
    resourceVersion: applied.resourceVersion ?? stored.resource_version,
    labels: state.labels,
    annotations: state.annotations,
  };
  const draft = readReplacement(kind, patch, await writtenOf({ metadata, spec: state.spec }, patch));
  return { draft, ownersAfter: owners };
}

function partOf({ labels, annotations, spec }: StoredState): OwnedPart {
  return { labels, annotations, spec };
}

function withoutMessage(annotations: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  const { [ANNOTATIONS.message]: _message, ...others } = annotations;
  return others;
}

/** @returns `undefined` when somebody else made it just now */
async function makeApplied(store: Store, patch: Patch): Promise<Written | undefined> {
  const { kind, namespace, name, body, author } = patch;
  const { uid, resourceVersion } = readApplied(kind, patch, body);
  if (uid !== undefined || resourceVersion !== undefined) {
    throw new ResourceError("object_not_found", { subject: subjectOf(kind, name) });
  }
  const draft = { ...readNewDraft(kind, namespace, named(body, name)), name };
  requireCreateAccess(author.caller, kind, { folder: folderOf(kind, draft), name });
  requireWritable(kind, name);
  try {
    return await insertNew(store, patch, draft, appliedOwner(draft, managerOf(patch)));
  } catch (error) {
    if (error instanceof ResourceError && error.code === "object_exists") return undefined;
    throw error;
  }
}

/** The name may stand in the address alone. */
function named(body: Body, name: string): Body {
  return { ...body, value: applyMergePatch(body.value, { metadata: { name } }) };
}

/** The JSON text of a patched object, which keeps to the same limits as one that was sent. */
async function writtenOf(value: unknown, { maxLength, maxValues }: Patch): Promise<Body> {
  const text = JSON.stringify(value) ?? "";
  if (text.length > maxLength) throw new HttpError("body_too_large");
  await turnFor(text.length);
  await requireJsonLimits(text, maxValues);
  await turnFor(text.length);
  return { value, text };
}
