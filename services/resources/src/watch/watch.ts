import { apiVersionOf, type Kind } from "../kinds/kind.ts";
import { type Drawn, drawBareTable, drawObject, type Form, needsSpec } from "../lists/form.ts";
import { listKeys, readDrawn } from "../lists/store.ts";
import { newestResourceVersion, type Store } from "../objects/store.ts";
import { changesAfter, type StoredChange } from "./changes.ts";
import type { ChangeFeed } from "./feed.ts";
import { isShown, type WatchFilter } from "./matches.ts";

/** Where the events of a watch go. */
export interface EventSink {
  /** Bytes that the reader has not taken yet. */
  readonly queued: number;
  send(bytes: Uint8Array): void;
  /** Resolves when the reader has taken enough for more to be sent, or is gone. */
  drained(): Promise<void>;
  /** The reader is gone, or the watch has ended. */
  readonly ended: AbortSignal;
  /** Ends the stream as a whole answer ends. */
  finish(): void;
  /** Breaks the stream off: what is queued is lost. */
  cut(): void;
}

/** One watch. */
export interface Watching {
  readonly kind: Kind;
  readonly filter: WatchFilter;
  readonly form: Form;
  /** What is there already is told first, with a mark at its end or without; or only what follows a version. */
  readonly from:
    | { readonly kind: "everything"; readonly isMarked: boolean }
    | { readonly kind: "version"; readonly version: string };
  readonly hasBookmarks: boolean;
}

/** Bytes that may wait for a slow reader; with more, the stream is broken off. It can go on where it was. */
const MAX_QUEUED_BYTES = 1024 * 1024;
const OBJECTS_AT_ONCE = 50;
const BOOKMARK_EVERY_MS = 30_000;

/**
 * Tells a reader what changes, each change once and in order, until it goes away or the feed, which has begun, ends.
 *
 * @see https://kubernetes.io/docs/reference/using-api/api-concepts/#efficient-detection-of-changes
 */
export async function watchObjects(
  { db, feed }: { db: Store; feed: ChangeFeed },
  watching: Watching,
  sink: EventSink,
): Promise<void> {
  const events = eventWriter(watching, sink);
  let version = await tellWhatIsThere(db, watching, { sink, events });
  while (BigInt(version) < BigInt(feed.version)) {
    version = await catchUp(db, { watching, after: version }, { sink, events });
    if (sink.ended.aborted) return;
  }
  follow(feed, { watching, after: version }, { sink, events });
}

interface Outlet {
  readonly sink: EventSink;
  readonly events: ReturnType<typeof eventWriter>;
}

/** @returns the version from which on changes are to be told */
async function tellWhatIsThere(db: Store, { kind, filter, form, from }: Watching, out: Outlet): Promise<string> {
  if (from.kind === "version") return from.version;
  const version = await newestResourceVersion(db);
  for (let after = ""; ; ) {
    const keys = await listKeys(db, filter, { version, after, count: OBJECTS_AT_ONCE });
    for (const { resource_version: key } of keys) {
      const object = (await readDrawn(db, [key], needsSpec(form, kind))).get(key);
      if (object !== undefined) out.events.object("ADDED", object);
      await out.sink.drained();
      if (out.sink.ended.aborted) return version;
    }
    const last = keys.at(-1);
    if (last === undefined || keys.length < OBJECTS_AT_ONCE) break;
    after = last.name;
  }
  if (from.isMarked) out.events.bookmark(version, { "k8s.io/initial-events-end": "true" });
  return version;
}

/** Tells what was changed after a version, as fast as the reader takes it. */
async function catchUp(
  db: Store,
  { watching, after }: { watching: Watching; after: string },
  { sink, events }: Outlet,
): Promise<string> {
  const newest = await newestResourceVersion(db);
  let version = after;
  for await (const changes of changesAfter(db, after, watching.filter.resource)) {
    for (const change of changes) {
      events.change(change);
      version = change.version;
      await sink.drained();
      if (sink.ended.aborted) return version;
    }
  }
  return BigInt(version) > BigInt(newest) ? version : newest;
}

/** Tells what the feed tells. A reader that does not keep up is let go. */
function follow(
  feed: ChangeFeed,
  { watching, after }: { watching: Watching; after: string },
  { sink, events }: Outlet,
): void {
  let told = BigInt(after);
  const stopFollowing = feed.follow((change) => {
    if (change.sequence <= told) return;
    told = change.sequence;
    if (sink.queued > MAX_QUEUED_BYTES) sink.cut();
    else events.change(change);
  });
  const stopClosing = feed.onClose(() => sink.finish());
  const bookmarks = watching.hasBookmarks
    ? setInterval(() => {
        if (sink.queued === 0) events.bookmark(String(told));
      }, BOOKMARK_EVERY_MS).unref()
    : undefined;
  const stop = (): void => {
    stopFollowing();
    stopClosing();
    clearInterval(bookmarks);
  };
  if (sink.ended.aborted) stop();
  else sink.ended.addEventListener("abort", stop, { once: true });
}

type EventType = "ADDED" | "MODIFIED" | "DELETED";

/** Draws events. The many readers of one change share its bytes. */
function eventWriter({ kind, filter, form }: Watching, sink: EventSink) {
  let isFirst = true;
  const look = `${kind.group} ${JSON.stringify(form)}`;
  const send = (text: string): void => sink.send(Buffer.from(text));
  const sendObject = (type: EventType, object: Drawn): void => {
    // Of a table the columns are sent once.
    const isBare = form.kind === "table" && !isFirst;
    isFirst = false;
    const variant = `${type} ${isBare} ${look}`;
    const known = bytesOf(object);
    let bytes = known.get(variant);
    if (bytes === undefined) {
      const text = isBare ? drawBareTable(form, kind, object) : drawObject(form, kind, object);
      // Clients read by lines. A text keeps the blanks it was sent with; inside of JSON strings there are no line ends.
      bytes = Buffer.from(`{"type":"${type}","object":${text.replaceAll(/[\r\n]/g, " ")}}\n`);
      known.set(variant, bytes);
    }
    sink.send(bytes);
  };
  return {
    object: sendObject,
    change(change: StoredChange): void {
      if (change.resource !== filter.resource || change.namespace !== filter.namespace) return;
      const { isRemoval, previous } = change;
      const was = previous !== undefined && isShown(filter, previous);
      const is = !isRemoval && isShown(filter, change);
      if (is) sendObject(was ? "MODIFIED" : "ADDED", change);
      else if (was) sendObject("DELETED", previous.state ?? change);
    },
    bookmark(version: string, annotations?: Readonly<Record<string, string>>): void {
      const metadata = { resourceVersion: version, ...(annotations === undefined ? {} : { annotations }) };
      send(`{"type":"BOOKMARK","object":${bookmarkText(form, kind, metadata)}}\n`);
    },
  };
}

function bookmarkText(form: Form, kind: Kind, metadata: object): string {
  if (form.kind === "whole") {
    return JSON.stringify({ kind: kind.kind, apiVersion: apiVersionOf(kind), metadata, spec: {} });
  }
  const apiVersion = `meta.k8s.io/${form.version}`;
  if (form.kind === "metadata") return JSON.stringify({ kind: "PartialObjectMetadata", apiVersion, metadata });
  return JSON.stringify({ kind: "Table", apiVersion, metadata, columnDefinitions: [], rows: [] });
}

const bytesByObject = new WeakMap<Drawn, Map<string, Uint8Array>>();

function bytesOf(object: Drawn): Map<string, Uint8Array> {
  const known = bytesByObject.get(object);
  if (known !== undefined) return known;
  const bytes = new Map<string, Uint8Array>();
  bytesByObject.set(object, bytes);
  return bytes;
}
