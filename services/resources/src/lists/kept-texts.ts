import { type Cache, openCache, ownedBytes, retainedBytes } from "@vedette/http";
import type { Store } from "../objects/store.ts";
import type { Drawn } from "./form.ts";
import { readDrawn } from "./store.ts";

/** How objects are drawn for an answer. */
export interface Drawing {
  /** Names the way of drawing: two that are called alike draw alike. Without a name nothing is kept. */
  readonly variant: string | undefined;
  /** Whether it needs specs, which are most of what there is to read. */
  readonly withSpec: boolean;
  draw(object: Drawn): string;
}

type Texts = Cache<string, Uint8Array>;

/** A version never changes, and neither does what is drawn from it. Which version is the current one, the store says. */
const textsOf = new WeakMap<Store, Texts>();

/** Draws versions in their order. What was drawn a moment ago is not read again; what is not there is left out. */
export async function drawVersions(
  db: Store,
  versions: readonly string[],
  drawing: Drawing,
): Promise<readonly Uint8Array[]> {
  const known = new Map(versions.map((version) => [version, keptText(db, version, drawing)]));
  const missing = versions.filter((version) => known.get(version) === undefined);
  const read = missing.length === 0 ? new Map() : await readDrawn(db, missing, drawing.withSpec);
  return versions.flatMap((version) => {
    const object = read.get(version);
    return known.get(version) ?? (object === undefined ? [] : keepText(db, version, drawing, object));
  });
}

const portionsByStore = new WeakMap<Store, Texts>();
const COMMA = Buffer.from(",");

/**
 * Draws versions as they stand in a list, a comma before each. Putting megabytes together costs as much as sending them:
 * what was asked for a moment ago is sent as it is, whatever else has changed since.
 */
export async function drawPortion(db: Store, versions: readonly string[], drawing: Drawing): Promise<Uint8Array> {
  const { variant } = drawing;
  const portions = keptPortions(db);
  const key = `${variant} ${versions.join()}`;
  const known = variant === undefined ? undefined : portions.get(key);
  if (known !== undefined) return known;
  const drawn = await drawVersions(db, versions, drawing);
  const portion = joined(drawn);
  if (variant !== undefined && drawn.length === versions.length) portions.set(key, portion);
  return portion;
}

/** Joins texts in a buffer of its own: `Buffer.concat` cuts small results out of a slab and so keeps all of it. */
function joined(texts: readonly Uint8Array[]): Uint8Array {
  const length = texts.reduce((sum, text) => sum + COMMA.length + text.length, 0);
  const bytes = Buffer.allocUnsafeSlow(length);
  let at = 0;
  for (const text of texts) {
    bytes.set(COMMA, at);
    bytes.set(text, at + COMMA.length);
    at += COMMA.length + text.length;
  }
  return bytes;
}

function keptPortions(db: Store): Texts {
  const portions = portionsByStore.get(db) ?? openCache("list_pages", { sizeOf: retainedBytes });
  portionsByStore.set(db, portions);
  return portions;
}

/** What was drawn of a version a moment ago; `undefined` for what has to be read. */
export function keptText(db: Store, version: string, { variant }: Drawing): Uint8Array | undefined {
  return variant === undefined ? undefined : keptTexts(db).get(`${version} ${variant}`);
}

export function keepText(db: Store, version: string, { variant, draw }: Drawing, object: Drawn): Uint8Array {
  const text = draw(object);
  if (variant === undefined) return Buffer.from(text);
  const bytes = ownedBytes(text);
  keptTexts(db).set(`${version} ${variant}`, bytes);
  return bytes;
}

function keptTexts(db: Store): Texts {
  const texts = textsOf.get(db) ?? openCache("object_texts", { sizeOf: retainedBytes });
  textsOf.set(db, texts);
  return texts;
}
