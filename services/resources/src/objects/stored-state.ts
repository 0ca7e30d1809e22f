import { CACHES, jsonBytes, openCache } from "@vedette/http";
import { isJsonObject, type JsonObject } from "../kinds/kind.ts";
import type { StoredVersion } from "../resource-tables.ts";
import type { Draft } from "./draft.ts";
import { type ManagedFields, type OwnedPart, readManagedFields } from "./managed-fields.ts";
import { ownAnnotations, ownLabels } from "./server-metadata.ts";

/** What clients have set of a stored object, and who. */
export interface StoredState extends OwnedPart {
  readonly owners: readonly ManagedFields[];
}

/** Parsed specs of recently saved versions: parsing them again for each save was a quarter of its work. */
const specByVersion = openCache<StoredVersion, JsonObject>("parsed_specs", {
  // The key is the stored version itself, whose texts stay in memory with it.
  sizeOf: (spec, version) => jsonBytes(version) + jsonBytes(spec, CACHES.parsed_specs.maxBytes),
});

/** Keeps what a version's spec says for whoever changes this very version next. */
export function rememberSpec(version: StoredVersion, spec: JsonObject): void {
  specByVersion.set(version, spec);
}

/** Reads a stored version. The spec is parsed only when its text differs from the draft's and nobody knows what it says. */
export function readStored(stored: StoredVersion, draft: Pick<Draft, "spec" | "specText">): StoredState {
  const metadata = objectOf(JSON.parse(stored.metadata));
  return {
    labels: ownLabels(stringsOf(metadata["labels"])),
    annotations: ownAnnotations(stringsOf(metadata["annotations"])),
    spec: stored.spec === draft.specText ? draft.spec : specOf(stored),
    owners: readManagedFields(metadata["managedFields"]),
  };
}

/** What a stored spec says. @returns a shared value, which must not be changed */
export function specOf(version: StoredVersion): JsonObject {
  const known = specByVersion.get(version);
  if (known !== undefined) return known;
  const spec = objectOf(JSON.parse(version.spec));
  rememberSpec(version, spec);
  return spec;
}

function objectOf(value: unknown): JsonObject {
  return isJsonObject(value) ? value : {};
}

function stringsOf(value: unknown): Record<string, string> {
  return Object.fromEntries(Object.entries(objectOf(value)).map(([key, text]) => [key, String(text)]));
}
