import { randomUUID } from "node:crypto";
import { setTimeout } from "node:timers/promises";
import pg from "pg";
import type { Database } from "../database.ts";
import { openDatabase } from "../open-database.ts";
import { type MigratedState, rememberState, restoreState } from "./migrated-state.ts";
import { fill, keyOf, type StoreContents } from "./store-preparation.ts";

/** Set by the global set-up of vitest, which starts the cluster. */
const CLUSTER_URL = "VEDETTE_TEST_POSTGRES_URL";

/** A copy of a filled database. Its connections stay open between tests: each costs as much as ten statements. */
interface Copy {
  readonly db: Database;
  readonly name: string;
  readonly drop: () => Promise<void>;
  readonly template: string;
  readonly state: MigratedState;
}

/** Copies that no test uses at present. They go with the cluster. */
const idle: Copy[] = [];

/** Lends a copy of a database that was filled once for all. */
export async function openPostgresTestDatabase(contents: StoreContents): Promise<Database> {
  const template = await filledTemplate(contents);
  const copy = (await takeIdle(template)) ?? (await makeCopy(template));
  let closing: Promise<void> | undefined;
  const close = (): Promise<void> => {
    closing ??= Promise.resolve(void idle.push(copy));
    return closing;
  };
  return { ...copy.db, close, [Symbol.asyncDispose]: close };
}

async function makeCopy(template: string): Promise<Copy> {
  const { url, drop } = await createPostgresTestDatabase(template);
  // As patient as the embedded store of tests: a test that asks fifty things at once is not about a busy machine.
  const db = await openDatabase({ url, acquireTimeoutSeconds: 10 });
  return { db, name: new URL(url).pathname.slice(1), drop, template, state: await rememberState(db) };
}

/** Making a copy and dropping it takes PostgreSQL a third of a second; putting one right takes a hundredth of that. */
async function takeIdle(template: string): Promise<Copy | undefined> {
  const index = idle.findIndex((it) => it.template === template);
  const [copy] = index === -1 ? [] : idle.splice(index, 1);
  if (copy === undefined) return undefined;
  await endLeftWork(copy.name);
  if (await restoreState(copy.db, copy.state)) return copy;
  await copy.db.close();
  await copy.drop();
  return undefined;
}

/** What a test has left running must not reach into the next. */
async function endLeftWork(name: string): Promise<void> {
  const left = `from pg_stat_activity where datname = '${name}' and state <> 'idle'`;
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
