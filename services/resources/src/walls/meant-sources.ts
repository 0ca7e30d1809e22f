import { createHash } from "node:crypto";
import { setImmediate as others } from "node:timers/promises";
import { openCache } from "@vedette/http";
import type { SourceQueries } from "./dashboard-queries.ts";
import type { KnownSource } from "./dashboard-sources.ts";

/** What one list takes beside its places. */
const LIST_BYTES = 200;

/** The data sources that may be asked, and what they are known by. */
export interface AskableSources {
  readonly list: readonly KnownSource[];
  /** The same for lists of which every member is the same. */
  readonly key: string;
}

/** Which data sources a dashboard means, by their places in the list. */
export interface MeantPlaces {
  /** Those of each of its references. */
  readonly byReference: readonly Uint32Array[];
  /** Those of all together, each once. */
  readonly all: Uint32Array;
}

/**
 * Remembers from request to request which data sources dashboards mean, and keeps nobody waiting for long while it finds
 * out. A dashboard's version and the list of data sources are both part of the key, so nothing is ever old.
 */
export class MeantSources {
  readonly #kept = openCache<string, MeantPlaces>("wall_sources", { sizeOf: bytesOf });

  async of(version: string, reading: readonly SourceQueries[], sources: AskableSources): Promise<MeantPlaces> {
    const key = `${version} ${sources.key}`;
    const kept = this.#kept.get(key);
    if (kept !== undefined) return kept;
    const places = new Map(sources.list.map(({ uid }, place) => [uid, place]));
    const byReference = reading.map((queries) =>
      Uint32Array.from([...queries.meant(sources.list)].flatMap((uid) => places.get(uid) ?? [])),
    );
    const meant = { byReference, all: together(byReference, sources.list.length) };
    this.#kept.set(key, meant);
    await others();
    return meant;
  }
}

export function askableSources(list: readonly KnownSource[]): AskableSources {
  const told = list.map(({ uid, name, type, isDefault }) => [uid, name, type, isDefault]);
  return { list, key: createHash("sha256").update(JSON.stringify(told)).digest("base64url") };
}

/** What any of the lists holds, in their order. @param length - of the list that they are places in */
export function together(lists: readonly Uint32Array[], length: number): Uint32Array {
  const isIn = new Uint8Array(length);
  for (const list of lists) for (const place of list) isIn[place] = 1;
  return Uint32Array.from(isIn.keys().filter((place) => isIn[place] === 1));
}

function bytesOf({ byReference, all }: MeantPlaces): number {
  return [...byReference, all].reduce((sum, { byteLength }) => sum + byteLength + LIST_BYTES, LIST_BYTES);
}
