import { setImmediate as turnOfOthers } from "node:timers/promises";
import type { Database } from "@vedette/database";
import { newestResourceVersion, type Store } from "../objects/store.ts";
import { CHANGES_CHANNEL } from "../objects/write-statement.ts";
import { changesAfter, type StoredChange } from "./changes.ts";

/** How long a change may go unnoticed where the store cannot tell, behind a pooler for instance. */
const LOOK_EVERY_MS = 1000;
/** So many watches are told of a change before others have a turn: requests, and the readers of what was just sent. */
const TOLD_AT_ONCE = 50;

type Listener = (change: StoredChange) => void;

/**
 * Reads the changes of all processes once for all the watches of this one, in their order. It reads while somebody
 * watches; the record is the database.
 */
export interface ChangeFeed {
  /** Begins to read, unless it does already. Everything after the returned version will be told. */
  start(): Promise<void>;
  /** Every change up to this version has been told. */
  readonly version: string;
  /** @returns ends the listening */
  follow(listener: Listener): () => void;
  /** Called once when the feed ends for good. */
  onClose(listener: () => void): () => void;
  close(): Promise<void>;
}

export interface ChangeFeedOptions {
  readonly database: Pick<Database, "listen">;
  readonly db: Store;
  /** Told of failures to read; it is tried again. */
  readonly onError: (error: unknown) => void;
}

export function openChangeFeed({ database, db, onError }: ChangeFeedOptions): ChangeFeed {
  const listeners = new Set<Listener>();
  const closers = new Set<() => void>();
  let version = "0";
  let starting: Promise<void> | undefined;
  let reading: Promise<void> | undefined;
  let isWanted = false;
  let timer: NodeJS.Timeout | undefined;
  let stopListening: (() => Promise<void>) | undefined;
  let isClosed = false;

  async function begin(): Promise<void> {
    version = await newestResourceVersion(db);
    stopListening = await database.listen(CHANGES_CHANNEL, look).catch((error: unknown) => {
      onError(error);
      return async () => undefined;
    });
    timer = setInterval(look, LOOK_EVERY_MS).unref();
    if (isClosed) await end();
  }

  async function end(): Promise<void> {
    clearInterval(timer);
    await stopListening?.();
  }

  /** One reading at a time; what is announced meanwhile is read right after. */
  function look(): void {
    isWanted = true;
    reading ??= read()
      .catch(onError)
      .finally(() => {
        reading = undefined;
      });
  }

  async function read(): Promise<void> {
    while (isWanted && !isClosed) {
      isWanted = false;
      await (listeners.size === 0 ? passBy() : tellAll());
    }
  }

  async function passBy(): Promise<void> {
    const newest = await newestResourceVersion(db);
    // Whoever came meanwhile counts on everything after the old version.
    if (listeners.size === 0) version = newest;
  }

  async function tellAll(): Promise<void> {
    for await (const changes of changesAfter(db, version)) {
      for (const change of changes) await tell(change);
    }
  }

  /** Whoever comes while others are told is told as well: a set goes on to what is added to it. */
  async function tell(change: StoredChange): Promise<void> {
    let told = 0;
    for (const listener of listeners) {
      listener(change);
      told += 1;
      if (told % TOLD_AT_ONCE === 0) await turnOfOthers();
    }
    version = change.version;
  }

  return {
    async start() {
      starting ??= begin();
      starting.catch(() => {
        starting = undefined;
      });
      await starting;
    },
    get version() {
      return version;
    },
    follow(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    onClose(listener) {
      closers.add(listener);
      return () => closers.delete(listener);
    },
    async close() {
      isClosed = true;
      for (const closer of [...closers]) closer();
      await starting?.catch(() => undefined);
      await end();
      await reading;
    },
  };
}
