import { type Cache, openCache, textBytes } from "@vedette/http";
import { type Drawing, drawVersions, keepText, keptText } from "../lists/kept-texts.ts";
import { missingObject, requireObjectAccess } from "./access.ts";
import { currentPlace } from "./ask-together.ts";
import { knownVersion } from "./known-versions.ts";
import { isAnyVersion, type Reading, readObject } from "./read.ts";
import type { Store } from "./store.ts";

const seenByStore = new WeakMap<Store, Cache<string, string>>();

/**
 * Reads and draws one object. Of one that was drawn a moment ago the store is asked only which version it has now and
 * where that lies.
 *
 * @throws ResourceError those of `readObject`
 */
export async function readShown(db: Store, reading: Reading, drawing: Drawing): Promise<Uint8Array> {
  const { kind, namespace, name, caller, version } = reading;
  const seen = seenVersions(db);
  const key = `${kind.plural}/${namespace}/${name}`;
  const expected = seen.get(key);
  if (!isAnyVersion(version) || expected === undefined || keptText(db, expected, drawing) === undefined) {
    const stored = await readObject(db, reading);
    if (isAnyVersion(version)) seen.set(key, stored.resource_version);
    return keepText(db, stored.resource_version, drawing, stored);
  }
  const objectKey = { resource: kind.plural, namespace, name };
  const place = await currentPlace(db, objectKey);
  if (place === undefined) throw missingObject(caller, kind, { verb: "read", name });
  requireObjectAccess(caller, kind, "read", { name, folder: place.folder });
  seen.set(key, place.resource_version);
  const kept = keptText(db, place.resource_version, drawing);
  if (kept !== undefined) return kept;
  const known = knownVersion(db, objectKey);
  if (known?.resource_version === place.resource_version) return keepText(db, known.resource_version, drawing, known);
  const [text] = await drawVersions(db, [place.resource_version], drawing);
  return text ?? (await readShown(db, reading, drawing));
}

function seenVersions(db: Store): Cache<string, string> {
  const known = seenByStore.get(db) ?? openCache("seen_versions", { sizeOf: textBytes });
  seenByStore.set(db, known);
  return known;
}
