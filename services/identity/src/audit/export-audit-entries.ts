import { type Kysely, sql } from "kysely";
import type { IdentityTables } from "../identity-tables.ts";
import { oldestFirst } from "./audit-stretches.ts";
import { type AuditAnswer, type AuditSearch, answerOf, meantBy } from "./list-audit-entries.ts";

type Entry = Parameters<typeof answerOf>[0];

/** The entries of the audit log that are meant, oldest first, some at a time. Nothing is held for those who read slowly. */
export async function* auditEntries(
  db: Kysely<IdentityTables>,
  search: AuditSearch,
): AsyncGenerator<readonly AuditAnswer[], void> {
  const isMeant = meantBy(search);
  for await (const stretch of oldestFirst(db, search)) {
    const { rows: entries } = await sql<Entry>`
      select o.id, a.payload, o.created_at, a.ip_address from ${stretch} where ${isMeant}
      order by o.created_at, o.id`.execute(db);
    if (entries.length > 0) yield entries.map(answerOf);
  }
}
