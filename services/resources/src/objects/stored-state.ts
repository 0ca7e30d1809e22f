import { isJsonObject, type JsonObject } from "../kinds/kind.ts";
import type { StoredVersion } from "../resource-tables.ts";
import type { Draft } from "./draft.ts";
import { type ManagedFields, type OwnedPart, readManagedFields } from "./managed-fields.ts";
import { ownAnnotations, ownLabels } from "./server-metadata.ts";

/** What clients have set of a stored object, and who. */
export interface StoredState extends OwnedPart {
  readonly owners: readonly ManagedFields[];
}

/** Reads a stored version. The spec is parsed only when its text differs from the draft's. */
export function readStored(
  { metadata: text, spec: specText }: StoredVersion,
  draft: Pick<Draft, "spec" | "specText">,
): StoredState {
  const metadata = objectOf(JSON.parse(text));
  return {
    labels: ownLabels(stringsOf(metadata["labels"])),
    annotations: ownAnnotations(stringsOf(metadata["annotations"])),
    spec: specText === draft.specText ? draft.spec : objectOf(JSON.parse(specText)),
    owners: readManagedFields(metadata["managedFields"]),
  };
}

function objectOf(value: unknown): JsonObject {
  return isJsonObject(value) ? value : {};
}

function stringsOf(value: unknown): Record<string, string> {
  return Object.fromEntries(Object.entries(objectOf(value)).map(([key, text]) => [key, String(text)]));
}
