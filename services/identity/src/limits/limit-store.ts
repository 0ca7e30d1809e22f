import { randomInt } from "node:crypto";
import { type Kysely, sql } from "kysely";
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

/**
 * Takes one from a limiter that refills evenly. One statement decides, so that all processes share it.
 *
 * The row holds when the limiter will be full again: the "theoretical arrival time" of the generic cell rate algorithm.
 *
 * @see ITU-T I.371, annex A
 */
export async function takeFromBucket(
  db: Kysely<IdentityTables>,
  key: string,
  { burst, intervalMs }: Refill,
): Promise<LimitState> {
  if (randomInt(SWEEP_ONE_IN) === 0) await sweep(db);
  const interval = sql`make_interval(secs => ${intervalMs / 1000})`;
  const tolerance = sql`make_interval(secs => ${(intervalMs * (burst - 1)) / 1000})`;
  const taken = await db
    .insertInto("vedette.rate_limits")
    .values({ key, used: 1, full_at: sql`clock_timestamp() + ${interval}` })
    .onConflict((conflict) =>
      conflict
        .column("key")
        .doUpdateSet({ full_at: sql`greatest(rate_limits.full_at, clock_timestamp()) + ${interval}` })
        .where(sql<boolean>`rate_limits.full_at <= clock_timestamp() + ${tolerance}`),
    )
    .returning(sql<number>`(extract(epoch from rate_limits.full_at - clock_timestamp()) * 1000)::float8`.as("fullInMs"))
    .executeTakeFirst();
  const fullInMs = taken?.fullInMs ?? (await readFullInMs(db, key));
  const remaining = Math.max(0, Math.min(burst - 1, Math.floor(burst - fullInMs / intervalMs + 0.001)));
  return {
    isAllowed: taken !== undefined,
    limit: burst,
    remaining: taken === undefined ? 0 : remaining,
    resetSeconds: seconds(fullInMs),
    retrySeconds: taken !== undefined && remaining > 0 ? 0 : seconds(fullInMs - intervalMs * (burst - 1)),
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

/** What is full again means nothing any more. */
async function sweep(db: Kysely<IdentityTables>): Promise<void> {
  await sql`delete from vedette.rate_limits where key in (
    select key from vedette.rate_limits where full_at < now() - interval '1 hour' limit 1000 for update skip locked)`.execute(
    db,
  );
}

function seconds(ms: number): number {
  return Math.max(1, Math.ceil(ms / 1000));
}
