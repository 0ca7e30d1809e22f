import type { Caller } from "../access/caller.ts";
import { isAllowed } from "../access/permissions.ts";
import { lacking, ResourceError } from "../errors.ts";
import { type Kind, subjectOf } from "../kinds/kind.ts";
import type { StoredVersion } from "../resource-tables.ts";
import { missingObject, requireObjectAccess } from "./access.ts";
import { forgottenVersion, newestResourceVersion, readAtVersion, readCurrent, type Store } from "./store.ts";

/** Which object, and who wants to see it. */
export interface Reading {
  readonly kind: Kind;
  readonly namespace: string;
  readonly name: string;
  readonly caller: Caller;
  /** As the object was when the store had this version; `undefined` or `0` for as it is. */
  readonly version?: string | undefined;
}

/** @throws ResourceError `not_allowed`, `object_not_found`, `version_unknown`, `request_invalid` */
export async function readObject(
  db: Store,
  { kind, namespace, name, caller, version }: Reading,
): Promise<StoredVersion> {
  const key = { resource: kind.plural, namespace, name };
  const stored = isAnyVersion(version) ? await readCurrent(db, key) : await readPast(db, key, version);
  if (stored === undefined) {
    const missing = missingObject(caller, kind, { verb: "read", name });
    if (isAnyVersion(version) || (await isKept(db, version))) throw missing;
    throw new ResourceError("version_expired");
  }
  const { folder, uid } = stored;
  // What is granted by name is granted on the object that has the name now, not on an earlier one.
  const isEarlier = !isAnyVersion(version) && ((await readCurrent(db, key))?.uid ?? uid) !== uid;
  if (isEarlier && !isAllowed(caller.permissions, [{ action: kind.actions.read, scopes: kind.scopesOf({ folder }) }])) {
    throw lacking(kind.actions.read, subjectOf(kind, name));
  }
  requireObjectAccess(caller, kind, "read", { name, folder });
  return stored;
}

/**
 * Checks a resource version that came in an address.
 *
 * @throws ResourceError `request_invalid`, `version_unknown`
 */
export async function requireKnownVersion(db: Store, version: string): Promise<void> {
  if (!/^\d{1,19}$/.test(version)) {
    throw new ResourceError("request_invalid", { detail: "resourceVersion must be one that this server gave" });
  }
  const newest = await newestResourceVersion(db);
  if (BigInt(version) > BigInt(newest)) {
    throw new ResourceError("version_unknown", {
      detail: `Too large resource version: ${version}, current: ${newest}`,
    });
  }
}

/** Whether all that was changed after a version is still in the history. */
export async function isKept(db: Store, version: string): Promise<boolean> {
  return BigInt(version) >= BigInt(await forgottenVersion(db));
}

export function isAnyVersion(version: string | undefined): version is undefined | "" | "0" {
  return version === undefined || version === "" || version === "0";
}

async function readPast(db: Store, key: Parameters<typeof readAtVersion>[1], version: string) {
  await requireKnownVersion(db, version);
  return await readAtVersion(db, key, version);
}
