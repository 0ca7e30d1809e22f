import { type Kysely, sql } from "kysely";
import { IdentityError } from "../errors.ts";
import type { IdentityTables } from "../identity-tables.ts";

/** What is looked for; an empty or absent text is anything. */
export interface AuditSearch {
  /** `author:`, `action:` or `type:` and a text. */
  readonly query?: string | undefined;
  /** Part of the name of who did it. */
  readonly actor?: string | undefined;
  /** Part of what was done. */
  readonly action?: string | undefined;
  /** Part of what it was done to: of any of the traits. */
  readonly target?: string | undefined;
  /** From this moment on. */
  readonly from?: Date | undefined;
  /** Before this moment. */
  readonly to?: Date | undefined;
}

export interface AuditQuery extends AuditSearch {
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
  { page, perPage, ...search }: AuditQuery,
): Promise<{ entries: readonly AuditAnswer[]; total: number }> {
  const isMeant = meantBy(search);
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

/**
 * The condition on an entry, called `a`.
 *
 * @throws IdentityError `validation_failed` for a query that says neither author, action nor type
 */
export function meantBy({ query = "", actor = "", action = "", target = "", from, to }: AuditSearch) {
  const conditions = [
    ...(query === "" ? [] : [conditionOf(query)]),
    ...(actor === "" ? [] : [conditionOf(`author:${actor}`)]),
    ...(action === "" ? [] : [conditionOf(`action:${action}`)]),
    ...(target === "" ? [] : [sql`(a.payload -> 'traits')::text ilike ${patternOf(target)}`]),
    ...(from === undefined ? [] : [sql`a.created_at >= ${from}`]),
    ...(to === undefined ? [] : [sql`a.created_at < ${to}`]),
  ];
  return sql<boolean>`(${sql.join([sql`true`, ...conditions], sql` and `)})`;
}

function conditionOf(query: string) {
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
