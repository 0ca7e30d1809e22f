import type { Kysely } from "kysely";
import type { IdentityTables } from "../identity-tables.ts";
import { oldestFirst } from "./audit-stretches.ts";
import { type AuditAnswer, type AuditSearch, answerOf, meantBy } from "./list-audit-entries.ts";

/** The entries of the audit log that are meant, oldest first, some at a time. Nothing is held for those who read slowly. */
export async function* auditEntries(
  db: Kysely<IdentityTables>,
  search: AuditSearch,
): AsyncGenerator<readonly AuditAnswer[], void> {
  const isMeant = meantBy(search);
  for await (const stretch of oldestFirst(db, search)) {
    const entries = await db
      .selectFrom("auth.audit_log_entries as a")
      .where(stretch)
      .where(isMeant)
      .select(["a.id", "a.payload", "a.created_at", "a.ip_address"])
      .orderBy("a.created_at")
      .orderBy("a.id")
      .execute();
    if (entries.length > 0) yield entries.map(answerOf);
  }
}
