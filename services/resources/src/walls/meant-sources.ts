import { createHash } from "node:crypto";
import { setImmediate as others } from "node:timers/promises";
import { LRUCache } from "lru-cache";
import type { SourceQueries } from "./dashboard-queries.ts";
import type { KnownSource } from "./dashboard-sources.ts";

/** Of all that is kept; what is lost is found out again. */
const MAX_BYTES = 64 * 1024 * 1024;
/** What one list takes beside its places. */
const LIST_BYTES = 200;

/** The data sources that may be asked, and what they are known by. */
export interface AskableSources {
  readonly list: readonly KnownSource[];
  /** The same for lists of which every member is the same. */
  readonly key: string;
}

/** Which data sources each of a dashboard's references means, by their places in the list. */
export type MeantPlaces = readonly Uint32Array[];

/**
 * Remembers from request to request which data sources dashboards mean, and keeps nobody waiting for long while it finds
 * out. A dashboard's version and the list of data sources are both part of the key, so nothing is ever old.
 */
export class MeantSources {
  readonly #kept = new LRUCache<string, MeantPlaces>({ maxSize: MAX_BYTES, sizeCalculation: bytesOf });

  async of(version: string, reading: readonly SourceQueries[], sources: AskableSources): Promise<MeantPlaces> {
    const key = `${version} ${sources.key}`;
    const kept = this.#kept.get(key);
    if (kept !== undefined) return kept;
    const places = new Map(sources.list.map(({ uid }, place) => [uid, place]));
    const meant = reading.map((queries) =>
      Uint32Array.from([...queries.meant(sources.list)].flatMap((uid) => places.get(uid) ?? [])),
    );
    this.#kept.set(key, meant);
    await others();
    return meant;
  }
}

export function askableSources(list: readonly KnownSource[]): AskableSources {
  const told = list.map(({ uid, name, type, isDefault }) => [uid, name, type, isDefault]);
  return { list, key: createHash("sha256").update(JSON.stringify(told)).digest("base64url") };
}

function bytesOf(meant: MeantPlaces): number {
  return meant.reduce((sum, { byteLength }) => sum + byteLength + LIST_BYTES, LIST_BYTES);
}
