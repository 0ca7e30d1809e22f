import { randomUUID } from "node:crypto";
import { setTimeout } from "node:timers/promises";
import pg from "pg";
import type { Database } from "../database.ts";
import { openDatabase } from "../open-database.ts";
import { type MigratedState, rememberState, restoreState } from "./migrated-state.ts";
import { fill, keyOf, type StoreContents } from "./store-preparation.ts";

/** Set by the global set-up of vitest, which starts the cluster. */
const CLUSTER_URL = "VEDETTE_TEST_POSTGRES_URL";

/** A copy of a filled database that no test uses at present. */
interface IdleDatabase {
  readonly url: string;
  readonly drop: () => Promise<void>;
  readonly template: string;
  readonly state: MigratedState;
}

const idle: IdleDatabase[] = [];

/** Lends a copy of a database that was filled once for all. */
export async function openPostgresTestDatabase(contents: StoreContents): Promise<Database> {
  const template = await filledTemplate(contents);
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
  const db = await openLent(url);
  return { db, lent: { url, drop, template, state: await rememberState(db) } };
}

/** As patient as the embedded store of tests: a test that asks fifty things at once is not about a busy machine. */
function openLent(url: string): Promise<Database> {
  return openDatabase({ url, acquireTimeoutSeconds: 10 });
}

/** Making a copy and dropping it takes PostgreSQL a third of a second; putting one right takes a tenth of that. */
async function reopen(template: string): Promise<{ db: Database; lent: IdleDatabase } | undefined> {
  const index = idle.findIndex((it) => it.template === template);
  const [lent] = index === -1 ? [] : idle.splice(index, 1);
  if (lent === undefined) return undefined;
  await endConnections(new URL(lent.url).pathname.slice(1));
  const db = await openLent(lent.url);
  if (await restoreState(db, lent.state)) return { db, lent };
  await db.close();
  await lent.drop();
  return undefined;
}

/** Connections end soon after they were closed. PostgreSQL's own way to wait for that looks every tenth of a second. */
async function endConnections(name: string): Promise<void> {
  const left = `from pg_stat_activity where datname = '${name}'`;
  while ((await administer(`select pg_terminate_backend(pid) ${left}`)) > 0) await setTimeout(2);
}

/** A database of its own for a test that opens it itself. */
export async function createPostgresTestDatabase(
  template = "template0",
): Promise<{ url: string; drop: () => Promise<void> }> {
  const name = `test_${randomUUID().replaceAll("-", "")}`;
  await administer(`create database ${name} template ${template}`);
  return { url: urlOf(name), drop: async () => void (await administer(`drop database ${name} with (force)`)) };
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

function filledTemplate(contents: StoreContents): Promise<string> {
  const key = keyOf(contents);
  const template = templates.get(key) ?? makeTemplate(key, contents);
  templates.set(key, template);
  return template;
}

/** Makes the template if no other test process has. The lock is in a database that nobody copies. */
async function makeTemplate(key: string, contents: StoreContents): Promise<string> {
  const template = `template_${key}`;
  const lock = new pg.Client({ connectionString: clusterUrl() });
  await lock.connect();
  try {
    await lock.query("select pg_advisory_lock(1)");
    const { rowCount } = await lock.query("select 1 from pg_database where datname = $1", [template]);
    if (rowCount === 1) return template;
    await lock.query(`drop database if exists making_${key}`);
    await lock.query(`create database making_${key} template template0`);
    await using db = await openDatabase({ url: urlOf(`making_${key}`) });
    await fill(db, contents);
    await db.close();
    await lock.query(`alter database making_${key} rename to ${template}`);
    return template;
  } finally {
    await lock.end();
  }
}

let administrator: pg.Pool | undefined;

/** @returns how many rows came */
async function administer(statement: string): Promise<number> {
  administrator ??= new pg.Pool({ connectionString: clusterUrl(), max: 2, allowExitOnIdle: true });
  return (await administrator.query(statement)).rows.length;
}
