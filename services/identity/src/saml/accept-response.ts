import { IdentityError } from "../errors.ts";
import { signInExternally } from "../identities/sign-in-externally.ts";
import type { Identity } from "../identity.ts";
import { errorParts, withParts } from "../redirects/location.ts";
import { isAllowedRedirect } from "../redirects/redirect-rules.ts";
import type { RequestOrigin } from "../request-origin.ts";
import type { OpenSession } from "../sessions/open-session.ts";
import { sessionAnswer } from "../sessions/session-answer.ts";
import { startSession } from "../sessions/start-session.ts";
import { durationMs } from "../settings/duration.ts";
import { type Assertion, readAssertion } from "./assertion.ts";
import { personOf } from "./claims.ts";
import { currentMetadata, newerMetadata } from "./provider-metadata.ts";
import { findProvider, type SsoProvider } from "./provider-store.ts";
import { answerFlow, limitSession, SSO_SAML, storeSignIn, takeRelayState, useAssertion } from "./sign-in-store.ts";
import { readResponse, type SamlResponse, verifyResponse } from "./verify-response.ts";
import { XmlRefusal } from "./xml.ts";

/** What a browser brings from an identity provider. */
export interface BroughtResponse {
  /** Base64. */
  readonly encoded: string;
  readonly relayState: string;
  /** Of the browser that comes. */
  readonly browserHash: Uint8Array | undefined;
  readonly audience: string;
  readonly origin: RequestOrigin;
}

/** Where the browser goes, and by which status. */
export interface Arrival {
  readonly location: string;
  readonly status: 302 | 303;
}

/** Signs in whoever an identity provider vouches for; whatever goes wrong is told to the site. */
export async function acceptResponse(identity: Identity, brought: BroughtResponse): Promise<Arrival> {
  try {
    return { location: await signIn(identity, brought), status: 302 };
  } catch (error) {
    const shown = error instanceof XmlRefusal ? notValid(error) : error;
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

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

async function signIn(identity: Identity, brought: BroughtResponse): Promise<string> {
  const { db } = identity;
  const response = readResponse(brought.encoded);
  const beginning = await beginningOf(identity, { ...brought, response });
  const { provider, redirectTo, flowStateId } = beginning;
  const assertion = await verify(identity, { response, beginning });
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

/** What identities and tokens call a provider of single sign-on. */
function providerName({ id }: SsoProvider): string {
  return `sso:${id}`;
}

/** @throws IdentityError `validation_failed`, `saml_relay_state_…`, `saml_idp_not_found`, `sso_provider_disabled` */
async function beginningOf(
  { db, settings, addresses }: Identity,
  { response, relayState, browserHash }: BroughtResponse & { readonly response: SamlResponse },
): Promise<Beginning> {
  const rules = { siteUrl: addresses.siteUrl, allowList: settings["auth.additional_redirect_urls"] };
  const allowed = (url: string) => (isAllowedRedirect(url, rules) ? url : addresses.siteUrl);
  if (UUID.test(relayState)) {
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

/** @throws XmlRefusal */
async function verify(
  identity: Identity,
  { response, beginning }: { response: SamlResponse; beginning: Beginning },
): Promise<Assertion> {
  const { provider, requestId } = beginning;
  const service = await identity.serviceProvider();
  if (response.destination !== undefined && response.destination !== service.acsUrl) {
    throw new XmlRefusal("it was sent to another address");
  }
  if (response.inResponseTo !== requestId) throw new XmlRefusal("it answers another request");
  const expected = {
    issuer: provider.entityId,
    audience: service.entityId,
    recipient: service.acsUrl,
    requestId,
    now: new Date(),
  };
  const metadata = await currentMetadata(identity, provider);
  try {
    return readAssertion(await verifyResponse(response, { metadata, service }), expected);
  } catch (error) {
    // Perhaps its key has changed a moment ago.
    const newer = error instanceof XmlRefusal ? await newerMetadata(identity, provider) : undefined;
    if (newer === undefined) throw error;
    return readAssertion(await verifyResponse(response, { metadata: newer, service }), expected);
  }
}

function notValid(refusal: XmlRefusal): IdentityError {
  return new IdentityError("validation_failed", {
    message: `SAML Assertion is not valid: ${refusal.message}`,
    cause: refusal,
  });
}
