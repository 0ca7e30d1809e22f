import { IdentityError } from "../errors.ts";
import type { Identity } from "../identity.ts";
import type { RequestOrigin } from "../request-origin.ts";
import { type Assertion, readAssertion } from "./assertion.ts";
import { currentMetadata, newerMetadata } from "./provider-metadata.ts";
import type { SsoProvider } from "./provider-store.ts";
import { type SamlResponse, verifyResponse } from "./verify-response.ts";
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

/**
 * Checks a response against what its provider is known for and what was asked.
 *
 * @param requestId - the request that it must answer; absent where nobody asked
 * @throws XmlRefusal
 */
export async function checkResponse(
  identity: Identity,
  response: SamlResponse,
  { provider, requestId }: { readonly provider: SsoProvider; readonly requestId: string | undefined },
): Promise<Assertion> {
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

/** What people are told of a response that is not taken. */
export function refusalOf(refusal: XmlRefusal): IdentityError {
  return new IdentityError("validation_failed", {
    message: `SAML Assertion is not valid: ${refusal.message}`,
    cause: refusal,
  });
}
