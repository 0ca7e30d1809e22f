import { type Cache, jsonBytes, openCache } from "@vedette/http";
import type { StoredVersion } from "../resource-tables.ts";
import { currentPlace } from "./ask-together.ts";
import { type ObjectKey, readCurrent, type Store } from "./store.ts";
import { rememberSpec } from "./stored-state.ts";
import { type NewVersion, type StoredText, storedVersionOf } from "./version.ts";

interface Known {
  readonly stored: StoredVersion;
  /** It was the newest after this moment, of `performance.now()`. */
  readonly seenAt: number;
}

type Versions = Cache<string, Known>;

/** The newest versions that this process has written or read. Whether one still is the newest, only the store knows. */
const versionsByStore = new WeakMap<Store, Versions>();

/** The version that was the newest a moment ago. A write over it finds out whether it still is. */
export function knownVersion(db: Store, key: ObjectKey): StoredVersion | undefined {
  return knownOf(db, key)?.stored;
}

/**
 * Reads an object as it is now; of one whose texts are known, only whether they still are the newest.
 *
 * @param since - a moment from which on what somebody has seen of the store is good enough; by default this one
 */
export async function readNewest(
  db: Store,
  key: ObjectKey,
  since = performance.now(),
): Promise<StoredVersion | undefined> {
  const seenAt = performance.now();
  const known = knownOf(db, key);
  if (known !== undefined) {
    if (known.seenAt >= since) return known.stored;
    const place = await currentPlace(db, key);
    if (place === undefined) return undefined;
    if (place.resource_version === known.stored.resource_version) {
      keep(db, { ...known, seenAt });
      return known.stored;
    }
  }
  const stored = await readCurrent(db, key);
  if (stored !== undefined) keep(db, { stored, seenAt });
  return stored;
}

/** Remembers a version that has been written. What a transaction writes may be taken back. */
export function keepVersion(db: Store, version: NewVersion, stored: StoredText): void {
  if (db.isTransaction) return;
  const written = storedVersionOf(version, stored);
  rememberSpec(written, version.specValue);
  // When exactly it was stored is not known: what is asked from now on has to look.
  keep(db, { stored: written, seenAt: Number.NEGATIVE_INFINITY });
}

export function forgetVersion(db: Store, key: ObjectKey): void {
  if (!db.isTransaction) versionsOf(db).delete(nameOf(key));
}

function knownOf(db: Store, key: ObjectKey): Known | undefined {
  return db.isTransaction ? undefined : versionsOf(db).get(nameOf(key));
}

function keep(db: Store, known: Known): void {
  if (!db.isTransaction) versionsOf(db).set(nameOf(known.stored), known);
}

function nameOf({ resource, namespace, name }: ObjectKey): string {
  return `${resource}/${namespace}/${name}`;
}

function versionsOf(db: Store): Versions {
  const known = versionsByStore.get(db);
  if (known !== undefined) return known;
  const versions: Versions = openCache("object_versions", { sizeOf: (known) => jsonBytes(known) });
  versionsByStore.set(db, versions);
  return versions;
}
