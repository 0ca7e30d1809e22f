import { type HookHandlers, HookRefusal } from "@vedette/client/hooks";

/** Runs one statement of PostgreSQL, e.g. `(text, values) => pool.query(text, values)`. */
export type Query = (text: string, values: readonly unknown[]) => Promise<{ rows: Record<string, unknown>[] }>;

export const FAILED_ATTEMPTS = `
  create table if not exists public.failed_attempts (user_id uuid not null, failed_at timestamptz not null);
  create index if not exists failed_attempts_newest on public.failed_attempts (user_id, failed_at desc)`;

/**
 * Tells somebody's owner when a password was wrong too often in a day, once a day and without locking anybody out:
 * whoever knows an address can cause failures, so a right password always goes through.
 *
 * @param threshold - failures in a day, 5 unless given
 */
export function notifyOfFailures(
  query: Query,
  { threshold = 5, notify }: { threshold?: number; notify: (userId: string, failures: number) => Promise<void> },
): HookHandlers {
  return {
    "password-verification": async ({ user_id: userId, valid, metadata }) => {
      if (valid) return { decision: "continue" };
      const { rows } = await query(
        `with failure as (insert into public.failed_attempts values ($1, $2) returning failed_at)
         select 1 + count(*)::int as failures from public.failed_attempts
         where user_id = $1 and failed_at > $2::timestamptz - interval '1 day'`,
        [userId, metadata.time],
      );
      const failures = Number(rows[0]?.["failures"]);
      if (failures === threshold) await notify(userId, failures);
      return { decision: "continue" };
    },
  };
}

/** Answers 429 to a wrong password that follows another one within ten seconds. A right one always goes through. */
export function slowDownFailures(query: Query): HookHandlers {
  return {
    "password-verification": async ({ user_id: userId, valid, metadata }) => {
      if (valid) return { decision: "continue" };
      const { rows } = await query(
        `with failure as (insert into public.failed_attempts values ($1, $2) returning failed_at)
         select 1 from public.failed_attempts
         where user_id = $1 and failed_at > $2::timestamptz - interval '10 seconds' limit 1`,
        [userId, metadata.time],
      );
      if (rows.length === 0) return { decision: "continue" };
      throw new HookRefusal(429, "Too many attempts. Wait ten seconds and try again.");
    },
  };
}
