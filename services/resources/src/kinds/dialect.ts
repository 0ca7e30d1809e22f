import type { Kind } from "./kind.ts";

/** Ends the names of this server's groups, and begins its own labels and annotations. */
export const OWN_SUFFIX = "vedette.app";
/** A key of JSON text: within a string the quote would stand behind a backslash. */
const OWN_KEY = /(?<=[{,])"(f:)?vedette\.app\/(?=[^"\\]*":)/g;

/** A key of a label or annotation as it is stored. */
export function ownKey({ dialect }: Kind, key: string): string {
  return dialect !== undefined && key.startsWith(`${dialect}/`) ? OWN_SUFFIX + key.slice(dialect.length) : key;
}

/** Labels or annotations of a client as they are stored. */
export function ownKeys(kind: Kind, map: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(map).map(([key, value]) => [ownKey(kind, key), value]));
}

/** A stored key as clients of the kind know it. */
export function shownKey({ dialect }: Kind, key: string): string {
  return dialect !== undefined && key.startsWith(`${OWN_SUFFIX}/`) ? dialect + key.slice(OWN_SUFFIX.length) : key;
}

/** The JSON text of stored metadata as clients of the kind know it. */
export function shownMetadata({ dialect }: Kind, metadata: string): string {
  if (dialect === undefined) return metadata;
  return metadata.replace(OWN_KEY, (_own, field: string | undefined) => `"${field ?? ""}${dialect}/`);
}
