import { NIL_UUID } from "@vedette/database";
import { CommonTableExpressionNameNode, CommonTableExpressionNode, type Kysely, type RawBuilder, sql } from "kysely";
import type { IdentityTables } from "../identity-tables.ts";

/**
 * The part of a statement that notes the place of its entry in the order of the log.
 *
 * @param id - of the entry; absent where the part that writes the entry decides whether there is one
 * @param entryPart - the name of that part
 */
export function orderPart(id: string | undefined, entryPart: string): CommonTableExpressionNode {
  const entry = id === undefined ? sql`now(), id from ${sql.table(entryPart)}` : sql`now(), ${id}::uuid`;
  const insertion = sql`(insert into vedette.audit_order (created_at, id) select ${entry} returning id)`;
  return CommonTableExpressionNode.create(
    CommonTableExpressionNameNode.create("audit_order"),
    insertion.toOperationNode(),
  );
}

/**
 * Part of a `from` clause that adds the entry, called `a`, to its place, called `o`. Each entry is looked up by its id:
 * the planner would rather read the whole log to find some thousand entries.
 */
export const ENTRY_OF_PLACE = sql`cross join lateral (
  select e.* from auth.audit_log_entries e where e.id = o.id offset 0) a`;

/**
 * Brings the order up to date with entries that something else has written or removed, the reference service for
 * instance. Does nothing while both have the same number of rows.
 *
 * @returns when it began, by the clock of the database
 */
export async function catchUpOrder(db: Kysely<IdentityTables>): Promise<string> {
  const { rows } = await sql<{ is_same: boolean; begun_at: string }>`
    select (select count(*) from auth.audit_log_entries) = (select count(*) from vedette.audit_order) as is_same,
      now()::text as begun_at`.execute(db);
  const [row] = rows;
  if (row === undefined) throw new TypeError("A statement without a table has one row");
  if (!row.is_same) await correctOrder(db);
  return row.begun_at;
}

/** So many rows are looked at by one statement: the embedded store answers nobody else for that time. */
const ROWS_AT_ONCE = 5_000;

/** The same, also where as many entries were added as removed, or times have changed. */
export async function correctOrder(db: Kysely<IdentityTables>): Promise<void> {
  for (let last: Place | undefined = FIRST; last !== undefined; ) last = await dropPlaces(db, last);
  for (let last: string | undefined = FIRST.id; last !== undefined; ) last = await addPlaces(db, last);
}

interface Place {
  /** Time of the database, with its microseconds. */
  readonly at: string;
  readonly id: string;
}

const FIRST: Place = { at: "-infinity", id: NIL_UUID };

/** Removes places without an entry. @returns the last place that was looked at; `undefined` at the end */
async function dropPlaces(db: Kysely<IdentityTables>, { at, id }: Place): Promise<Place | undefined> {
  const { rows } = await sql<Place>`
    with part as (
      select ctid, created_at, id from vedette.audit_order where (created_at, id) > (${at}::timestamptz, ${id}::uuid)
      order by created_at, id limit ${sql.lit(ROWS_AT_ONCE)}
    ), gone as (
      delete from vedette.audit_order where ctid = any (array(
        select o.ctid from part o left join lateral (
          select coalesce(e.created_at, 'epoch') as created_at from auth.audit_log_entries e
          where e.id = o.id offset 0) a on true
        where a.created_at is distinct from o.created_at))
    )
    select created_at::text as at, id from part order by created_at desc, id desc limit 1`.execute(db);
  return rows[0];
}

/** Adds places of entries without one. @returns the id of the last entry that was looked at; `undefined` at the end */
async function addPlaces(db: Kysely<IdentityTables>, after: string): Promise<string | undefined> {
  const { rows } = await sql<{ id: string }>`
    with part as (
      select coalesce(created_at, 'epoch') as created_at, id from auth.audit_log_entries where id > ${after}::uuid
      order by id limit ${sql.lit(ROWS_AT_ONCE)}
    ), added as (
      insert into vedette.audit_order (created_at, id) select created_at, id from part on conflict do nothing
    )
    select id from part order by id desc limit 1`.execute(db);
  return rows[0]?.id;
}

/**
 * Removes entries with their places, the oldest first.
 *
 * @param isOver - a condition on the place, called `o`
 * @returns how many there were
 */
export async function removeEntries(
  db: Kysely<IdentityTables>,
  isOver: RawBuilder<boolean>,
  limit: number,
): Promise<number> {
  const { rows } = await sql`
    with over as (
      select o.ctid, o.id from vedette.audit_order o where ${isOver}
      order by o.created_at, o.id limit ${sql.lit(limit)} for update skip locked
    ), places as (
      delete from vedette.audit_order where ctid = any (array(select ctid from over))
    ), entries as (
      delete from auth.audit_log_entries a using over where a.id = over.id
    )
    select id from over`.execute(db);
  return rows.length;
}
