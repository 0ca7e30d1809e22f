import { IdentityError } from "../errors.ts";
import type { Identity } from "../identity.ts";
import { goOnWithSteps, recordSteps, type SignInStep } from "../oauth/record-steps.ts";
import { SAML_STEPS, type StepDetails } from "../oauth/sign-in-steps.ts";
import { endTrial, type ProviderTrial, trialPage } from "../oauth/trial-store.ts";
import { foreseeAccount } from "../oauth/try-provider.ts";
import { durationMs } from "../settings/duration.ts";
import type { Assertion } from "./assertion.ts";
import { type BroughtResponse, checkResponse, refusalOf } from "./check-response.ts";
import { personOf } from "./claims.ts";
import { findProvider, providerName } from "./provider-store.ts";
import { takeRelayState, useAssertion } from "./sign-in-store.ts";
import { type SignOnStart, sendToProvider } from "./start-sign-on.ts";
import { readResponse, type SamlResponse } from "./verify-response.ts";
import { NAMESPACE, XmlRefusal } from "./xml.ts";

/**
 * Begins a sign-in at an identity provider that makes no user and no session: an administrator sees what comes of each
 * step. The provider may still be switched off.
 *
 * @returns where the browser goes; without it the trial is over, and `steps` say why
 * @throws IdentityError `saml_provider_disabled`, `sso_provider_not_found`
 */
export async function beginTrial(
  identity: Identity,
  { providerId, redirectTo, browserHash }: Pick<SignOnStart, "redirectTo" | "browserHash"> & { providerId: string },
): Promise<ProviderTrial & { readonly id?: string; readonly url?: string }> {
  if (!identity.settings["auth.saml.enabled"]) throw new IdentityError("saml_provider_disabled");
  const provider = await findProvider(identity.db, { id: providerId });
  if (provider === undefined) throw new IdentityError("sso_provider_not_found");
  const trial = recordSteps(SAML_STEPS);
  const name = providerName(provider);
  try {
    const start = { redirectTo, browserHash, codeChallenge: undefined, trial };
    const { relayState, url } = await sendToProvider(identity, provider, start);
    return { id: relayState, url, provider: name, is_finished: false, steps: trial.steps() };
  } catch (error) {
    if (!trial.hasFailed()) throw error;
    return { provider: name, is_finished: true, steps: trial.steps() };
  }
}

/**
 * Takes the browser of a trial back, as far as a sign-in would go, and keeps what came of it.
 *
 * @returns where the browser goes
 * @throws IdentityError what becomes of a relay state that is too old, or another browser's
 */
export async function finishTrial(
  identity: Identity,
  { encoded, relayState, browserHash, audience }: BroughtResponse,
  noted: readonly SignInStep[],
): Promise<string> {
  const { db, settings } = identity;
  const lifetimeMs = durationMs(settings["auth.saml.relay_state_validity_period"]);
  const { providerId, requestId, redirectTo } = await takeRelayState(db, {
    id: relayState,
    lifetimeMs,
    of: { browserHash },
  });
  const provider = await findProvider(db, { id: providerId });
  if (provider === undefined) throw new IdentityError("saml_idp_not_found");
  const trial = goOnWithSteps(noted);
  try {
    const response = await trial.run("callback", () => readable(() => readResponse(encoded)), responseDetails);
    const check = async () => {
      const assertion = await readable(() => checkResponse(identity, response, { provider, requestId }));
      await useAssertion(db, { providerId, assertion });
      return assertion;
    };
    const assertion = await trial.run("assertion", check, assertionDetails);
    const source = { issuer: provider.entityId, mapping: provider.attributeMapping };
    const { subject, email, claims } = await trial.run(
      "mapping",
      () => personOf(assertion, source),
      (person) => ({ ...person }),
    );
    const emails = [{ address: email, isVerified: true }];
    const external = { provider: providerName(provider), subject, emails, claims };
    await trial.run(
      "account",
      () => foreseeAccount(identity, { external, audience, isEmailOptional: false }),
      (account) => account,
    );
  } catch (error) {
    if (!trial.hasFailed()) throw error;
  }
  await endTrial(db, relayState, trial.steps());
  return trialPage(redirectTo, relayState);
}

/** What is wrong with a message may be told. */
async function readable<Result>(read: () => Result | Promise<Result>): Promise<Result> {
  try {
    return await read();
  } catch (error) {
    throw error instanceof XmlRefusal ? refusalOf(error) : error;
  }
}

function responseDetails({ issuer, destination, document }: SamlResponse): StepDetails {
  const encrypted = document.getElementsByTagNameNS(NAMESPACE.assertion, "EncryptedAssertion");
  return { issuer, destination, is_encrypted: encrypted.length > 0 };
}

function assertionDetails({ nameId, attributes, sessionNotOnOrAfter }: Assertion): StepDetails {
  return {
    name_id: nameId && { value: nameId.value, format: nameId.format },
    attributes: attributes.map(({ name, friendlyName, values }) => ({ name, friendly_name: friendlyName, values })),
    session_ends: sessionNotOnOrAfter?.toISOString(),
  };
}
