import { randomInt } from "node:crypto";
import { type Kysely, sql } from "kysely";
import { type FixedStatement, fixStatement, type PlaceOf } from "../fixed-statement.ts";
import type { IdentityTables } from "../identity-tables.ts";
import type { Refill } from "./rate.ts";

/** How a limiter stands after somebody asked. */
export interface LimitState {
  readonly isAllowed: boolean;
  /** Most that may come at once. */
  readonly limit: number;
  readonly remaining: number;
  /** Until the limiter is as if nothing had been asked. */
  readonly resetSeconds: number;
  /** Until the next one is let through; 0 while some remain. */
  readonly retrySeconds: number;
}

/** Of so many requests one sweeps limiters that nobody has touched for long. */
const SWEEP_ONE_IN = 200;

/** What taking one from a limiter that refills evenly needs to know. */
export type BucketPlace = "key" | "intervalSeconds" | "toleranceSeconds";

/**
 * Takes one from a limiter that refills evenly. One statement decides, so that all processes share it.
 *
 * @see ITU-T I.371, annex A
 */
export async function takeFromBucket(db: Kysely<IdentityTables>, key: string, refill: Refill): Promise<LimitState> {
  await sweepSometimes(db);
  const { rows } = await db.executeQuery(taking(db).with(bucketValues(key, refill)));
  return bucketState(rows[0], refill);
}

/** What was found out by taking one, see `takingParts`. */
export interface Taken {
  readonly limit_is_allowed: boolean;
  readonly limit_full_in: number;
}

let statement: FixedStatement<Taken, BucketPlace> | undefined;

function taking(db: Kysely<IdentityTables>): FixedStatement<Taken, BucketPlace> {
  statement ??= fixStatement((at: PlaceOf<BucketPlace>) => {
    const { taken, columns } = takingParts(at);
    return sql<Taken>`with taken as (${taken}) select ${columns}`.compile(db);
  });
  return statement;
}

/**
 * The parts of a statement that takes one: what stands in it as `taken`, and the columns of `Taken`.
 *
 * The row holds when the limiter will be full again: the "theoretical arrival time" of the generic cell rate algorithm.
 */
export function takingParts(at: PlaceOf<BucketPlace>) {
  const interval = sql`make_interval(secs => ${at("intervalSeconds")})`;
  const fullIn = sql`(extract(epoch from r.full_at - clock_timestamp()) * 1000)::float8`;
  const taken = sql`insert into vedette.rate_limits as r (key, used, full_at)
    values (${at("key")}, 1, clock_timestamp() + ${interval})
    on conflict (key) do update set full_at = greatest(r.full_at, clock_timestamp()) + ${interval}
      where r.full_at <= clock_timestamp() + make_interval(secs => ${at("toleranceSeconds")})
    returning ${fullIn} as full_in`;
  const columns = sql`exists (select from taken) as limit_is_allowed,
    coalesce((select full_in from taken), (select ${fullIn} from vedette.rate_limits r where r.key = ${at("key")}), 0)
      as limit_full_in`;
  return { taken, columns };
}

/** What stands at the places of `takingParts`. */
export function bucketValues(key: string, { burst, intervalMs }: Refill): Readonly<Record<BucketPlace, unknown>> {
  return { key, intervalSeconds: intervalMs / 1000, toleranceSeconds: (intervalMs * (burst - 1)) / 1000 };
}

/** How a limiter stands after one was taken, or was not to be had. */
export function bucketState(taken: Taken | undefined, { burst, intervalMs }: Refill): LimitState {
  const { limit_is_allowed: isAllowed, limit_full_in: fullInMs } = taken ?? {
    limit_is_allowed: false,
    limit_full_in: 0,
  };
  const left = Math.max(0, Math.min(burst - 1, Math.floor(burst - fullInMs / intervalMs + 0.001)));
  const remaining = isAllowed ? left : 0;
  return {
    isAllowed,
    limit: burst,
    remaining,
    resetSeconds: seconds(fullInMs),
    retrySeconds: remaining > 0 ? 0 : seconds(fullInMs - intervalMs * (burst - 1)),
  };
}

/** Takes one from a limiter that lets so many through in an hour, counted from the first. */
export async function takeFromWindow(
  db: Kysely<IdentityTables>,
  key: string,
  { limit, windowSeconds }: { limit: number; windowSeconds: number },
): Promise<LimitState> {
  const end = sql<Date>`now() + make_interval(secs => ${windowSeconds})`;
  const taken =
    limit === 0
      ? undefined
      : await db
          .insertInto("vedette.rate_limits")
          .values({ key, used: 1, full_at: end })
          .onConflict((conflict) =>
            conflict
              .column("key")
              .doUpdateSet({
                used: sql`case when rate_limits.full_at <= now() then 1 else rate_limits.used + 1 end`,
                full_at: sql`case when rate_limits.full_at <= now() then ${end} else rate_limits.full_at end`,
              })
              .where(sql<boolean>`rate_limits.full_at <= now() or rate_limits.used < ${limit}`),
          )
          .returning([
            "used",
            sql<number>`(extract(epoch from rate_limits.full_at - now()) * 1000)::float8`.as("endsInMs"),
          ])
          .executeTakeFirst();
  const endsInMs = taken?.endsInMs ?? (limit === 0 ? windowSeconds * 1000 : await readFullInMs(db, key));
  const remaining = taken === undefined ? 0 : Math.max(0, limit - taken.used);
  return {
    isAllowed: taken !== undefined,
    limit,
    remaining,
    resetSeconds: seconds(endsInMs),
    retrySeconds: remaining > 0 ? 0 : seconds(endsInMs),
  };
}

async function readFullInMs(db: Kysely<IdentityTables>, key: string): Promise<number> {
  const row = await db
    .selectFrom("vedette.rate_limits")
    .where("key", "=", key)
    .select(sql<number>`(extract(epoch from rate_limits.full_at - clock_timestamp()) * 1000)::float8`.as("fullInMs"))
    .executeTakeFirst();
  return row?.fullInMs ?? 0;
}

/** Removes what is full again and means nothing any more, in one of so many calls. */
export async function sweepSometimes(db: Kysely<IdentityTables>): Promise<void> {
  if (randomInt(SWEEP_ONE_IN) !== 0) return;
  await sql`delete from vedette.rate_limits where key in (
    select key from vedette.rate_limits where full_at < now() - interval '1 hour' limit 1000 for update skip locked)`.execute(
    db,
  );
}

function seconds(ms: number): number {
  return Math.max(1, Math.ceil(ms / 1000));
}
