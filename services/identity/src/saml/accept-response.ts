import { isUuid } from "@vedette/database";
import { IdentityError } from "../errors.ts";
import { signInExternally } from "../identities/sign-in-externally.ts";
import type { Identity } from "../identity.ts";
import { findOpenTrial } from "../oauth/trial-store.ts";
import { errorParts, withParts } from "../redirects/location.ts";
import { isAllowedRedirect } from "../redirects/redirect-rules.ts";
import type { OpenSession } from "../sessions/open-session.ts";
import { sessionAnswer } from "../sessions/session-answer.ts";
import { startSession } from "../sessions/start-session.ts";
import { durationMs } from "../settings/duration.ts";
import { type BroughtResponse, checkResponse, refusalOf } from "./check-response.ts";
import { personOf } from "./claims.ts";
import { findProvider, providerName, type SsoProvider } from "./provider-store.ts";
import { answerFlow, limitSession, SSO_SAML, storeSignIn, takeRelayState, useAssertion } from "./sign-in-store.ts";
import { finishTrial } from "./try-provider.ts";
import { readResponse, type SamlResponse } from "./verify-response.ts";
import { XmlRefusal } from "./xml.ts";

/** Where the browser goes, and by which status. */
export interface Arrival {
  readonly location: string;
  readonly status: 302 | 303;
}

/** Signs in whoever an identity provider vouches for; whatever goes wrong is told to the site. */
export async function acceptResponse(identity: Identity, brought: BroughtResponse): Promise<Arrival> {
  try {
    const trial = isUuid(brought.relayState) ? await findOpenTrial(identity.db, brought.relayState) : undefined;
    const goOn = trial === undefined ? signIn(identity, brought) : finishTrial(identity, brought, trial);
    return { location: await goOn, status: 302 };
  } catch (error) {
    const shown = error instanceof XmlRefusal ? refusalOf(error) : error;
    if (!(shown instanceof IdentityError)) throw error;
    return { location: withParts(identity.addresses.siteUrl, { query: errorParts(shown) }), status: 303 };
  }
}

/** How the sign-in began, as far as it matters from here on. */
interface Beginning {
  readonly provider: SsoProvider;
  readonly redirectTo: string;
  /** Absent where nobody asked: the identity provider has begun. */
  readonly requestId: string | undefined;
  readonly flowStateId: string | undefined;
}

async function signIn(identity: Identity, brought: BroughtResponse): Promise<string> {
  const { db } = identity;
  const response = readResponse(brought.encoded);
  const beginning = await beginningOf(identity, { ...brought, response });
  const { provider, redirectTo, flowStateId } = beginning;
  const assertion = await checkResponse(identity, response, beginning);
  await useAssertion(db, { providerId: provider.id, assertion });
  const { subject, email, claims } = personOf(assertion, {
    issuer: provider.entityId,
    mapping: provider.attributeMapping,
  });
  const { origin, audience } = brought;
  const outcome = await signInExternally<OpenSession | string>(identity, {
    external: { provider: providerName(provider), subject, emails: [{ address: email, isVerified: true }], claims },
    isEmailOptional: false,
    audience,
    redirectTo,
    origin,
    async finish(trx, user) {
      if (flowStateId !== undefined) {
        await storeSignIn(trx, { providerId: provider.id, assertion, flowStateId });
        return answerFlow(trx, { flowStateId, userId: user.id });
      }
      const session = await startSession(identity, trx, {
        user,
        method: SSO_SAML,
        provider: providerName(provider),
        origin,
      });
      await storeSignIn(trx, { providerId: provider.id, assertion, sessionId: session.id });
      await limitSession(trx, { sessionId: session.id, notAfter: assertion.sessionNotOnOrAfter });
      return session;
    },
  });
  if (typeof outcome === "string") return withParts(redirectTo, { query: { code: outcome } });
  const { user: _user, ...tokens } = await sessionAnswer(identity, outcome);
  return withParts(redirectTo, { fragment: { ...tokens, sb: "" } });
}

/** @throws IdentityError `validation_failed`, `saml_relay_state_…`, `saml_idp_not_found`, `sso_provider_disabled` */
async function beginningOf(
  { db, settings, addresses }: Identity,
  { response, relayState, browserHash }: BroughtResponse & { readonly response: SamlResponse },
): Promise<Beginning> {
  const rules = { siteUrl: addresses.siteUrl, allowList: settings["auth.additional_redirect_urls"] };
  const allowed = (url: string) => (isAllowedRedirect(url, rules) ? url : addresses.siteUrl);
  if (isUuid(relayState)) {
    const lifetimeMs = durationMs(settings["auth.saml.relay_state_validity_period"]);
    const remembered = await takeRelayState(db, { id: relayState, lifetimeMs, of: { browserHash } });
    const provider = requireEnabled(await findProvider(db, { id: remembered.providerId }));
    return { ...remembered, provider, redirectTo: allowed(remembered.redirectTo) };
  }
  if (relayState !== "" && !URL.canParse(relayState)) {
    throw new IdentityError("validation_failed", { message: "SAML RelayState is not a valid UUID or URL" });
  }
  const provider = requireEnabled(await findProvider(db, { entityId: response.issuer }));
  // Whoever has an answer of their own could bring it to anybody's browser.
  if (!provider.mayBegin) {
    throw new IdentityError("validation_failed", {
      message: "This identity provider may not begin a sign-in. Begin it in the application",
    });
  }
  return { provider, redirectTo: allowed(relayState), requestId: undefined, flowStateId: undefined };
}

function requireEnabled(provider: SsoProvider | undefined): SsoProvider {
  if (provider === undefined) throw new IdentityError("saml_idp_not_found");
  if (provider.isDisabled) throw new IdentityError("sso_provider_disabled");
  return provider;
}
