import { type Kysely, type RawBuilder, sql } from "kysely";
import type { IdentityTables } from "../identity-tables.ts";

/**
 * So many entries are read for some text by one statement: some ten milliseconds. A log of a million takes seconds, which
 * no single statement may, and for which the embedded store would answer nobody else.
 */
const ENTRIES_OF_STRETCH = 5_000;
const FIRST_ID = "00000000-0000-0000-0000-000000000000";
const LAST_ID = "ffffffff-ffff-ffff-ffff-ffffffffffff";

interface Range {
  /** From this moment on. */
  readonly from?: Date | undefined;
  /** Before this moment. */
  readonly to?: Date | undefined;
}

interface Cursor {
  /** Time of the database, with its microseconds. */
  readonly at: string;
  readonly id: string;
}

/** Conditions on an entry, called `a`, that are met by all of the range one after the other, the oldest first. */
export async function* oldestFirst(
  db: Kysely<IdentityTables>,
  { from, to }: Range,
): AsyncGenerator<RawBuilder<boolean>> {
  const until = to === undefined ? sql<boolean>`true` : sql<boolean>`a.created_at < ${to}`;
  for (let after: Cursor = { at: (from ?? new Date(0)).toISOString(), id: FIRST_ID }; ; ) {
    const behind = sql<boolean>`(a.created_at, a.id) > ${rowOf(after)} and ${until}`;
    const last = await endOf(db, behind, "asc");
    yield last === undefined ? behind : sql`${behind} and (a.created_at, a.id) <= ${rowOf(last)}`;
    if (last === undefined) return;
    after = last;
  }
}

/** The same, the newest first. What is added meanwhile belongs to none of them. */
export async function* newestFirst(
  db: Kysely<IdentityTables>,
  { from, to }: Range,
): AsyncGenerator<RawBuilder<boolean>> {
  const since = from === undefined ? sql<boolean>`true` : sql<boolean>`a.created_at >= ${from}`;
  for (let before: Cursor = { at: to?.toISOString() ?? "infinity", id: to === undefined ? LAST_ID : FIRST_ID }; ; ) {
    const ahead = sql<boolean>`(a.created_at, a.id) < ${rowOf(before)} and ${since}`;
    const last = await endOf(db, ahead, "desc");
    yield last === undefined ? ahead : sql`${ahead} and (a.created_at, a.id) >= ${rowOf(last)}`;
    if (last === undefined) return;
    before = last;
  }
}

/** The last entry of a stretch that begins where the condition does; nothing where fewer are left. */
async function endOf(
  db: Kysely<IdentityTables>,
  condition: RawBuilder<boolean>,
  order: "asc" | "desc",
): Promise<Cursor | undefined> {
  return await db
    .selectFrom("auth.audit_log_entries as a")
    .where(condition)
    .select([sql<string>`a.created_at::text`.as("at"), "a.id"])
    .orderBy("a.created_at", order)
    .orderBy("a.id", order)
    .offset(ENTRIES_OF_STRETCH - 1)
    .limit(1)
    .executeTakeFirst();
}

function rowOf({ at, id }: Cursor) {
  return sql`(${at}::timestamptz, ${id}::uuid)`;
}
