import { IdentityError } from "../errors.ts";
import { decideLinking, provedAddresses } from "../identities/decide-linking.ts";
import type { ExternalIdentity } from "../identities/external-identity.ts";
import { withTrust } from "../identities/sign-in-externally.ts";
import type { Identity } from "../identity.ts";
import { findUser } from "../users/stored-user.ts";
import { type AuthorizationStart, beginAuthorization } from "./begin-authorization.ts";
import { fetchAccount } from "./fetch-account.ts";
import { findProvider, type ProviderIdentity } from "./find-provider.ts";
import { dropFlow, type ReturnedFlow } from "./oauth-flow.ts";
import { goOnWithSteps, recordSteps, type SignInStep } from "./record-steps.ts";
import { OAUTH_STEPS, type StepDetails } from "./sign-in-steps.ts";
import { endTrial, type ProviderTrial, trialPage } from "./trial-store.ts";

/**
 * Begins a sign-in that makes no user and no session: an administrator sees what comes of each step. The provider may
 * still be switched off.
 *
 * @returns where the browser goes; without it the trial is over, and `steps` say why
 */
export async function beginTrial(
  identity: ProviderIdentity & Pick<Identity, "warn">,
  start: Pick<AuthorizationStart, "provider" | "redirectTo" | "audience" | "browserHash">,
): Promise<ProviderTrial & { readonly id?: string; readonly url?: string }> {
  const trial = recordSteps(OAUTH_STEPS);
  try {
    const nothing = { scopes: "", codeChallenge: undefined, inviteToken: undefined, linkingTarget: undefined };
    const { id, url } = await beginAuthorization(identity, { ...start, ...nothing, parameters: {}, trial });
    return { id, url, provider: start.provider, is_finished: false, steps: trial.steps() };
  } catch (error) {
    if (!trial.hasFailed()) throw error;
    return { provider: start.provider, is_finished: true, steps: trial.steps() };
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
  const trial = goOnWithSteps(flow.trial);
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
    await endTrial(trx, flow.id, trial.steps());
    await dropFlow(trx, flow.id);
  });
  return trialPage(redirectTo, flow.id);
}

/** What a sign-in would do now. @throws IdentityError that it would end with */
export async function foreseeAccount(
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
