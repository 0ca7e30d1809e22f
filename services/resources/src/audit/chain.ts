import { createHash } from "node:crypto";
import { sql } from "kysely";
import type { Store } from "../objects/store.ts";
import { type AuditFilter, EVERY_RECORD, matching } from "./search.ts";

/** A record as it is hashed and exported. */
export interface AuditRecord {
  /** Of its place in the chain, from 1; `null` while it has none. */
  readonly place: string | null;
  /** UTC with microseconds, as the database keeps it. */
  readonly at: string;
  readonly actor: string;
  readonly actorLogin: string;
  readonly action: string;
  readonly target: string;
  /** JSON text, as the database writes it. */
  readonly details: string;
  readonly requestId: string;
  readonly address: string;
  readonly hash: Uint8Array | null;
}

/** Whether all records are there as they were written. */
export interface ChainState {
  readonly isWhole: boolean;
  readonly records: number;
  /** Where the first record is missing or another one. */
  readonly brokenAt: string | undefined;
}

const AT_ONCE = 1000;

/** The columns of a record. Times and details as text, so that nothing is lost on the way. */
const RECORD = sql<AuditRecord>`
  place, to_char(at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as at, actor, actor_login as "actorLogin",
  action, target, details::text as details, request_id as "requestId", address, hash`;

/**
 * The hash of a record: SHA-256 of the hash before it and of what it says, as a JSON list. Of the first record of all
 * the hash before it is empty.
 */
function hashOf(previous: Uint8Array, record: AuditRecord): Uint8Array {
  const { at, actor, actorLogin, action, target, details, requestId, address } = record;
  return createHash("sha256")
    .update(previous)
    .update(JSON.stringify([at, actor, actorLogin, action, target, details, requestId, address]))
    .digest();
}

/** Gives every record that has none a place in the chain. Processes that do so at once follow each other. */
export async function sealRecords(db: Store): Promise<void> {
  for (let sealed = AT_ONCE; sealed === AT_ONCE; ) sealed = await db.transaction().execute(sealSome);
}

async function sealSome(trx: Store): Promise<number> {
  const { rows: heads } = await sql<{ place: string; hash: Uint8Array }>`
    select place, hash from vedette.audit_chain for update`.execute(trx);
  const { rows: records } = await sql<AuditRecord & { id: string }>`
    select id, ${RECORD} from vedette.audit_log where place is null order by id limit ${sql.lit(AT_ONCE)}`.execute(trx);
  let { place, hash } = heads[0] ?? { place: "0", hash: new Uint8Array() };
  const sealed: { id: string; place: string; hash: string }[] = [];
  for (const record of records) {
    hash = hashOf(hash, record);
    place = String(BigInt(place) + 1n);
    sealed.push({ id: record.id, place, hash: Buffer.from(hash).toString("hex") });
  }
  if (sealed.length === 0) return 0;
  await sql`
    update vedette.audit_log l set place = s.place, hash = decode(s.hash, 'hex')
    from jsonb_to_recordset(${JSON.stringify(sealed)}::jsonb) as s (id bigint, place bigint, hash text)
    where l.id = s.id`.execute(trx);
  await sql`update vedette.audit_chain set place = ${place}::bigint, hash = ${hash}::bytea`.execute(trx);
  return sealed.length;
}

/**
 * All records that have a place, in the order of the chain, some at a time.
 *
 * @param filter - which of them; every one unless given
 */
export async function* recordsAfter(
  db: Store,
  place: string,
  filter: AuditFilter = EVERY_RECORD,
): AsyncGenerator<readonly AuditRecord[]> {
  const { first, last } = await placesOf(db, place, filter);
  // No more are read by one statement than take it some ten milliseconds, however few of them are meant.
  for (let from = first; from <= last; from += BigInt(AT_ONCE)) {
    const { rows } = await sql<AuditRecord>`
      select ${RECORD} from vedette.audit_log
      where place >= ${String(from)}::bigint and place < ${String(from + BigInt(AT_ONCE))}::bigint and ${matching(filter)}
      order by place`.execute(db);
    if (rows.length > 0) yield rows;
  }
}

/** Between which places those lie that are behind a place and of a time. */
async function placesOf(db: Store, after: string, { from, to }: AuditFilter): Promise<{ first: bigint; last: bigint }> {
  const { rows } = await sql<{ first: string | null; last: string | null }>`
    select min(place) as first, max(place) as last from vedette.audit_log
    where place > ${after}::bigint and ${matching({ ...EVERY_RECORD, from, to })}`.execute(db);
  const { first, last } = rows[0] ?? { first: null, last: null };
  return { first: BigInt(first ?? 0), last: BigInt(last ?? -1) };
}

/** Reads the whole chain and compares every hash, the last one too. */
export async function checkChain(db: Store): Promise<ChainState> {
  await sealRecords(db);
  const { first, last } = await endsOf(db);
  let { place, hash } = first;
  let records = 0;
  for await (const record of eachAfter(db, String(first.place))) {
    // What is added meanwhile is for the next time.
    if (place >= last.place) break;
    place += 1n;
    hash = hashOf(hash, record);
    if (record.place !== String(place) || !isSame(hash, record.hash)) {
      return { isWhole: false, records, brokenAt: String(place) };
    }
    records += 1;
  }
  if (place === last.place && isSame(hash, last.hash)) return { isWhole: true, records, brokenAt: undefined };
  return { isWhole: false, records, brokenAt: String(place < last.place ? place + 1n : place) };
}

async function* eachAfter(db: Store, place: string): AsyncGenerator<AuditRecord> {
  for await (const records of recordsAfter(db, place)) yield* records;
}

/** Behind what the chain begins now, and with what it ends. */
async function endsOf(db: Store) {
  const { rows } = await sql<{ place: string; hash: Uint8Array; first_place: string; first_hash: Uint8Array }>`
    select place, hash, first_place, first_hash from vedette.audit_chain`.execute(db);
  const [row] = rows;
  if (row === undefined) throw new TypeError("The audit chain has no ends");
  return {
    first: { place: BigInt(row.first_place), hash: row.first_hash },
    last: { place: BigInt(row.place), hash: row.hash },
  };
}

/**
 * Removes records that are older than so many days, from the beginning of the chain; where it begins now is kept.
 *
 * @returns how many went, at most a thousand
 */
export async function forgetRecords(db: Store, days: number): Promise<number> {
  return await db.transaction().execute(async (trx) => {
    await sql`select from vedette.audit_chain for update`.execute(trx);
    const { rows } = await sql<{ place: string; hash: Uint8Array }>`
      with old as (
        select id from vedette.audit_log
        where place < coalesce(
          (select min(place) from vedette.audit_log where at >= now() - make_interval(days => ${days}::integer)),
          9223372036854775807)
        order by place limit ${sql.lit(AT_ONCE)}
      )
      delete from vedette.audit_log l using old where l.id = old.id returning l.place, l.hash`.execute(trx);
    const last = rows.toSorted((one, other) => Number(BigInt(other.place) - BigInt(one.place)))[0];
    if (last === undefined) return 0;
    await sql`update vedette.audit_chain set first_place = ${last.place}::bigint, first_hash = ${last.hash}::bytea`.execute(
      trx,
    );
    return rows.length;
  });
}

function isSame(one: Uint8Array, other: Uint8Array | null): boolean {
  return other !== null && Buffer.compare(one, other) === 0;
}
