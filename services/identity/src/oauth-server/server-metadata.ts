import type { Identity } from "../identity.ts";
import { GRANT_TYPES } from "./client-metadata.ts";
import { CLIENT_AUTHENTICATIONS } from "./client-store.ts";
import { CLAIMS_BY_SCOPE, SCOPES } from "./scopes.ts";

/**
 * What this service publishes of itself. While it signs people in to no other program that is only what checks its
 * tokens.
 *
 * @see https://www.rfc-editor.org/rfc/rfc8414#section-2; https://openid.net/specs/openid-connect-discovery-1_0.html
 */
export async function serverMetadata({
  settings,
  addresses,
  signingKeys,
}: Pick<Identity, "settings" | "addresses" | "signingKeys">): Promise<object> {
  const { issuer, externalUrl } = addresses;
  const { keys } = await signingKeys.published();
  const algorithms = [...new Set(keys.flatMap(({ alg }) => alg ?? []))];
  const verification = {
    issuer,
    jwks_uri: `${externalUrl}/.well-known/jwks.json`,
    subject_types_supported: ["public"],
    id_token_signing_alg_values_supported: algorithms,
  };
  if (!settings["auth.oauth_server.enabled"]) return verification;
  return {
    ...verification,
    authorization_endpoint: `${externalUrl}/oauth/authorize`,
    token_endpoint: `${externalUrl}/oauth/token`,
    userinfo_endpoint: `${externalUrl}/oauth/userinfo`,
    revocation_endpoint: `${externalUrl}/oauth/revoke`,
    introspection_endpoint: `${externalUrl}/oauth/introspect`,
    ...(settings["auth.oauth_server.allow_dynamic_registration"]
      ? { registration_endpoint: `${externalUrl}/oauth/clients/register` }
      : {}),
    scopes_supported: algorithms.length > 0 ? SCOPES : SCOPES.filter((scope) => scope !== "openid"),
    response_types_supported: ["code"],
    response_modes_supported: ["query"],
    grant_types_supported: GRANT_TYPES,
    token_endpoint_auth_methods_supported: CLIENT_AUTHENTICATIONS,
    revocation_endpoint_auth_methods_supported: CLIENT_AUTHENTICATIONS,
    introspection_endpoint_auth_methods_supported: CLIENT_AUTHENTICATIONS.filter((method) => method !== "none"),
    claims_supported: [
      ...Object.values(CLAIMS_BY_SCOPE).flat(),
      ..."iss aud exp iat auth_time nonce at_hash".split(" "),
    ],
    code_challenge_methods_supported: ["S256", "plain"],
    authorization_response_iss_parameter_supported: true,
    prompt_values_supported: ["consent", "login"],
    request_parameter_supported: false,
    request_uri_parameter_supported: false,
    claims_parameter_supported: false,
  };
}
