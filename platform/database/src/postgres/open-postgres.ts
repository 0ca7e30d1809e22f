import type { Registry } from "@vedette/worker-metrics";
import pg from "pg";
import { valueTypes } from "../codecs.ts";
import { createDatabase, type Database, type Engine } from "../database.ts";
import { explainFailure } from "../driver-failure.ts";
import { DatabaseError } from "../errors.ts";
import { watchPool } from "../instruments.ts";
import { PreparedStatements } from "../prepared-statements.ts";
import { type ConnectionUrl, parseConnectionUrl } from "./connection-url.ts";
import { openListener } from "./listener.ts";

export interface PostgresOptions {
  readonly url: string;
  readonly poolSize: number;
  readonly statementTimeoutMs: number;
  readonly acquireTimeoutMs: number;
  readonly registry: Registry;
}

const LOCK_TIMEOUT_MS = 3_000;
const IDLE_IN_TRANSACTION_TIMEOUT_MS = 10_000;
/** Beyond the server's own deadline the connection counts as dead. */
const SILENCE_MS = 5_000;
const MIGRATION_LOCK_TIMEOUT_MS = 60_000;
const UNHURRIED_MS = 3_600_000;
const OLDEST_VERSION = 140_000;

/** @throws DatabaseError `url_invalid`, `server_unsuitable`, `unavailable` */
export async function openPostgres(options: PostgresOptions): Promise<Database> {
  const url = parseConnectionUrl(options.url);
  const config = clientConfig(url, options);
  const pool = new pg.Pool({ ...config, max: options.poolSize, connectionTimeoutMillis: options.acquireTimeoutMs });
  // Without these listeners a connection that dies, idle or lent, ends the whole process.
  pool.on("error", () => {});
  pool.on("connect", (client) => client.on("error", () => {}));
  try {
    await checkServer(pool, url.place);
  } catch (error) {
    await pool.end();
    throw error;
  }
  const stopWatching = watchPool(options.registry, pool);
  const listener = openListener(() => new pg.Client({ ...config, query_timeout: options.acquireTimeoutMs }));
  const engine: Engine = {
    kind: "postgres",
    readOnlyMeans: "unavailable",
    // A pooler in transaction mode hands each transaction to another session, which knows other names.
    prepared: url.isPooled ? undefined : new PreparedStatements(),
    connect: () => pool.connect(),
    cancel: async (processId) => {
      await pool.query("select pg_cancel_backend($1)", [processId]);
    },
    // A pooler in transaction mode loses what a session asked for, so nobody is called; pollers go on polling.
    listen: url.isPooled ? async () => async () => {} : listener.listen,
    unhurried: (session, sql) =>
      session.script(
        `set local statement_timeout = 0; set local lock_timeout = ${MIGRATION_LOCK_TIMEOUT_MS}; ${sql}`,
        UNHURRIED_MS,
      ),
    async close() {
      stopWatching();
      await listener.close();
      await pool.end();
    },
  };
  return createDatabase(engine);
}

function clientConfig({ connectionString, isPooled }: ConnectionUrl, { statementTimeoutMs }: PostgresOptions) {
  const session = {
    statement_timeout: statementTimeoutMs,
    lock_timeout: LOCK_TIMEOUT_MS,
    idle_in_transaction_session_timeout: IDLE_IN_TRANSACTION_TIMEOUT_MS,
    options: "-c search_path= -c timezone=UTC -c datestyle=ISO -c intervalstyle=postgres -c bytea_output=hex",
  };
  return {
    connectionString,
    application_name: "vedette",
    keepAlive: true,
    query_timeout: statementTimeoutMs + SILENCE_MS,
    types: valueTypes,
    ...(isPooled ? {} : session),
  };
}

async function checkServer(pool: pg.Pool, place: string): Promise<void> {
  const { version, encoding } = await readServer(pool, place);
  if (version >= OLDEST_VERSION && encoding === "UTF8") return;
  throw new DatabaseError("server_unsuitable", {
    detail: `The server at ${place} is PostgreSQL ${Math.floor(version / 10_000)} with ${encoding}; 14 or later with UTF8 is needed.`,
  });
}

async function readServer(pool: pg.Pool, place: string): Promise<{ version: number; encoding: string }> {
  try {
    const { rows } = await pool.query(
      "select current_setting('server_version_num')::int as version, current_setting('server_encoding') as encoding",
    );
    return rows[0];
  } catch (error) {
    throw new DatabaseError("unavailable", {
      detail: `PostgreSQL at ${place} cannot be used: ${reasonOf(error)}`,
      cause: explainFailure(error, "unavailable"),
    });
  }
}

/** A host with several addresses fails with one error for each of them. */
function reasonOf(error: unknown): string {
  if (error instanceof AggregateError) return error.errors.map(reasonOf).join("; ");
  return error instanceof Error ? error.message : String(error);
}
