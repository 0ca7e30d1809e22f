import { createRegistry } from "@vedette/worker-metrics";
import type { Database } from "../database.ts";
import { openEmbedded } from "../embedded/open-embedded.ts";
import { silentLog } from "../log.ts";
import { type MigratedState, rememberState, restoreState } from "./migrated-state.ts";
import { fill, keyOf, type StoreContents } from "./store-preparation.ts";

/** A store in memory, and what it was after it was filled last. */
interface TestStore {
  readonly store: Database;
  key?: string;
  state?: MigratedState;
}

/** Stores that no test uses at present. Starting one takes half a second, emptying one some milliseconds. */
const idle: TestStore[] = [];

/** Lends a store in memory, as it is right after it was filled. */
export async function openEmbeddedTestDatabase(contents: StoreContents): Promise<Database> {
  const key = keyOf(contents);
  const lent = takeIdle(key) ?? { store: await openInMemory() };
  const { store } = lent;
  await store.exec("unlisten *; reset all");
  const isRestored = lent.key === key && lent.state && (await restoreState(store, lent.state));
  if (!isRestored) {
    await empty(store);
    await fill(store, contents);
    Object.assign(lent, { key, state: await rememberState(store) });
  }
  const db: Database = { ...store };
  let closing: Promise<void> | undefined;
  const close = (): Promise<void> => {
    closing ??= Promise.resolve(void idle.push(lent));
    return closing;
  };
  return { ...db, close, [Symbol.asyncDispose]: close };
}

/** One that had the same contents, rather than another. */
function takeIdle(key: string): TestStore | undefined {
  const index = idle.findIndex((it) => it.key === key);
  return index === -1 ? idle.pop() : idle.splice(index, 1)[0];
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
  await store.exec(rows.map(({ nspname }) => `drop schema "${nspname}" cascade`).join("; "));
}
