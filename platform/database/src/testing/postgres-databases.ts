import { createHash, randomUUID } from "node:crypto";
import pg from "pg";
import type { Database } from "../database.ts";
import { type Migration, migrate } from "../migrate.ts";
import { openDatabase } from "../open-database.ts";

/** Set by the global set-up of vitest, which starts the cluster. */
const CLUSTER_URL = "VEDETTE_TEST_POSTGRES_URL";

/** Copies a database that was migrated once per list of migrations. */
export async function openPostgresTestDatabase(migrations: readonly Migration[]): Promise<Database> {
  const database = await createPostgresTestDatabase(await migratedTemplate(migrations));
  const db = await openDatabase({ url: database.url });
  let closing: Promise<void> | undefined;
  const close = (): Promise<void> => {
    closing ??= db.close().then(database.drop);
    return closing;
  };
  return { ...db, close, [Symbol.asyncDispose]: close };
}

/** A database of its own for a test that opens it itself. */
export async function createPostgresTestDatabase(
  template = "template0",
): Promise<{ url: string; drop: () => Promise<void> }> {
  const name = `test_${randomUUID().replaceAll("-", "")}`;
  await administer(`create database ${name} template ${template}`);
  return { url: urlOf(name), drop: () => administer(`drop database ${name} with (force)`) };
}

function urlOf(name: string): string {
  const url = new URL(clusterUrl());
  url.pathname = `/${name}`;
  return url.href;
}

function clusterUrl(): string {
  const url = process.env[CLUSTER_URL];
  if (url !== undefined && url !== "") return url;
  throw new Error(
    "The tests need PostgreSQL 14 or later, which the set-up of the test run could not start. On Debian: sudo apt-get install postgresql",
  );
}

const templates = new Map<string, Promise<string>>();

function migratedTemplate(migrations: readonly Migration[]): Promise<string> {
  const hash = createHash("sha256").update(JSON.stringify(migrations)).digest("hex").slice(0, 32);
  const template = templates.get(hash) ?? makeTemplate(hash, migrations);
  templates.set(hash, template);
  return template;
}

/** Makes the template if no other test process has. The lock is in a database that nobody copies. */
async function makeTemplate(hash: string, migrations: readonly Migration[]): Promise<string> {
  const template = `template_${hash}`;
  const lock = new pg.Client({ connectionString: clusterUrl() });
  await lock.connect();
  try {
    await lock.query("select pg_advisory_lock(1)");
    const { rowCount } = await lock.query("select 1 from pg_database where datname = $1", [template]);
    if (rowCount === 1) return template;
    await lock.query(`drop database if exists making_${hash}`);
    await lock.query(`create database making_${hash} template template0`);
    await using db = await openDatabase({ url: urlOf(`making_${hash}`) });
    await migrate(db, migrations);
    await db.close();
    await lock.query(`alter database making_${hash} rename to ${template}`);
    return template;
  } finally {
    await lock.end();
  }
}

let administrator: pg.Pool | undefined;

async function administer(statement: string): Promise<void> {
  administrator ??= new pg.Pool({ connectionString: clusterUrl(), max: 2, allowExitOnIdle: true });
  await administrator.query(statement);
}
