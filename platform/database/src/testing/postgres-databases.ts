import { createHash, randomUUID } from "node:crypto";
import pg from "pg";
import type { Database } from "../database.ts";
import { type Migration, migrate } from "../migrate.ts";
import { openDatabase } from "../open-database.ts";
import { type MigratedState, rememberState, restoreState } from "./migrated-state.ts";

/** Set by the global set-up of vitest, which starts the cluster. */
const CLUSTER_URL = "VEDETTE_TEST_POSTGRES_URL";

/** A copy of a migrated database that no test uses at present. */
interface IdleDatabase {
  readonly url: string;
  readonly drop: () => Promise<void>;
  readonly template: string;
  readonly state: MigratedState;
}

const idle: IdleDatabase[] = [];

/** Lends a copy of a database that was migrated once per list of migrations. */
export async function openPostgresTestDatabase(migrations: readonly Migration[]): Promise<Database> {
  const template = await migratedTemplate(migrations);
  const { db, lent } = (await reopen(template)) ?? (await openCopy(template));
  let closing: Promise<void> | undefined;
  const close = (): Promise<void> => {
    closing ??= db.close().then(() => void idle.push(lent));
    return closing;
  };
  return { ...db, close, [Symbol.asyncDispose]: close };
}

/** Drops what is lent no more. */
export async function dropIdleDatabases(): Promise<void> {
  await Promise.all(idle.splice(0).map(({ drop }) => drop()));
}

async function openCopy(template: string): Promise<{ db: Database; lent: IdleDatabase }> {
  const { url, drop } = await createPostgresTestDatabase(template);
  const db = await openDatabase({ url });
  return { db, lent: { url, drop, template, state: await rememberState(db) } };
}

/** Making a copy and dropping it takes PostgreSQL a third of a second; putting one right takes a tenth of that. */
async function reopen(template: string): Promise<{ db: Database; lent: IdleDatabase } | undefined> {
  const index = idle.findIndex((it) => it.template === template);
  const [lent] = index === -1 ? [] : idle.splice(index, 1);
  if (lent === undefined) return undefined;
  const name = new URL(lent.url).pathname.slice(1);
  await administer(`select pg_terminate_backend(pid, 5000) from pg_stat_activity where datname = '${name}'`);
  const db = await openDatabase({ url: lent.url });
  if (await restoreState(db, lent.state)) return { db, lent };
  await db.close();
  await lent.drop();
  return undefined;
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
