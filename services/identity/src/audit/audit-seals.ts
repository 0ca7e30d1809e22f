import { createHash } from "node:crypto";
import { type Kysely, sql } from "kysely";
import type { IdentityTables } from "../identity-tables.ts";
import { correctOrder, ENTRY_OF_PLACE } from "./audit-order.ts";

/** Whether all entries since the first seal are there as they were written. */
export interface SealState {
  readonly isWhole: boolean;
  /** How many were found to be. */
  readonly entries: number;
  /** Between these moments something is missing, changed or added; absent where all is well. */
  readonly brokenBetween?: readonly [string, string];
}

interface Seal {
  readonly place: string;
  /** Of its last entry: UTC with microseconds. */
  readonly lastAt: string;
  readonly lastId: string;
  readonly entries: number;
  readonly hash: Uint8Array;
}

interface SealedEntry {
  readonly id: string;
  readonly at: string;
  readonly ipAddress: string;
  /** JSON text, letter by letter. */
  readonly payload: string;
}

/** Entries under one seal. */
const AT_ONCE = 1000;
/** No transaction is open for so long: what was begun before has been written, or never will be. */
const LAG = sql.lit("1 minute");

const inUtc = (column: string) => sql`to_char(${sql.ref(column)} at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`;
const ENTRY = sql<SealedEntry>`a.id, ${inUtc("a.created_at")} as at, a.ip_address as "ipAddress", a.payload::text as payload`;
const SEAL = sql<Seal>`s.place::text, ${inUtc("s.last_at")} as "lastAt", s.last_id as "lastId", s.entries, s.hash`;

/** The hash of a seal: SHA-256 of the one before and of each entry, as JSON lists. */
function hashOf(previous: Uint8Array, entries: readonly SealedEntry[]): Buffer {
  const hash = createHash("sha256").update(previous);
  for (const { id, at, ipAddress, payload } of entries) hash.update(JSON.stringify([id, at, ipAddress, payload]));
  return hash.digest();
}

/**
 * Seals what has been written since the last seal. Of several processes that do so at once one does.
 *
 * @param orderedAt - when {@link catchUpOrder} began: entries of other services that were written since may have no place
 */
export async function sealEntries(db: Kysely<IdentityTables>, orderedAt: string): Promise<void> {
  for (let sealed = AT_ONCE; sealed === AT_ONCE; ) sealed = await sealSome(db, orderedAt);
}

async function sealSome(db: Kysely<IdentityTables>, orderedAt: string): Promise<number> {
  const { rows: heads } = await sql<Seal>`
    select ${SEAL} from vedette.audit_seals s order by s.place desc limit 1`.execute(db);
  const [head] = heads;
  if (head === undefined) return 0;
  const { rows: entries } = await sql<SealedEntry>`
    select ${ENTRY} from vedette.audit_order o ${ENTRY_OF_PLACE}
    where (o.created_at, o.id) > (${head.lastAt}::timestamptz, ${head.lastId}::uuid)
      and o.created_at < ${orderedAt}::timestamptz - ${LAG}::interval
    order by o.created_at, o.id limit ${sql.lit(AT_ONCE)}`.execute(db);
  const [first, last] = [entries[0], entries.at(-1)];
  if (first === undefined || last === undefined) return 0;
  const { rows: put } = await sql`
    insert into vedette.audit_seals (place, first_at, last_at, last_id, entries, hash)
    values (${head.place}::bigint + 1, ${first.at}::timestamptz, ${last.at}::timestamptz, ${last.id}::uuid,
      ${entries.length}::integer, ${hashOf(head.hash, entries)}::bytea)
    on conflict do nothing returning place`.execute(db);
  return put.length === 0 ? 0 : entries.length;
}

/**
 * Reads the sealed entries since a moment and computes their seals anew. The first seal of all stands for what has been
 * forgotten.
 */
export async function checkSeals(db: Kysely<IdentityTables>, since: Date): Promise<SealState> {
  // What was added or moved past this service has its place, too.
  await correctOrder(db);
  const { rows: seals } = await sql<Seal>`
    select ${SEAL} from vedette.audit_seals s
    where s.place >= coalesce((select max(place) from vedette.audit_seals where last_at < ${since}), 0)
    order by s.place`.execute(db);
  let before = seals[0];
  const others = seals.slice(1);
  if (before === undefined) return { isWhole: false, entries: 0 };
  let entries = 0;
  for (const seal of others) {
    const isNext = BigInt(seal.place) === BigInt(before.place) + 1n;
    if (!isNext || !(await isIntact(db, { before, seal }))) {
      return { isWhole: false, entries, brokenBetween: [before.lastAt, seal.lastAt] };
    }
    entries += seal.entries;
    before = seal;
  }
  return { isWhole: true, entries };
}

async function isIntact(db: Kysely<IdentityTables>, { before, seal }: { before: Seal; seal: Seal }): Promise<boolean> {
  const { rows } = await sql<SealedEntry>`
    select ${ENTRY} from vedette.audit_order o ${ENTRY_OF_PLACE}
    where (o.created_at, o.id) > (${before.lastAt}::timestamptz, ${before.lastId}::uuid)
      and (o.created_at, o.id) <= (${seal.lastAt}::timestamptz, ${seal.lastId}::uuid)
    order by o.created_at, o.id limit ${sql.lit(AT_ONCE + 1)}`.execute(db);
  return rows.length === seal.entries && hashOf(before.hash, rows).equals(seal.hash);
}

/** Lets the seals begin behind the entries that are about to be forgotten, of which some may be gone before others. */
export async function forgetSeals(db: Kysely<IdentityTables>, days: number): Promise<void> {
  await sql`
    delete from vedette.audit_seals where place < (
      select max(place) from vedette.audit_seals
      where first_at < now() - make_interval(days => ${days}) + interval '1 hour')`.execute(db);
}
