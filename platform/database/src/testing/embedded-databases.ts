import { createRegistry } from "@vedette/worker-metrics";
import type { Database } from "../database.ts";
import { openEmbedded } from "../embedded/open-embedded.ts";
import { silentLog } from "../log.ts";
import { type Migration, migrate } from "../migrate.ts";

/** Stores in memory that no test uses at present. Starting one takes half a second, emptying one some milliseconds. */
const idle: Database[] = [];

/** Lends a store in memory, emptied and migrated. */
export async function openEmbeddedTestDatabase(migrations: readonly Migration[]): Promise<Database> {
  const store = idle.pop() ?? (await openInMemory());
  await empty(store);
  await migrate(store, migrations);
  const db: Database = { ...store };
  let closing: Promise<void> | undefined;
  const close = (): Promise<void> => {
    closing ??= Promise.resolve(void idle.push(store));
    return closing;
  };
  return { ...db, close, [Symbol.asyncDispose]: close };
}

/** Set by the global set-up of vitest. */
const TEMPLATE_PATH = "VEDETTE_TEST_EMBEDDED_TEMPLATE";

function openInMemory(): Promise<Database> {
  return openEmbedded({
    dataDir: undefined,
    template: process.env[TEMPLATE_PATH],
    statementTimeoutMs: 10_000,
    acquireTimeoutMs: 10_000,
    transactionTimeoutMs: 5_000,
    housekeepingMs: 10_000,
    registry: createRegistry(),
    log: silentLog,
  });
}

async function empty(store: Database): Promise<void> {
  const { rows } = await store.query(
    "select nspname from pg_namespace where nspname !~ '^pg_' and nspname not in ('information_schema', 'public')",
  );
  await store.exec(`unlisten *; ${rows.map(({ nspname }) => `drop schema "${nspname}" cascade;`).join(" ")} reset all`);
}
