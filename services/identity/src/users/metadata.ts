import type { Metadata } from "../identity-tables.ts";

/** Merges the outermost keys; a key that is changed to null is removed. Foreign keys stay plain data. */
export function mergeMetadata(stored: Metadata | null, change: Metadata): Metadata {
  const merged = Object.entries({ ...stored, ...change });
  return Object.fromEntries(merged.filter(([, value]) => value !== null));
}
