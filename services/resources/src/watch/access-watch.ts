import { setTimeout as sleep } from "node:timers/promises";
import { type Database, DatabaseError } from "@vedette/database";
import { sql } from "kysely";
import { authorOf, type Caller } from "../access/caller.ts";
import type { Store } from "../objects/store.ts";

const CHANNEL = "vedette_access";
/** How long a change can go unnoticed where NOTIFY does not arrive, behind a pooler for instance. */
const READ_EVERY_MS = 500;
/** Time between two readings, however many changes are notified. */
const MIN_PAUSE_MS = 100;
/** How often every response is checked without a change: sessions and tokens also expire. */
const CHECK_ALL_EVERY_MS = 30_000;
/** Rows are committed later than they are stamped, so each reading overlaps the one before. */
const OVERLAP_SECONDS = 30;
const CHECKS_AT_A_TIME = 4;

/** Ends long-lived responses whose caller has lost access. */
export interface AccessWatch {
  /**
   * Checks a response immediately, again within a second of every change that can concern its caller, in whichever
   * process, and every 30 seconds.
   *
   * @returns ends the checks
   */
  follow(caller: Caller, response: WatchedResponse): () => void;
  close(): Promise<void>;
}

/** A response that lasts as long as its caller has access. */
interface WatchedResponse {
  /** Authenticates the request again. Where it rejects, the response ends, except while the database is unavailable. */
  readonly check: () => Promise<void>;
  readonly end: () => void;
}

export interface AccessWatchOptions {
  readonly database: Pick<Database, "listen">;
  readonly db: Store;
  /** Called when changes cannot be read; they are read again later. */
  readonly onError: (error: unknown) => void;
}

interface Follower extends WatchedResponse {
  readonly caller: Caller;
}

/** Reads the changes of access of all processes once for all the responses of this one. The record is the database. */
export function openAccessWatch({ database, db, onError }: AccessWatchOptions): AccessWatch {
  const followers = new Set<Follower>();
  const checks = createChecks((follower) => followers.has(follower));
  let known: ReadonlySet<string> = new Set();
  let reading: Promise<void> | undefined;
  let isRequested = false;
  let opened: Promise<() => Promise<void>> | undefined;
  let timers: readonly NodeJS.Timeout[] = [];
  const closing = new AbortController();
  let nextReadAt = 0;

  const read = (): void => {
    isRequested = true;
    reading ??= readAll()
      .catch(onError)
      .finally(() => {
        reading = undefined;
      });
  };
  const readAll = async (): Promise<void> => {
    while (isRequested && followers.size > 0) {
      await pauseUntil(nextReadAt, closing.signal);
      if (closing.signal.aborted) return;
      isRequested = false;
      nextReadAt = performance.now() + MIN_PAUSE_MS;
      const changes = await recentChanges(db);
      const subjects = new Set(changes.flatMap(({ place, subject }) => (known.has(place) ? [] : [subject])));
      known = new Set(changes.map(({ place }) => place));
      if (subjects.size === 0) continue;
      [...followers].filter(({ caller }) => isConcerned(caller, subjects)).forEach(checks.add);
    }
  };
  const open = async (): Promise<() => Promise<void>> => {
    timers = [
      setInterval(read, READ_EVERY_MS).unref(),
      setInterval(() => {
        for (const follower of followers) checks.add(follower);
      }, CHECK_ALL_EVERY_MS).unref(),
    ];
    return await database.listen(CHANNEL, read).catch((error: unknown) => {
      onError(error);
      return async () => undefined;
    });
  };

  return {
    follow(caller, response) {
      const follower = { caller, ...response };
      followers.add(follower);
      opened ??= open();
      // Whatever changed between the authentication of the request and now.
      checks.add(follower);
      read();
      return () => followers.delete(follower);
    },
    async close() {
      closing.abort();
      for (const timer of timers) clearInterval(timer);
      followers.clear();
      await (await opened)?.();
      await reading;
    },
  };
}

/** Runs a bounded number of checks at a time; a follower that is added during its check is checked again. */
function createChecks(isFollowing: (follower: Follower) => boolean) {
  const due = new Set<Follower>();
  const checked = new Set<Follower>();
  let running = 0;
  const check = async (follower: Follower): Promise<void> => {
    checked.add(follower);
    try {
      if (isFollowing(follower)) await follower.check();
    } catch (error) {
      // While the database does not answer no one is known to have lost access.
      if (!(error instanceof DatabaseError)) follower.end();
    } finally {
      checked.delete(follower);
    }
  };
  const nextDue = (): Follower | undefined => {
    for (const follower of due) if (!checked.has(follower)) return follower;
    return undefined;
  };
  const run = async (): Promise<void> => {
    running += 1;
    try {
      for (let follower = nextDue(); follower !== undefined; follower = nextDue()) {
        due.delete(follower);
        await check(follower);
      }
    } finally {
      running -= 1;
    }
  };
  return {
    add(follower: Follower): void {
      due.add(follower);
      if (running < CHECKS_AT_A_TIME) void run();
    },
  };
}

/** @param until - by `performance.now()` */
async function pauseUntil(until: number, signal: AbortSignal): Promise<void> {
  const pauseMs = until - performance.now();
  // An end before its time is what the signal is for.
  if (pauseMs > 0) await sleep(pauseMs, undefined, { signal, ref: false }).catch(() => undefined);
}

async function recentChanges(db: Store) {
  return await db
    .selectFrom("vedette.access_changes")
    .select(["place", "subject"])
    .where("changed_at", ">", sql<Date>`clock_timestamp() - make_interval(secs => ${sql.lit(OVERLAP_SECONDS)})`)
    .execute();
}

/** What a wall shows and what an administrator's token is good for depends on other users, too. */
function isConcerned(caller: Caller, subjects: ReadonlySet<string>): boolean {
  return caller.kind === "wall" || caller.kind === "api-key" || subjects.has("*") || subjects.has(authorOf(caller));
}

/** Deletes changes that every process has read. */
export async function deleteOldAccessChanges(db: Store): Promise<void> {
  await db
    .deleteFrom("vedette.access_changes")
    .where("changed_at", "<", sql<Date>`now() - interval '1 hour'`)
    .execute();
}
