import { isDeepStrictEqual } from "node:util";
import type { Metadata } from "../identity-tables.ts";

/** Whether keys still have the values that somebody has read; `null` for none. */
export function isMetadataAsSeen(stored: Metadata | null, seen: Metadata): boolean {
  const { ...now } = stored;
  return Object.entries(seen).every(([key, value]) =>
    isDeepStrictEqual(Object.hasOwn(now, key) ? now[key] : null, value),
  );
}

/** Merges the outermost keys; a key that is changed to null is removed. Foreign keys stay plain data. */
export function mergeMetadata(stored: Metadata | null, change: Metadata): Metadata {
  const merged = Object.entries({ ...stored, ...change });
  return Object.fromEntries(merged.filter(([, value]) => value !== null));
}
