import { type Kysely, sql } from "kysely";
import type { IdentityTables } from "../identity-tables.ts";
import type { HookKey, HookOutcome } from "./hook-names.ts";

/** One call of a hook. Nothing of what was asked, which may hold codes. */
export interface HookCall {
  readonly hook: HookKey;
  readonly durationMs: number;
  readonly outcome: HookOutcome;
  /** Why it was refused or failed. */
  readonly detail: string;
  /** Of the answer over HTTP; absent where nothing came back, and for a function. */
  readonly status: number | undefined;
  /** As much as may be kept. */
  readonly answer: string;
  /** Whom it was about, as far as it is known. */
  readonly userId: string | undefined;
  /** Whether an administrator tried the hook. */
  readonly isTrial: boolean;
}

/** A call as administrators read it. */
export interface HookCallAnswer {
  readonly id: string;
  readonly hook: string;
  readonly called_at: string;
  readonly duration_ms: number;
  readonly outcome: HookOutcome;
  readonly detail: string;
  readonly status: number | null;
  readonly answer: string;
  readonly user_id: string | null;
  readonly is_trial: boolean;
}

/** Calls of each hook that are kept. */
const KEPT = 200;
const MAX_DETAIL_LENGTH = 500;

/** Keeps what came of a call; calls that nobody looks at any more make room. */
export async function recordHookCall(db: Kysely<IdentityTables>, call: HookCall): Promise<void> {
  const { hook, durationMs, outcome, detail, status, answer, userId, isTrial } = call;
  const swept = sql<{ id: string }>`(delete from vedette.hook_calls where id in (
    select id from vedette.hook_calls where hook = ${hook} order by id desc offset ${KEPT} limit 20
    for update skip locked) returning id)`;
  await db
    .with("swept", () => swept)
    .insertInto("vedette.hook_calls")
    .values({
      hook,
      duration_ms: Math.round(durationMs),
      outcome,
      detail: detail.slice(0, MAX_DETAIL_LENGTH),
      status: status ?? null,
      answer,
      user_id: userId ?? null,
      is_trial: isTrial,
    })
    .execute();
}

/** One page of the last calls, the newest first, and how many are kept. */
export async function listHookCalls(
  db: Kysely<IdentityTables>,
  { hook, page, perPage }: { hook: HookKey | undefined; page: number; perPage: number },
): Promise<{ calls: readonly HookCallAnswer[]; total: number }> {
  const kept = db
    .selectFrom("vedette.hook_calls")
    .where((eb) => (hook === undefined ? eb.lit(true) : eb("hook", "=", hook)));
  const rows = await kept
    .selectAll()
    .orderBy("id", "desc")
    .limit(perPage)
    .offset((page - 1) * perPage)
    .execute();
  const { total } = await kept.select((eb) => eb.fn.countAll<string>().as("total")).executeTakeFirstOrThrow();
  return { calls: rows.map((row) => ({ ...row, called_at: row.called_at.toISOString() })), total: Number(total) };
}
