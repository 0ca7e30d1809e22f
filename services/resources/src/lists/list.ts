import { authorOf, type Caller } from "../access/caller.ts";
import { ResourceError } from "../errors.ts";
import type { Kind } from "../kinds/kind.ts";
import { newestVersionTogether } from "../objects/ask-together.ts";
import { isAnyVersion, isKept, requireKnownVersion } from "../objects/read.ts";
import type { Store } from "../objects/store.ts";
import { openContinue, sealContinue } from "./continue-token.ts";
import { parseFieldSelector } from "./field-selector.ts";
import { type Drawn, type Form, itemDrawing, listHead } from "./form.ts";
import { keptKeys } from "./kept-keys.ts";
import { type Drawing, drawPortion } from "./kept-texts.ts";
import { labelConditions } from "./label-selector.ts";
import { historyKeys, scopeOf, trashKeys } from "./past.ts";
import { type ListedKey, type ListPart, listKeys } from "./store.ts";
import { visibilityOf } from "./visibility.ts";

/** What a client asks of a list, as it stands in the address. */
interface ListQuery {
  readonly limit: string;
  readonly continue: string;
  readonly labelSelector: string;
  readonly fieldSelector: string;
  readonly resourceVersion: string;
  readonly resourceVersionMatch: string;
}

/** One list, and who wants to see it. */
export interface Listing {
  readonly kind: Kind;
  readonly namespace: string;
  readonly caller: Caller;
  readonly query: ListQuery;
  readonly form: Form;
  /** Secret for continue tokens. */
  readonly tokenKey: Uint8Array;
  readonly now: Date;
}

/** The most objects of one page, however many are asked for. */
const MAX_PAGE = 10_000;
/** Objects of a list without a limit that are named at a time. */
const KEYS_AT_ONCE = 1000;
/** Characters of text that are held at a time. */
const TEXT_AT_ONCE = 1024 * 1024;
/** Characters of an object's metadata, roughly; seldom more. */
const SIZE_WITHOUT_SPEC = 4096;

/**
 * Answers a list as a stream of JSON text: a page when there is a limit, everything otherwise, never more than a
 * megabyte and one object in memory. Every page of a listing shows the same state.
 *
 * @throws ResourceError `not_allowed`, `request_invalid`, `selector_invalid`, `continue_invalid`, `continue_expired`
 */
export async function listObjects(db: Store, listing: Listing): Promise<AsyncGenerator<string | Uint8Array>> {
  const { query } = listing;
  const wanted = wantedOf(db, listing);
  const limit = readLimit(query.limit);
  const place = await readPlace(db, listing);
  return limit === undefined ? everything(db, wanted, place) : await page(db, listing, { wanted, place, limit });
}

interface Place {
  readonly version: string;
  /** Where the part before ended; empty at the beginning. */
  readonly after: string;
}

/** What a list holds: how to name a part of it, and how to draw one object. */
interface Wanted {
  keys(part: ListPart): Promise<readonly ListedKey[]>;
  /** Where the next part begins. */
  placeOf(last: ListedKey): string;
  readonly head: (metadata: Readonly<Record<string, unknown>>) => string;
  readonly drawing: Drawing;
}

function wantedOf(db: Store, { kind, namespace, caller, query, form }: Listing): Wanted {
  const fields = parseFieldSelector(query.fieldSelector);
  const { scope, labels } = scopeOf(labelConditions(kind, query.labelSelector), fields);
  // What was tells who has done what: that is for people.
  if (caller.kind === "wall" && scope.kind !== "current") throw new ResourceError("not_allowed");
  const filter = { resource: kind.plural, namespace, labels, fields, visibility: visibilityOf(caller, kind) };
  const head = (metadata: Readonly<Record<string, unknown>>) => listHead(form, kind, metadata);
  const drawing = itemDrawing(form, kind);
  if (scope.kind === "history") {
    const keys = (part: ListPart) => historyKeys(db, filter, { ...part, name: scope.name });
    return { head, drawing, keys, placeOf: ({ resource_version }) => resource_version };
  }
  const placeOf = ({ name }: ListedKey) => name;
  if (scope.kind === "current") {
    // A page is asked for again and again; all of a large store is not worth keeping.
    const isPage = query.limit !== "" && query.limit !== "0";
    const keys = (part: ListPart) => (isPage ? keptKeys(db, filter, part) : listKeys(db, filter, part));
    return { head, drawing, keys, placeOf };
  }
  const draw = (object: Drawn) => drawing.draw(asRemoved(object));
  const removed = { ...drawing, variant: `removed ${drawing.variant}`, draw };
  return { head, drawing: removed, keys: (part) => trashKeys(db, filter, part), placeOf };
}

/** Removed objects have the generation -999. */
function asRemoved(object: Drawn): Drawn {
  const metadata = object.metadata.replace(/"generation":\d+/, '"generation":-999');
  return { ...object, generation: "-999", metadata };
}

async function page(
  db: Store,
  listing: Listing,
  { wanted, place, limit }: { wanted: Wanted; place: Place; limit: number },
): Promise<AsyncGenerator<string | Uint8Array>> {
  const { version } = place;
  const keys = await wanted.keys({ ...place, count: limit + 1 });
  const shown = keys.slice(0, limit);
  const last = shown.at(-1);
  const token =
    keys.length > limit && last !== undefined
      ? sealContinue({ version, after: wanted.placeOf(last) }, bindingOf(listing), listing.now)
      : undefined;
  return listText(wanted, { resourceVersion: version, continue: token }, texts(db, wanted, [shown]));
}

async function* everything(db: Store, wanted: Wanted, place: Place): AsyncGenerator<string | Uint8Array> {
  // So much passes by once that it would drive out what is asked for again.
  const passing = { ...wanted, drawing: { ...wanted.drawing, variant: undefined } };
  yield* listText(wanted, { resourceVersion: place.version }, texts(db, passing, keysInParts(wanted, place)));
}

async function* keysInParts(wanted: Wanted, place: Place): AsyncGenerator<readonly ListedKey[]> {
  let { after } = place;
  for (;;) {
    const keys = await wanted.keys({ ...place, after, count: KEYS_AT_ONCE });
    yield keys;
    const last = keys.at(-1);
    if (keys.length < KEYS_AT_ONCE || last === undefined) return;
    after = wanted.placeOf(last);
  }
}

async function* listText(
  { head }: Wanted,
  metadata: { resourceVersion: string; continue?: string | undefined },
  items: AsyncGenerator<Uint8Array>,
): AsyncGenerator<string | Uint8Array> {
  yield head(metadata);
  let isFirst = true;
  for await (const text of items) {
    // Each is preceded by a comma.
    yield isFirst ? text.subarray(1) : text;
    isFirst = false;
  }
  yield "]}";
}

/** The texts of the objects, a comma before each, about a megabyte at a time. */
async function* texts(
  db: Store,
  { drawing }: Wanted,
  parts: Iterable<readonly ListedKey[]> | AsyncIterable<readonly ListedKey[]>,
): AsyncGenerator<Uint8Array> {
  for await (const keys of parts) {
    for (const portion of portionsOf(keys, drawing)) {
      const text = await drawPortion(db, portion, drawing);
      if (text.byteLength > 0) yield text;
    }
  }
}

/** Resource versions whose texts are held together. Without their specs, objects are small. */
function* portionsOf(keys: readonly ListedKey[], { withSpec }: Drawing): Generator<string[]> {
  let portion: string[] = [];
  let size = 0;
  for (const key of keys) {
    const own = withSpec ? key.size : Math.min(key.size, SIZE_WITHOUT_SPEC);
    if (portion.length > 0 && size + own > TEXT_AT_ONCE) {
      yield portion;
      [portion, size] = [[], 0];
    }
    portion.push(key.resource_version);
    size += own;
  }
  if (portion.length > 0) yield portion;
}

async function readPlace(db: Store, listing: Listing): Promise<Place> {
  const { query, now } = listing;
  if (query.continue !== "") return openContinue(query.continue, bindingOf(listing), now);
  if (!["", "NotOlderThan", "Exact"].includes(query.resourceVersionMatch)) {
    throw new ResourceError("request_invalid", { detail: "resourceVersionMatch must be NotOlderThan or Exact" });
  }
  if (isAnyVersion(query.resourceVersion)) return { version: await newestVersionTogether(db), after: "" };
  await requireKnownVersion(db, query.resourceVersion);
  if (query.resourceVersionMatch === "Exact") {
    if (!(await isKept(db, query.resourceVersion))) throw new ResourceError("version_expired");
    return { version: query.resourceVersion, after: "" };
  }
  return { version: await newestVersionTogether(db), after: "" };
}

function readLimit(text: string): number | undefined {
  if (text === "" || text === "0") return undefined;
  if (!/^\d{1,15}$/.test(text)) {
    throw new ResourceError("request_invalid", { detail: "limit must be a whole number that is not negative" });
  }
  return Math.min(Number(text), MAX_PAGE);
}

function bindingOf({ kind, namespace, caller, query, tokenKey }: Listing) {
  return { key: tokenKey, list: [kind.plural, namespace, query.labelSelector, query.fieldSelector, authorOf(caller)] };
}
