import { createHash, randomUUID } from "node:crypto";
import pg from "pg";
import type { Database } from "../database.ts";
import { type Migration, migrate } from "../migrate.ts";
import { openDatabase } from "../open-database.ts";

/** Set by the global set-up of vitest, which starts the cluster. */
const CLUSTER_URL = "VEDETTE_TEST_POSTGRES_URL";

/** Copies a database that was migrated once per list of migrations. */
export async function openPostgresTestDatabase(migrations: readonly Migration[]): Promise<Database> {
  const cluster = new URL(clusterUrl());
  const template = await migratedTemplate(cluster, migrations);
  const name = `test_${randomUUID().replaceAll("-", "")}`;
  await administer(cluster, (client) => client.query(`create database ${name} template ${template}`));
  const db = await openDatabase({ url: databaseUrl(cluster, name) });
  const close = async (): Promise<void> => {
    await db.close();
    await administer(cluster, (client) => client.query(`drop database if exists ${name} with (force)`));
  };
  return { ...db, close, [Symbol.asyncDispose]: close };
}

/** A URL of an empty database of its own, for tests that open it themselves. */
export async function createPostgresTestDatabase(): Promise<{ url: string; drop: () => Promise<void> }> {
  const cluster = new URL(clusterUrl());
  const name = `test_${randomUUID().replaceAll("-", "")}`;
  await administer(cluster, (client) => client.query(`create database ${name}`));
  const drop = async (): Promise<void> => {
    await administer(cluster, (client) => client.query(`drop database if exists ${name} with (force)`));
  };
  return { url: databaseUrl(cluster, name), drop };
}

function clusterUrl(): string {
  const url = process.env[CLUSTER_URL];
  if (url !== undefined && url !== "") return url;
  throw new Error(
    "The tests need PostgreSQL 14 or later, which the set-up of the test run could not start. On Debian: sudo apt-get install postgresql",
  );
}

function databaseUrl(cluster: URL, name: string): string {
  const url = new URL(cluster);
  url.pathname = `/${name}`;
  return url.href;
}

/** Makes the template if no other test process has: the lock is the cluster's, for all test processes. */
async function migratedTemplate(cluster: URL, migrations: readonly Migration[]): Promise<string> {
  const hash = createHash("sha256").update(JSON.stringify(migrations)).digest("hex").slice(0, 32);
  const template = `template_${hash}`;
  await administer(cluster, async (client) => {
    await client.query("select pg_advisory_lock(1)");
    const { rowCount } = await client.query("select 1 from pg_database where datname = $1", [template]);
    if (rowCount === 1) return;
    await client.query(`create database making_${hash}`);
    const db = await openDatabase({ url: databaseUrl(cluster, `making_${hash}`) });
    try {
      await migrate(db, migrations);
    } catch (error) {
      await db.close();
      await client.query(`drop database making_${hash}`);
      throw error;
    }
    await db.close();
    await client.query(`alter database making_${hash} rename to ${template}`);
  });
  return template;
}

async function administer(cluster: URL, work: (client: pg.Client) => Promise<unknown>): Promise<void> {
  const client = new pg.Client({ connectionString: cluster.href });
  await client.connect();
  try {
    await work(client);
  } finally {
    await client.end();
  }
}
