import { type Kysely, sql } from "kysely";
import { IdentityError } from "../errors.ts";
import type { IdentityTables } from "../identity-tables.ts";
import type { SignInStep } from "./record-steps.ts";

/** What came of a sign-in that was only tried. */
export interface ProviderTrial {
  /** As `/authorize` knows it, or `sso:<id>`. */
  readonly provider: string;
  /** Whether the browser is back, or never set out. */
  readonly is_finished: boolean;
  readonly steps: readonly SignInStep[];
}

/** So long can a trial be looked at. */
const KEPT_FOR = sql<Date>`now() - interval '1 hour'`;

/** Remembers a trial whose browser sets out. */
export async function storeTrial(
  trx: Kysely<IdentityTables>,
  { id, provider, steps }: { id: string; provider: string; steps: readonly SignInStep[] },
): Promise<void> {
  await trx.deleteFrom("vedette.provider_trials").where("created_at", "<", KEPT_FOR).execute();
  await trx
    .insertInto("vedette.provider_trials")
    .values({ id, provider, steps: JSON.stringify(steps) })
    .execute();
}

/** The steps of a trial that waits for its browser. */
export async function findOpenTrial(
  db: Kysely<IdentityTables>,
  id: string,
): Promise<readonly SignInStep[] | undefined> {
  const trial = await db
    .selectFrom("vedette.provider_trials")
    .where("id", "=", id)
    .where("is_finished", "=", false)
    .select("steps")
    .executeTakeFirst();
  return trial && JSON.parse(trial.steps);
}

/** Keeps what came of a trial. */
export async function endTrial(trx: Kysely<IdentityTables>, id: string, steps: readonly SignInStep[]): Promise<void> {
  await trx
    .updateTable("vedette.provider_trials")
    .set({ steps: JSON.stringify(steps), is_finished: true })
    .where("id", "=", id)
    .execute();
}

/** The page that a trial began on, which shows what came of it. */
export function trialPage(redirectTo: string, id: string): string {
  const url = new URL(redirectTo);
  url.searchParams.set("trial", id);
  return url.href;
}

/** @throws IdentityError `validation_failed` for one that is unknown or too old */
export async function readTrial(db: Kysely<IdentityTables>, id: string): Promise<ProviderTrial> {
  const trial = await db
    .selectFrom("vedette.provider_trials")
    .where("id", "=", id)
    .where("created_at", ">=", KEPT_FOR)
    .select(["provider", "steps", "is_finished"])
    .executeTakeFirst();
  if (trial === undefined) {
    throw new IdentityError("validation_failed", { status: 404, message: "There is no such trial, or it is too old." });
  }
  const { provider, is_finished, steps } = trial;
  return { provider, is_finished, steps: JSON.parse(steps) };
}
