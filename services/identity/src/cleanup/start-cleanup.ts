import type { Database } from "@vedette/database";
import type { Log } from "@vedette/delivery";
import { catchUpOrder } from "../audit/audit-order.ts";
import { sealEntries } from "../audit/audit-seals.ts";
import type { IdentityTables } from "../identity-tables.ts";
import type { IdentitySettings } from "../settings.ts";
import type { EventRelay } from "../user-events/event-relay.ts";
import { cleanUp } from "./clean-up.ts";

export interface CleanupOptions {
  /** Migrated with `identityMigrations`. */
  readonly db: Database;
  readonly settings: IdentitySettings;
  readonly log: Pick<Log, "warn">;
  /** Looks for events that another process has left behind; nobody does if absent. */
  readonly relay?: EventRelay;
  /** Notifies users of new devices; absent for no notices. @returns whether there may be more to do */
  readonly notifyNewDevices?: (signal: AbortSignal) => Promise<boolean>;
  /** Milliseconds between two rounds, a minute if absent. */
  readonly intervalMs?: number;
}

const MINUTE_MS = 60_000;
/** So often is the audit log looked through for entries of other services, and sealed; also once after the start. */
const HOUR_MS = 60 * MINUTE_MS;
/** While there is more to remove, the next round comes this much sooner. */
const HURRY = 12;

/**
 * Removes what has ended and seals what has been written, in rounds, until it is disposed of; that waits for the round
 * that runs.
 */
export function startCleanup(options: CleanupOptions): AsyncDisposable {
  const { db, settings, log, relay, notifyNewDevices, intervalMs = MINUTE_MS } = options;
  let timer: NodeJS.Timeout | undefined;
  let round: Promise<void> = Promise.resolve();
  let isOpen = true;
  let orderedAt = Number.NEGATIVE_INFINITY;
  const closing = new AbortController();

  const plan = (waitMs: number): void => {
    if (!isOpen) return;
    // Spread, so that the processes of an installation do not all come at once.
    timer = setTimeout(begin, waitMs * (0.75 + Math.random() / 2));
    timer.unref();
  };
  const begin = (): void => {
    round = run();
  };
  const orderAndSeal = async (): Promise<void> => {
    const begunAt = Date.now();
    if (begunAt - orderedAt < HOUR_MS) return;
    try {
      await sealEntries(db.as<IdentityTables>(), await catchUpOrder(db.as<IdentityTables>()));
      orderedAt = begunAt;
    } catch (err) {
      log.warn({ err }, "the audit log could not be sealed; it is tried again");
    }
  };
  const run = async (): Promise<void> => {
    let mayBeMore = false;
    try {
      if (settings["auth.hook.user_event.enabled"]) relay?.ring();
      await orderAndSeal();
      if (settings["auth.cleanup.enabled"]) ({ mayBeMore } = await cleanUp(db.as<IdentityTables>(), settings));
    } catch (err) {
      log.warn({ err }, "what has ended could not be removed; it is tried again");
    }
    try {
      if (isOpen && (await notifyNewDevices?.(closing.signal)) === true) mayBeMore = true;
    } catch (err) {
      log.warn({ err }, "failed to notify users of new devices; it is tried again");
    }
    plan(mayBeMore ? intervalMs / HURRY : intervalMs);
  };

  plan(intervalMs);
  return {
    async [Symbol.asyncDispose]() {
      isOpen = false;
      closing.abort();
      clearTimeout(timer);
      await round;
      await relay?.settle();
    },
  };
}
