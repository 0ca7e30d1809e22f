import { HttpError } from "@vedette/http";
import { type Static, Type } from "typebox";
import { Check } from "typebox/value";
import { IdentityError } from "../errors.ts";
import { followRedirects } from "./follow-redirects.ts";
import type { Fetch } from "./outbound-fetch.ts";
import type { ProviderDeclaration } from "./provider-declaration.ts";
import { OPENID_CLAIMS } from "./provider-table.ts";

const Address = Type.String({ minLength: 1, maxLength: 2048, pattern: "^https?://[^\\s#]+$" });
const Names = Type.Optional(Type.Array(Type.String({ maxLength: 200 }), { maxItems: 200 }));

/** What a provider publishes of itself. @see OpenID Connect Discovery 1.0, 3 */
const Discovery = Type.Object({
  issuer: Address,
  authorization_endpoint: Address,
  token_endpoint: Address,
  jwks_uri: Address,
  userinfo_endpoint: Type.Optional(Address),
  token_endpoint_auth_methods_supported: Names,
  authorization_response_iss_parameter_supported: Type.Optional(Type.Boolean()),
});

export type DiscoveryDocument = Static<typeof Discovery>;

export function isDiscoveryDocument(value: unknown): value is DiscoveryDocument {
  return Check(Discovery, value);
}

/**
 * Reads what a provider publishes of itself. It must call itself what it was expected to be called.
 *
 * @param at - the address of the document; beside the issuer if absent
 * @throws IdentityError `validation_failed`; HttpError of the call
 */
export async function discover(fetch: Fetch, issuer: string, at?: string): Promise<DiscoveryDocument> {
  const url = at || `${withoutTrailingSlash(issuer)}/.well-known/openid-configuration`;
  const answer = await followRedirects(fetch, url);
  const { host } = new URL(url);
  if (answer === undefined) throw invalid(`${host} leads on to another address.`);
  // An outage is nobody's mistake here.
  if (answer.status >= 500) throw new HttpError("bad_gateway", { detail: `${host} answered ${answer.status}.` });
  const document: unknown = answer.ok ? await answer.json().catch(() => undefined) : undefined;
  if (!isDiscoveryDocument(document)) throw invalid(`${host} has no OpenID configuration at this address.`);
  // Whoever types an issuer forgets or adds its last slash; tokens are checked against the issuer of the document.
  if (withoutTrailingSlash(document.issuer) === withoutTrailingSlash(issuer)) return document;
  throw invalid(`The OpenID configuration is that of another issuer than ${issuer}.`);
}

function withoutTrailingSlash(issuer: string): string {
  return issuer.replace(/\/$/, "");
}

/** A declaration with what was discovered. */
export function withDiscovery(declaration: ProviderDeclaration, document: DiscoveryDocument): ProviderDeclaration {
  const { issuer, jwks_uri: jwks, userinfo_endpoint: userinfo } = document;
  const methods = document.token_endpoint_auth_methods_supported;
  const needsPost = methods !== undefined && !methods.includes("client_secret_basic");
  return {
    ...declaration,
    hosts: { auth: issuer },
    issuer,
    namesItself: document.authorization_response_iss_parameter_supported === true,
    authorization: document.authorization_endpoint,
    token: document.token_endpoint,
    clientAuthentication: needsPost ? "post" : "basic",
    idToken: { issuers: [issuer], jwks, hasNonce: true, isForNative: true },
    profile: userinfo === undefined ? { kind: "id_token" } : { kind: "request", url: userinfo },
    claims: { ...OPENID_CLAIMS, ...declaration.claims },
  };
}

function invalid(message: string): IdentityError {
  return new IdentityError("validation_failed", { message });
}
