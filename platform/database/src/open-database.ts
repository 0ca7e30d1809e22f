import { createRegistry, type Registry } from "@vedette/worker-metrics";
import type { Database } from "./database.ts";
import { openEmbedded } from "./embedded/open-embedded.ts";
import { type DatabaseLog, silentLog } from "./log.ts";

/** Where the store is, and its limits. */
export type DatabaseOptions = ({ readonly dataDir: string } | { readonly url: string }) & {
  /** Connections to PostgreSQL. Default 10; the embedded store has one. */
  readonly poolSize?: number;
  /** Longest time of one statement, in seconds. Default 10. */
  readonly statementTimeoutSeconds?: number;
  /** Longest wait for a free connection to PostgreSQL, in seconds. Default 2. */
  readonly acquireTimeoutSeconds?: number;
  /** Longest time that a transaction may keep the embedded store's only connection, in seconds. Default 5. */
  readonly transactionTimeoutSeconds?: number;
  /** Folder of an empty store of this version, which a new embedded store begins with. Default: initdb makes one. */
  readonly template?: string;
  /** Told of restarts, a full disk and the like. Default: nobody. */
  readonly log?: DatabaseLog;
  /** Shows connections, restarts, housekeeping and free space. Default: nowhere. */
  readonly registry?: Registry;
};

/** The embedded store is open again so long after it was ended, also on a busy machine. */
const REOPENING_MS = 5_000;
/** How often the embedded store's free space and need for care are looked at. */
const HOUSEKEEPING_MS = 10_000;

/**
 * Opens the embedded store in a data directory, or PostgreSQL 14 or later at a URL.
 *
 * @throws DatabaseError `data_dir_locked`, `data_dir_unwritable`, `data_dir_exposed`, `data_version_unknown`,
 *   `url_invalid`, `server_unsuitable`, `unavailable`; nothing stays open or locked then
 */
export async function openDatabase(options: DatabaseOptions): Promise<Database> {
  const registry = options.registry ?? createRegistry();
  const statementTimeoutMs = (options.statementTimeoutSeconds ?? 10) * 1000;
  if ("url" in options) {
    const { openPostgres } = await import("./postgres/open-postgres.ts");
    return openPostgres({
      url: options.url,
      poolSize: options.poolSize ?? 10,
      statementTimeoutMs,
      acquireTimeoutMs: (options.acquireTimeoutSeconds ?? 2) * 1000,
      registry,
    });
  }
  return openEmbedded({
    dataDir: options.dataDir,
    template: options.template,
    statementTimeoutMs,
    // Whoever waits for the one connection waits for the statement or transaction before it to end or to be ended.
    acquireTimeoutMs: statementTimeoutMs + REOPENING_MS,
    transactionTimeoutMs: (options.transactionTimeoutSeconds ?? 5) * 1000,
    housekeepingMs: HOUSEKEEPING_MS,
    registry,
    log: options.log ?? silentLog,
  });
}
