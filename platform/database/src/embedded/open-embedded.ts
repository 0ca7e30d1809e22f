import pg from "pg";
import { valueTypes } from "../codecs.ts";
import { createDatabase, type Database, type Engine } from "../database.ts";
import { DatabaseError } from "../errors.ts";
import { type DataDirectory, takeDataDirectory } from "./data-directory.ts";
import { listenOnPool } from "./listeners.ts";
import { EmbeddedServer } from "./server.ts";

/** Told what the operator should know; a `detail` is safe to log. */
export type DatabaseLog = (level: "info" | "warn" | "error", message: string) => void;

export interface EmbeddedOptions {
  /** Made with mode 0700 where it is missing. `undefined`: a store in memory, gone when it is closed. */
  readonly dataDir: string | undefined;
  /** Longest time that one statement may take. Then the engine is started again. */
  readonly statementTimeoutMs: number;
  /** Longest time that a caller waits for the one connection. */
  readonly acquireTimeoutMs: number;
  readonly transactionTimeoutMs: number;
  readonly log: DatabaseLog;
}

/** Migrations and vacuums may take so long. */
const UNHURRIED_MS = 600_000;

/** @throws DatabaseError `data_dir_…` when the directory cannot be used, `unavailable` when the store cannot be opened */
export async function openEmbedded(options: EmbeddedOptions): Promise<Database> {
  const directory = options.dataDir === undefined ? undefined : takeDataDirectory(options.dataDir);
  const server = await startServer(directory, options);
  const pool = new pg.Pool({
    stream: () => server.connect(),
    user: "postgres",
    database: "postgres",
    max: 1,
    idleTimeoutMillis: 0,
    connectionTimeoutMillis: options.acquireTimeoutMs,
    types: valueTypes,
  });
  // Without these listeners a connection that dies, idle or lent, ends the whole process.
  pool.on("error", () => {});
  pool.on("connect", (client) => client.on("error", () => {}));
  const engine: Engine = {
    kind: "pglite",
    readOnlyMeans: "out_of_space",
    transactionDeadlineMs: options.transactionTimeoutMs,
    connect: () => pool.connect(),
    listen: listenOnPool(pool),
    unhurried: (session, sql) => server.withPatience(UNHURRIED_MS, () => session.script(sql, UNHURRIED_MS)),
    async close() {
      await pool.end();
      await server.close();
      directory?.release();
    },
  };
  return createDatabase(engine);
}

async function startServer(
  directory: DataDirectory | undefined,
  { statementTimeoutMs, log }: EmbeddedOptions,
): Promise<EmbeddedServer> {
  try {
    const server = await EmbeddedServer.start({
      directory: directory?.store,
      silenceMs: statementTimeoutMs,
      onRestart: (reason) => log("error", `The embedded store is started again: ${reason}.`),
    });
    warnUnlessDurable(server, log);
    return server;
  } catch (error) {
    directory?.release();
    throw new DatabaseError("unavailable", {
      detail: `The store in ${directory?.store ?? "memory"} cannot be opened: ${String(error)}`,
      cause: error,
    });
  }
}

function warnUnlessDurable({ durability }: EmbeddedServer, log: DatabaseLog): void {
  if (durability === undefined || (durability.commitSyncs > 0 && durability.checkpointSyncs > 0)) return;
  log(
    "error",
    `The embedded store is NOT durable here: a commit forced ${durability.commitSyncs} writes to disk and a checkpoint ${durability.checkpointSyncs}. A power cut can lose data. Use PostgreSQL (VEDETTE_DATABASE_URL).`,
  );
}
