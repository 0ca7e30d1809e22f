import { type Kysely, sql } from "kysely";
import type { IdentityTables } from "../identity-tables.ts";
import { type AuditAnswer, type AuditSearch, meantBy } from "./list-audit-entries.ts";

const ENTRIES_AT_ONCE = 500;

/** The entries of the audit log that are meant, oldest first, some at a time. Nothing is held for those who read slowly. */
export async function* auditEntries(
  db: Kysely<IdentityTables>,
  search: AuditSearch,
): AsyncGenerator<readonly AuditAnswer[], void> {
  const isMeant = meantBy(search);
  let after: Cursor = { at: new Date(0).toISOString(), id: "00000000-0000-0000-0000-000000000000" };
  for (;;) {
    const entries = await entriesAfter(db, isMeant, after);
    const last = entries.at(-1);
    if (last === undefined) return;
    yield entries.map(({ at: _at, created_at, ...entry }) => ({ ...entry, created_at: created_at.toISOString() }));
    after = { at: last.at, id: last.id };
  }
}

interface Cursor {
  /** Time of the database, with its microseconds. */
  readonly at: string;
  readonly id: string;
}

async function entriesAfter(db: Kysely<IdentityTables>, isMeant: ReturnType<typeof meantBy>, { at, id }: Cursor) {
  return db
    .selectFrom("auth.audit_log_entries as a")
    .where(sql<boolean>`(a.created_at, a.id) > (${at}::timestamptz, ${id}::uuid)`)
    .where(isMeant)
    .select(["a.id", "a.payload", "a.created_at", "a.ip_address"])
    .select(sql<string>`a.created_at::text`.as("at"))
    .orderBy("a.created_at")
    .orderBy("a.id")
    .limit(ENTRIES_AT_ONCE)
    .execute();
}
