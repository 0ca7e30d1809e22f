import { NIL_UUID } from "@vedette/database";
import { type Kysely, type RawBuilder, sql } from "kysely";
import type { IdentityTables } from "../identity-tables.ts";
import { ENTRY_OF_PLACE } from "./audit-order.ts";

/**
 * So many entries are read for some text by one statement: some ten milliseconds. A log of a million takes seconds, which
 * no single statement may, and for which the embedded store would answer nobody else.
 */
const ENTRIES_OF_STRETCH = 5_000;
const FIRST_ID = NIL_UUID;
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

/**
 * The entries of a range, some after the other, the oldest first: each a `from` clause with the entry, called `a`, and
 * its place in the order, called `o`.
 */
export async function* oldestFirst(
  db: Kysely<IdentityTables>,
  { from, to }: Range,
): AsyncGenerator<RawBuilder<unknown>> {
  const until = to === undefined ? sql<boolean>`true` : sql<boolean>`o.created_at < ${to}`;
  for (let after: Cursor = { at: (from ?? new Date(0)).toISOString(), id: FIRST_ID }; ; ) {
    const behind = sql<boolean>`(o.created_at, o.id) > ${rowOf(after)} and ${until}`;
    const last = await endOf(db, behind, "asc");
    yield entriesOf(last === undefined ? behind : sql`${behind} and (o.created_at, o.id) <= ${rowOf(last)}`, "asc");
    if (last === undefined) return;
    after = last;
  }
}

/** The same, the newest first. What is added meanwhile belongs to none of them. */
export async function* newestFirst(
  db: Kysely<IdentityTables>,
  { from, to }: Range,
): AsyncGenerator<RawBuilder<unknown>> {
  const since = from === undefined ? sql<boolean>`true` : sql<boolean>`o.created_at >= ${from}`;
  for (let before: Cursor = { at: to?.toISOString() ?? "infinity", id: to === undefined ? LAST_ID : FIRST_ID }; ; ) {
    const ahead = sql<boolean>`(o.created_at, o.id) < ${rowOf(before)} and ${since}`;
    const last = await endOf(db, ahead, "desc");
    yield entriesOf(last === undefined ? ahead : sql`${ahead} and (o.created_at, o.id) >= ${rowOf(last)}`, "desc");
    if (last === undefined) return;
    before = last;
  }
}

function entriesOf(condition: RawBuilder<boolean>, order: "asc" | "desc"): RawBuilder<unknown> {
  const direction = sql.raw(order);
  return sql`(
    select o.created_at, o.id from vedette.audit_order o where ${condition}
    order by o.created_at ${direction}, o.id ${direction} limit ${sql.lit(ENTRIES_OF_STRETCH)}
  ) o ${ENTRY_OF_PLACE}`;
}

/** The last entry of a stretch that begins where the condition does; nothing where fewer are left. */
async function endOf(
  db: Kysely<IdentityTables>,
  condition: RawBuilder<boolean>,
  order: "asc" | "desc",
): Promise<Cursor | undefined> {
  return await db
    .selectFrom("vedette.audit_order as o")
    .where(condition)
    .select([sql<string>`o.created_at::text`.as("at"), "o.id"])
    .orderBy("o.created_at", order)
    .orderBy("o.id", order)
    .offset(ENTRIES_OF_STRETCH - 1)
    .limit(1)
    .executeTakeFirst();
}

function rowOf({ at, id }: Cursor) {
  return sql`(${at}::timestamptz, ${id}::uuid)`;
}
