import { type Access, type RoutePlugin, waitsForEvents } from "@vedette/http";
import { SIGNED_IN } from "../access/access.ts";
import type { Caller } from "../access/caller.ts";
import type { Kind } from "../kinds/kind.ts";
import { visibleTo } from "../lists/visibility.ts";
import { newestResourceVersion } from "../objects/store.ts";
import type { Resources } from "../resources.ts";
import type { StoredChange } from "../watch/changes.ts";
import { isShown } from "../watch/matches.ts";
import type { Seats } from "../watch/seats.ts";
import { openEventStream } from "./event-stream.ts";
import { DEFAULT_NAMESPACE } from "./namespace.ts";

/** A line at least so often, so that a page notices a server that is gone without a word. */
const PULSE_MS = 15_000;

interface Options {
  readonly resources: Resources;
  readonly access: Access<Caller>;
  readonly kinds: readonly Kind[];
  readonly seats: Seats;
}

/**
 * GET /api/changes: for pages, which keep one connection for all that they show. A line of JSON names each object that
 * is new, another or gone, `{"resource":"dashboards","name":"cpu"}`; what it is now is asked for where it is. A page
 * that begins to listen looks at everything once, so nothing is told of before.
 */
export const changeRoutes: RoutePlugin<Options> = async (
  app,
  { resources: { db, feed, accessWatch }, access, kinds, seats },
) => {
  app.get("/changes", { config: { permission: SIGNED_IN }, schema: { hide: true } }, async (request, reply) => {
    const caller = access.callerOf(request);
    await feed.start();
    const since = BigInt(await newestResourceVersion(db));
    let sees = sightOf(kinds, caller);
    const leave = seats.take(caller);
    waitsForEvents(request);
    const sink = openEventStream(reply);
    const say = (line: object): void => sink.send(Buffer.from(`${JSON.stringify(line)}\n`));
    const stopFollowing = feed.follow((change) => {
      if (change.sequence > since && sees(change)) say({ resource: change.resource, name: change.name });
    });
    const stopClosing = feed.onClose(() => sink.finish());
    const pulse = setInterval(() => (sink.queued > 0 ? sink.cut() : say({})), PULSE_MS).unref();
    const stopChecking = accessWatch.follow(caller, {
      async check() {
        sees = sightOf(kinds, await access.askAgain(request));
      },
      end: () => sink.finish(),
    });
    sink.ended.addEventListener("abort", () => {
      leave();
      stopFollowing();
      stopClosing();
      clearInterval(pulse);
      stopChecking();
    });
    say({});
    if (request.method === "HEAD") sink.finish();
  });
};

/** Which changes a caller may know of: those of objects that are or were to be seen. */
function sightOf(kinds: readonly Kind[], caller: Caller): (change: StoredChange) => boolean {
  const filters = new Map(
    kinds.flatMap((kind) => {
      const visibility = visibleTo(caller, kind);
      if (visibility === undefined) return [];
      const filter = { resource: kind.plural, namespace: DEFAULT_NAMESPACE, labels: [], fields: [], visibility };
      return [[kind.plural, filter] as const];
    }),
  );
  return (change) => {
    const filter = filters.get(change.resource);
    if (filter === undefined || change.namespace !== filter.namespace) return false;
    return isShown(filter, change) || (change.previous !== undefined && isShown(filter, change.previous));
  };
}
