import { type Kysely, sql } from "kysely";
import { IdentityError } from "../errors.ts";
import type { IdentityTables } from "../identity-tables.ts";

export interface AuditQuery {
  /** `author:`, `action:` or `type:` and a text; empty for everything. */
  readonly query: string;
  /** Part of what it was done to: of any of the traits; empty for anything. */
  readonly target?: string;
  readonly from?: Date | undefined;
  readonly to?: Date | undefined;
  /** From 1. */
  readonly page: number;
  readonly perPage: number;
}

/** One thing that happened, as administrators read it. */
export interface AuditAnswer {
  readonly id: string;
  readonly payload: object;
  readonly created_at: string;
  readonly ip_address: string;
}

/** What each word before the colon looks at. */
const FIELDS_BY_SCOPE: ReadonlyMap<string, readonly string[]> = new Map([
  ["author", ["actor_username", "actor_name"]],
  ["action", ["action"]],
  ["type", ["log_type"]],
]);

/**
 * One page of the audit log, newest first, and how many entries there are.
 *
 * @throws IdentityError `validation_failed` for a query that says neither author, action nor type
 */
export async function listAuditEntries(
  db: Kysely<IdentityTables>,
  { query, target = "", from, to, page, perPage }: AuditQuery,
): Promise<{ entries: readonly AuditAnswer[]; total: number }> {
  const isMeant = sql<boolean>`(${sql.join(
    [
      conditionOf(query),
      ...(target === "" ? [] : [sql`(a.payload -> 'traits')::text ilike ${patternOf(target)}`]),
      ...(from === undefined ? [] : [sql`a.created_at >= ${from}`]),
      ...(to === undefined ? [] : [sql`a.created_at < ${to}`]),
    ],
    sql` and `,
  )})`;
  const rows = await db
    .selectFrom("auth.audit_log_entries as a")
    .where(isMeant)
    .select(["a.id", "a.payload", "a.created_at", "a.ip_address"])
    .orderBy("a.created_at", "desc")
    .orderBy("a.id", "desc")
    .limit(perPage)
    .offset((page - 1) * perPage)
    .execute();
  const { total } = await db
    .selectFrom("auth.audit_log_entries as a")
    .where(isMeant)
    .select((eb) => eb.fn.countAll<string>().as("total"))
    .executeTakeFirstOrThrow();
  const entries = rows.map(({ created_at, ...row }) => ({ ...row, created_at: created_at.toISOString() }));
  return { entries, total: Number(total) };
}

function conditionOf(query: string) {
  if (query === "") return sql<boolean>`true`;
  const [, scope = "", text = ""] = /^([a-z]+):(.*)$/s.exec(query) ?? [];
  const fields = FIELDS_BY_SCOPE.get(scope);
  if (fields === undefined) {
    throw new IdentityError("validation_failed", {
      message: "Invalid query: say author:, action: or type: and a text",
    });
  }
  const matches = fields.map((field) => sql`a.payload ->> ${field} ilike ${patternOf(text)}`);
  return sql<boolean>`(${sql.join(matches, sql` or `)})`;
}

/** What holds a text, for `ilike`. */
function patternOf(text: string): string {
  return `%${text.replace(/[\\%_]/g, "\\$&")}%`;
}
