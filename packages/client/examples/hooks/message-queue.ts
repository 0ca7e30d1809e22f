import type { HookHandlers } from "@vedette/client/hooks";
import type { Query } from "./password-watch.ts";

/** One message of a window, to be sent. */
export interface QueuedMessage {
  readonly id: string;
  readonly kind: "sms" | "email";
  readonly payload: unknown;
}

const MAX_RETRIES = 2;

/**
 * The jobs. What goes wrong is repeated twice, a minute apart. The function is a hook in the database for those who
 * want no server of their own: `pg-functions://postgres/hooks/queue_message`.
 */
export const MESSAGE_QUEUE = `
  create schema if not exists hooks;
  create table if not exists hooks.message_jobs (
    id uuid primary key default gen_random_uuid(),
    kind text not null check (kind in ('sms', 'email')),
    payload jsonb not null,
    priority smallint not null default 0,
    retries smallint not null default 0,
    due_at timestamptz not null default now(),
    created_at timestamptz not null default now(),
    state text not null default 'waiting' check (state in ('waiting', 'sent', 'failed'))
  );
  create index if not exists message_jobs_due on hooks.message_jobs (due_at) where state = 'waiting';

  create or replace function hooks.queue_message(event jsonb) returns jsonb language sql as $$
    insert into hooks.message_jobs (kind, payload, priority)
    values (case when event ? 'sms' then 'sms' else 'email' end, event, case when event ? 'sms' then 10 else 0 end);
    select '{}'::jsonb;
  $$;
  grant usage on schema hooks to vedette_auth_admin;
  grant insert on hooks.message_jobs to vedette_auth_admin;
  grant execute on function hooks.queue_message to vedette_auth_admin;
  revoke execute on function hooks.queue_message from authenticated, anon, public`;

/** The same queue behind a receiver over HTTP. Codes by SMS expire sooner, so they go first. */
export function queueMessages(query: Query): HookHandlers {
  const queue = async (event: unknown, kind: QueuedMessage["kind"], priority: number): Promise<undefined> => {
    const text = "insert into hooks.message_jobs (kind, payload, priority) values ($1, $2, $3)";
    await query(text, [kind, JSON.stringify(event), priority]);
  };
  return {
    "send-sms": (event) => queue(event, "sms", 10),
    "send-email": (event) => queue(event, "email", 0),
  };
}

/**
 * Sends what is due, to be run every minute. Messages of the same five minutes belong together: the oldest window goes
 * first, and the most urgent first within it.
 *
 * @returns how many were sent
 */
export async function sendDue(
  query: Query,
  { send, now = new Date() }: { send: (message: QueuedMessage) => Promise<void>; now?: Date },
): Promise<number> {
  let sent = 0;
  for (const message of await dueMessages(query, now)) {
    try {
      await send(message);
      await query("update hooks.message_jobs set state = 'sent' where id = $1", [message.id]);
      sent += 1;
    } catch {
      await query(
        `update hooks.message_jobs set retries = least(retries + 1, $3),
           state = case when retries >= $3 then 'failed' else 'waiting' end,
           due_at = $2::timestamptz + interval '1 minute'
         where id = $1`,
        [message.id, now.toISOString(), MAX_RETRIES],
      );
    }
  }
  return sent;
}

/**
 * Calls `work` every minute, one call at a time: a minute that falls into a longer call is skipped.
 *
 * @returns a function that ends it
 */
export function everyMinute(work: () => Promise<unknown>, onError: (error: unknown) => void): () => void {
  let isRunning = false;
  const run = async (): Promise<void> => {
    if (isRunning) return;
    isRunning = true;
    try {
      await work();
    } catch (error) {
      onError(error);
    } finally {
      isRunning = false;
    }
  };
  const timer = setInterval(() => void run(), 60_000);
  return () => clearInterval(timer);
}

async function dueMessages(query: Query, now: Date): Promise<readonly QueuedMessage[]> {
  const { rows } = await query(
    `select id, kind, payload from hooks.message_jobs
     where state = 'waiting' and due_at <= $1
     order by date_bin('5 minutes', created_at, timestamptz '2000-01-01'), priority desc, created_at
     limit 500`,
    [now.toISOString()],
  );
  return rows.map(({ id, kind, payload }) => ({ id: String(id), kind: kind === "sms" ? "sms" : "email", payload }));
}
