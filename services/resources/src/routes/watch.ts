import { isDeepStrictEqual } from "node:util";
import { type Access, waitsForEvents } from "@vedette/http";
import type { FastifyReply, FastifyRequest } from "fastify";
import type { Static } from "typebox";
import type { Caller } from "../access/caller.ts";
import { ResourceError } from "../errors.ts";
import type { Kind } from "../kinds/kind.ts";
import { parseFieldSelector } from "../lists/field-selector.ts";
import { formOf } from "../lists/form.ts";
import { labelConditions } from "../lists/label-selector.ts";
import { scopeOf } from "../lists/past.ts";
import { type Visibility, visibilityOf } from "../lists/visibility.ts";
import { isAnyVersion, isKept, requireKnownVersion } from "../objects/read.ts";
import type { Resources } from "../resources.ts";
import type { Seats } from "../watch/seats.ts";
import { type EventSink, type Watching, watchObjects } from "../watch/watch.ts";
import { openEventStream } from "./event-stream.ts";
import { isTrue, type ListParameters } from "./object-parameters.ts";
import { failedStatus } from "./status-surface.ts";

export type ListRequest = FastifyRequest<{ Querystring: Static<typeof ListParameters> }>;

/** Streams without a time of their own end after half an hour to an hour, so that clients spread over servers anew. */
const DEFAULT_SECONDS = 1800;
const MAX_SECONDS = 86_400;

export interface WatchContext {
  readonly resources: Resources;
  readonly access: Access<Caller>;
  readonly kind: Kind;
  readonly namespace: string;
  readonly seats: Seats;
}

/** Answers a list with `?watch=true`: one JSON object and a newline for each event. */
export async function answerWatch(context: WatchContext, request: ListRequest, reply: FastifyReply): Promise<void> {
  const { resources, access, seats } = context;
  const caller = access.callerOf(request);
  await resources.feed.start();
  const watching = await watchingOf(context, request, caller);
  const { from } = watching;
  const seconds = secondsOf(request.query.timeoutSeconds);
  const leave = seats.take(caller);
  waitsForEvents(request);
  const sink = openEventStream(reply);
  sink.ended.addEventListener("abort", leave, { once: true });
  endAfter(sink, seconds);
  endWhenNotAllowed(sink, context, { request, watching });
  try {
    if (request.method === "HEAD") sink.finish();
    else if (from.kind === "version" && (await isTooOld(resources, from.version))) {
      sink.send(Buffer.from(expiredEvent(`too old resource version: ${from.version}`)));
      sink.finish();
    } else await watchObjects(resources, watching, sink);
  } catch (error) {
    request.log.error({ err: error }, "a watch has ended early");
    sink.cut();
  }
}

async function watchingOf(
  { resources, kind, namespace }: WatchContext,
  { query, headers }: ListRequest,
  caller: Caller,
): Promise<Watching> {
  const fields = parseFieldSelector(query.fieldSelector ?? "");
  const { scope, labels } = scopeOf(labelConditions(kind, query.labelSelector ?? ""), fields);
  if (scope.kind !== "current") throw invalid("history and trash cannot be watched");
  const visibility = visibilityOf(caller, kind);
  return {
    kind,
    filter: { resource: kind.plural, namespace, labels, fields, visibility },
    form: formOf(headers.accept, query.includeObject),
    from: await startOf(resources, query),
    hasBookmarks: isTrue(query.allowWatchBookmarks),
  };
}

async function startOf({ db, feed }: Resources, query: Static<typeof ListParameters>): Promise<Watching["from"]> {
  const { sendInitialEvents, resourceVersionMatch, resourceVersion } = query;
  if (sendInitialEvents !== undefined && resourceVersionMatch !== "NotOlderThan") {
    throw invalid("sendInitialEvents needs resourceVersionMatch=NotOlderThan");
  }
  if (sendInitialEvents === undefined && resourceVersionMatch !== undefined) {
    throw invalid("resourceVersionMatch is for lists and sendInitialEvents");
  }
  const isMarked = isTrue(sendInitialEvents);
  if (isMarked || isAnyVersion(resourceVersion)) {
    if (!isAnyVersion(resourceVersion)) await requireKnownVersion(db, resourceVersion);
    return { kind: "everything", isMarked };
  }
  // Most begin where their list has ended, which is where the feed is: nothing is to be asked of the store.
  if (resourceVersion !== feed.version) await requireKnownVersion(db, resourceVersion);
  return { kind: "version", version: resourceVersion };
}

async function isTooOld({ db, feed }: Resources, version: string): Promise<boolean> {
  return version !== feed.version && !(await isKept(db, version));
}

function secondsOf(text: string | undefined): number {
  if (text === undefined || text === "" || text === "0") return DEFAULT_SECONDS * (1 + Math.random());
  if (!/^\d{1,9}$/.test(text)) throw invalid("timeoutSeconds must be a whole number");
  return Math.min(Number(text), MAX_SECONDS);
}

function endAfter(sink: EventSink, seconds: number): void {
  const timer = setTimeout(() => sink.finish(), seconds * 1000).unref();
  sink.ended.addEventListener("abort", () => clearTimeout(timer), { once: true });
}

/** A session that has ended, or a permission that has changed, ends the watch. */
function endWhenNotAllowed(
  sink: EventSink,
  { access, kind, resources }: WatchContext,
  { request, watching }: { request: FastifyRequest; watching: Watching },
): void {
  const check = async (): Promise<void> => {
    const caller = await access.askAgain(request);
    if (isSameSight(visibilityOf(caller, kind), watching.filter.visibility)) return;
    // What may be seen now was not told: the client has to list again.
    sink.send(Buffer.from(expiredEvent("what you may see has changed; list again")));
    sink.finish();
  };
  const stop = resources.accessWatch.follow(access.callerOf(request), { check, end: () => sink.finish() });
  sink.ended.addEventListener("abort", stop, { once: true });
}

function isSameSight(one: Visibility, other: Visibility): boolean {
  const sorted = (sight: Visibility) =>
    sight.kind === "all" ? sight : { names: sight.names.toSorted(), folders: sight.folders.toSorted() };
  return isDeepStrictEqual(sorted(one), sorted(other));
}

function expiredEvent(message: string): string {
  const object = failedStatus(410, "Expired", { message });
  return `${JSON.stringify({ type: "ERROR", object })}\n`;
}

function invalid(detail: string): ResourceError {
  return new ResourceError("request_invalid", { detail });
}
