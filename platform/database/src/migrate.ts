import { createHash } from "node:crypto";
import type { Database } from "./database.ts";
import { sqlStateOf, violatedConstraint } from "./driver-failure.ts";
import { DatabaseError } from "./errors.ts";

/** A step of the schema, never changed once released. */
export interface Migration {
  /** Owner and name in the order of its steps, e.g. `identity/0001-users`. */
  readonly id: string;
  /** Statements that PostgreSQL 14 knows. They run in one transaction; a failure leaves nothing of them. */
  readonly sql: string;
}

/** Any number that nobody else locks in the same database. */
const LOCK = 7_330_153_141_592_653n;

/**
 * Applies what the database has not seen yet, in the order given. Several processes may do so at once: one works, the
 * others wait for it.
 *
 * @throws DatabaseError `migration_changed` when an applied migration has another text now, `migration_unknown` when
 *   the database has migrations of a known owner that are not in the list; the engine's error when a statement fails
 */
export async function migrate(db: Database, migrations: readonly Migration[]): Promise<void> {
  const known = new Map(migrations.map((migration) => [migration.id, migration]));
  for (const id of known.keys()) {
    if (!/^[a-z][a-z0-9-]*\/\d{4}-[a-z0-9-]+$/.test(id)) throw new TypeError(`${id} is not a migration's id`);
  }
  if (known.size !== migrations.length) throw new TypeError("Two migrations have the same id.");
  await db.exec(`select pg_advisory_xact_lock(${LOCK}); ${FOUNDATION}`);
  const applied = await readApplied(db);
  refuseUnknown(applied, known);
  for (const migration of migrations) {
    if (!isApplied(migration, applied)) await apply(db, migration);
  }
}

const FOUNDATION = `
  create schema if not exists auth;
  create schema if not exists vedette;
  create table if not exists vedette.migrations (
    id text primary key,
    checksum text not null,
    applied_at timestamptz not null default now()
  )`;

async function readApplied(db: Database): Promise<ReadonlyMap<string, string>> {
  const { rows } = await db.query("select id, checksum from vedette.migrations");
  return new Map(rows.map(({ id, checksum }) => [String(id), String(checksum)]));
}

/** An owner that this process does not know may have its own tables beside ours; that is no harm. */
function refuseUnknown(applied: ReadonlyMap<string, string>, known: ReadonlyMap<string, Migration>): void {
  const owners = new Set([...known.keys()].map(ownerOf));
  const unknown = [...applied.keys()].filter((id) => !known.has(id) && owners.has(ownerOf(id)));
  if (unknown.length === 0) return;
  throw new DatabaseError("migration_unknown", {
    detail: `The database has migrations that this version does not know (${unknown.sort().join(", ")}). Start the newer version, or restore a backup.`,
  });
}

function ownerOf(id: string): string {
  return id.split("/", 1)[0] ?? id;
}

function isApplied(migration: Migration, applied: ReadonlyMap<string, string>): boolean {
  const checksum = applied.get(migration.id);
  if (checksum === undefined) return false;
  if (checksum === checksumOf(migration)) return true;
  throw new DatabaseError("migration_changed", {
    detail: `The migration ${migration.id} was applied with another text. Put the released text back and write a new migration.`,
  });
}

/** Records the migration first: if another process was faster, the record is there, and nothing is done twice. */
async function apply(db: Database, migration: Migration): Promise<void> {
  const record = `insert into vedette.migrations (id, checksum) values ('${migration.id}', '${checksumOf(migration)}')`;
  try {
    await db.exec(`select pg_advisory_xact_lock(${LOCK}); ${record}; ${migration.sql}`);
  } catch (error) {
    if (sqlStateOf(error) !== "23505" || violatedConstraint(error) !== "migrations_pkey") throw error;
    isApplied(migration, await readApplied(db));
  }
}

function checksumOf({ sql }: Migration): string {
  return createHash("sha256").update(sql).digest("hex");
}
