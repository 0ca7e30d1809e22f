import { type Kysely, sql } from "kysely";
import { IdentityError } from "../errors.ts";
import { decideLinking, provedAddresses } from "../identities/decide-linking.ts";
import type { ExternalIdentity } from "../identities/external-identity.ts";
import { withTrust } from "../identities/sign-in-externally.ts";
import type { Identity } from "../identity.ts";
import type { IdentityTables } from "../identity-tables.ts";
import { findUser } from "../users/stored-user.ts";
import { type AuthorizationStart, beginAuthorization } from "./begin-authorization.ts";
import { fetchAccount } from "./fetch-account.ts";
import { findProvider, type ProviderIdentity } from "./find-provider.ts";
import { dropFlow, type ReturnedFlow } from "./oauth-flow.ts";
import { allSteps, recordSteps, type SignInStep } from "./record-steps.ts";
import type { StepDetails } from "./sign-in-steps.ts";

/** What came of a sign-in that was only tried. */
export interface ProviderTrial {
  readonly provider: string;
  /** Whether the browser is back, or never set out. */
  readonly is_finished: boolean;
  readonly steps: readonly SignInStep[];
}

/**
 * Begins a sign-in that makes no user and no session: an administrator sees what comes of each step. The provider may
 * still be switched off.
 *
 * @returns where the browser goes; without it the trial is over, and `steps` say why
 */
export async function beginTrial(
  identity: ProviderIdentity,
  start: Pick<AuthorizationStart, "provider" | "redirectTo" | "audience" | "browserHash">,
): Promise<ProviderTrial & { readonly id?: string; readonly url?: string }> {
  const trial = recordSteps();
  await dropOldTrials(identity.db);
  try {
    const nothing = { scopes: "", codeChallenge: undefined, inviteToken: undefined, linkingTarget: undefined };
    const { id, url } = await beginAuthorization(identity, { ...start, ...nothing, parameters: {}, trial });
    return { id, url, provider: start.provider, is_finished: false, steps: allSteps(trial.steps()) };
  } catch (error) {
    if (!trial.hasFailed()) throw error;
    return { provider: start.provider, is_finished: true, steps: allSteps(trial.steps()) };
  }
}

/**
 * Takes the browser of a trial back, as far as a sign-in would go, and keeps what came of it.
 *
 * @returns where the browser goes
 */
export async function finishTrial(
  identity: Identity,
  flow: ReturnedFlow & { readonly trial: readonly SignInStep[] },
  { parameters, redirectTo }: { readonly parameters: URLSearchParams; readonly redirectTo: string },
): Promise<string> {
  const trial = recordSteps(flow.trial);
  try {
    const provider = await findProvider(identity, flow.provider, { isTrial: true });
    const answer = { ...flow, parameters, state: flow.id };
    const { external } = await fetchAccount(identity.providers, provider, answer, trial);
    const question = { external: withTrust(identity, external), audience: flow.audience };
    await trial.run(
      "account",
      () => foreseeAccount(identity, { ...question, isEmailOptional: provider.isEmailOptional }),
      (account) => account,
    );
  } catch (error) {
    if (!trial.hasFailed()) throw error;
  }
  await identity.db.transaction().execute(async (trx) => {
    await trx
      .updateTable("vedette.provider_trials")
      .set({ steps: JSON.stringify(trial.steps()), is_finished: true })
      .where("id", "=", flow.id)
      .execute();
    await dropFlow(trx, flow.id);
  });
  const url = new URL(redirectTo);
  url.searchParams.set("trial", flow.id);
  return url.href;
}

/** What a sign-in would do now. @throws IdentityError that it would end with */
async function foreseeAccount(
  identity: Identity,
  { external, audience, isEmailOptional }: { external: ExternalIdentity; audience: string; isEmailOptional: boolean },
): Promise<StepDetails> {
  const { emails } = external;
  if (emails.length === 0 && !isEmailOptional) throw new IdentityError("email_not_found");
  const decision = await decideLinking(identity, identity.db, { external, audience });
  if (decision.kind === "create") {
    const isProved = emails.length === 0 || provedAddresses(identity, external).length > 0;
    return { decision: "create", needs_confirmation: !isProved };
  }
  const user = await findUser(identity.db, decision.userId);
  return { decision: decision.kind, user: user?.email || user?.phone || decision.userId };
}

/** So long can a trial be looked at. */
const KEPT_FOR = sql<Date>`now() - interval '1 hour'`;

async function dropOldTrials(db: Kysely<IdentityTables>): Promise<void> {
  await db.deleteFrom("vedette.provider_trials").where("created_at", "<", KEPT_FOR).execute();
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
  return { provider, is_finished, steps: allSteps(JSON.parse(steps)) };
}
