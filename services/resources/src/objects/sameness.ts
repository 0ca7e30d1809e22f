import { isDeepStrictEqual } from "node:util";
import { isJsonObject } from "../kinds/kind.ts";
import type { StoredVersion } from "../resource-tables.ts";
import type { Draft } from "./draft.ts";
import { ownAnnotations, ownLabels } from "./server-metadata.ts";

/** Whether a draft's spec says the same as the stored one, whatever its blanks and the order of its keys. */
export function hasSameSpec(stored: StoredVersion, draft: Draft): boolean {
  return stored.spec === draft.specText || isDeepStrictEqual(JSON.parse(stored.spec), draft.spec);
}

/** Whether what clients may set of the metadata is the same. */
export function hasSameMetadata(stored: StoredVersion, draft: Draft): boolean {
  const metadata: unknown = JSON.parse(stored.metadata);
  if (!isJsonObject(metadata)) return false;
  return (
    isDeepStrictEqual(ownLabels(stringsOf(metadata["labels"])), draft.labels) &&
    isDeepStrictEqual(ownAnnotations(stringsOf(metadata["annotations"])), draft.annotations)
  );
}

function stringsOf(value: unknown): Record<string, string> {
  if (!isJsonObject(value)) return {};
  return Object.fromEntries(Object.entries(value).map(([key, text]) => [key, String(text)]));
}
