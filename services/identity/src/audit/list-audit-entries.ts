import { type Kysely, sql } from "kysely";
import { IdentityError } from "../errors.ts";
import type { IdentityTables } from "../identity-tables.ts";
import { newestFirst } from "./audit-stretches.ts";

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
  const { from, to, ...texts } = search;
  const isLookedThrough = Object.values(texts).some((text) => text !== undefined && text !== "");
  const find = isLookedThrough ? findThrough : findInOrder;
  const { ids, total } = await find(db, search, { skipped: (page - 1) * perPage, perPage });
  if (ids.length === 0) return { entries: [], total };
  const rows = await db
    .selectFrom("auth.audit_log_entries as a")
    .where("a.id", "in", ids)
    .select(["a.id", "a.payload", "a.created_at", "a.ip_address"])
    .orderBy("a.created_at", "desc")
    .orderBy("a.id", "desc")
    .execute();
  return { entries: rows.map(answerOf), total };
}

export function answerOf({ created_at, ...row }: Omit<AuditAnswer, "created_at"> & { created_at: Date }): AuditAnswer {
  return { ...row, created_at: created_at.toISOString() };
}

interface Part {
  /** Entries before those of the page. */
  readonly skipped: number;
  readonly perPage: number;
}

interface Found {
  /** Of the page. */
  readonly ids: readonly string[];
  readonly total: number;
}

/** Of all entries, or all of some time: only the order is read. */
async function findInOrder(
  db: Kysely<IdentityTables>,
  search: AuditSearch,
  { skipped, perPage }: Part,
): Promise<Found> {
  const isMeant = meantBy(search);
  const rows = await db
    .selectFrom("vedette.audit_order as o")
    .where(isMeant)
    .select("o.id")
    .orderBy("o.created_at", "desc")
    .orderBy("o.id", "desc")
    .limit(perPage)
    .offset(skipped)
    .execute();
  const { total } = await db
    .selectFrom("vedette.audit_order as o")
    .where(isMeant)
    .select((eb) => eb.fn.countAll<string>().as("total"))
    .executeTakeFirstOrThrow();
  return { ids: rows.map(({ id }) => id), total: Number(total) };
}

/** Of those with some text, for which every one has to be read. */
async function findThrough(
  db: Kysely<IdentityTables>,
  search: AuditSearch,
  { skipped, perPage }: Part,
): Promise<Found> {
  const isMeant = meantBy(search);
  const ids: string[] = [];
  let total = 0;
  for await (const stretch of newestFirst(db, search)) {
    const { rows } = await sql<{ id: string }>`
      select o.id from ${stretch} where ${isMeant} order by o.created_at desc, o.id desc`.execute(db);
    ids.push(...rows.slice(Math.max(0, skipped - total), Math.max(0, skipped + perPage - total)).map(({ id }) => id));
    total += rows.length;
  }
  return { ids, total };
}

/**
 * The condition on an entry, called `a`, and its place in the order, called `o`.
 *
 * @throws IdentityError `validation_failed` for a query that says neither author, action nor type
 */
export function meantBy({ query = "", actor = "", action = "", target = "", from, to }: AuditSearch) {
  const conditions = [
    ...(query === "" ? [] : [conditionOf(query)]),
    ...(actor === "" ? [] : [conditionOf(`author:${actor}`)]),
    ...(action === "" ? [] : [conditionOf(`action:${action}`)]),
    ...(target === "" ? [] : [sql`(a.payload -> 'traits')::text ilike ${patternOf(target)}`]),
    ...(from === undefined ? [] : [sql`o.created_at >= ${from}`]),
    ...(to === undefined ? [] : [sql`o.created_at < ${to}`]),
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
