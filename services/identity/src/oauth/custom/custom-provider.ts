import { readAllowedHosts } from "@vedette/http";
import type { CustomProviderRow, Metadata } from "../../identity-tables.ts";
import { type DiscoveryDocument, isDiscoveryDocument, withDiscovery } from "../discovery.ts";
import type { ProviderIdentity } from "../find-provider.ts";
import { outboundFetch } from "../outbound-fetch.ts";
import type { Provider } from "../provider.ts";
import type { ClaimPaths, ProviderDeclaration } from "../provider-declaration.ts";
import { OPENID_CLAIMS } from "../provider-table.ts";

/** What of a provider decides how people sign in with it. */
type Described = Omit<
  CustomProviderRow,
  "id" | "client_secret" | "enabled" | "jwks_uri" | "discovery_cached_at" | "created_at" | "updated_at"
>;

/** A provider that an administrator has added, in the form of those that are known by name. */
export async function customProvider(
  { providers }: Pick<ProviderIdentity, "providers">,
  row: Described,
  secret: string,
): Promise<Omit<Provider, "redirectUri" | "ownsRedirectUri">> {
  // What came over the network may be no private address, unless the operator has allowed it.
  const allowedHosts = readAllowedHosts(providers.allowedHosts);
  const declared = declarationOf(row);
  const declaration =
    row.provider_type === "oidc"
      ? withTokenRules(row, withDiscovery(declared, await discovered(providers, row, outboundFetch(allowedHosts))))
      : declared;
  return {
    name: row.identifier,
    declaration,
    clientIds: [row.client_id, ...row.acceptable_client_ids],
    secret,
    hosts: { auth: declaration.hosts.auth, api: declaration.hosts.auth },
    isEmailOptional: row.email_optional,
    skipsNonceCheck: row.skip_nonce_check,
    allowedHosts,
  };
}

/** What the provider publishes now; while it cannot be reached, what it published when it was added. */
async function discovered(
  { discover }: ProviderIdentity["providers"],
  { issuer, discovery_url, cached_discovery: cached }: Described,
  fetch: ReturnType<typeof outboundFetch>,
): Promise<DiscoveryDocument> {
  try {
    return await discover(fetch, issuer ?? "", discovery_url ?? undefined);
  } catch (error) {
    if (isDiscoveryDocument(cached)) return cached;
    throw error;
  }
}

function withTokenRules({ skip_nonce_check }: Described, declaration: ProviderDeclaration): ProviderDeclaration {
  const { idToken } = declaration;
  return idToken === undefined || !skip_nonce_check
    ? declaration
    : { ...declaration, idToken: { ...idToken, hasNonce: false } };
}

function declarationOf(row: Described): ProviderDeclaration {
  const { issuer, authorization_url, token_url, userinfo_url, scopes } = row;
  const isOpenId = row.provider_type === "oidc";
  return {
    title: row.name,
    hosts: { auth: issuer || (URL.parse(authorization_url ?? "")?.origin ?? "") },
    ...(issuer ? { issuer } : {}),
    authorization: authorization_url ?? "",
    token: token_url ?? "",
    scopes: isOpenId ? [...new Set(["openid", ...(scopes.length > 0 ? scopes : ["email", "profile"])])] : scopes,
    parameters: textsOf(row.authorization_params),
    clientAuthentication: "post",
    usesPkce: row.pkce_enabled,
    profile: userinfo_url ? { kind: "request", url: userinfo_url } : { kind: "id_token" },
    claims: { ...OPENID_CLAIMS, ...(isOpenId ? {} : { sub: ["sub", "id"] }), ...pathsOf(row.attribute_mapping) },
    // What the provider says of its own e-mail claim says nothing of another claim that stands for it.
    isVerified: isOwnEmail(row.attribute_mapping) ? isSaidVerified : "never",
    customClaims: Object.fromEntries(row.custom_claims_allowlist.map((claim) => [claim, claim])),
  };
}

function isOwnEmail({ email = "email" }: Metadata): boolean {
  return email === "email";
}

function isSaidVerified({ email_verified: claim }: Metadata): boolean {
  return claim === true || claim === "true";
}

function textsOf(parameters: Metadata): Record<string, string> {
  return Object.fromEntries(Object.entries(parameters).map(([name, value]) => [name, String(value)]));
}

/** A path, or several of which the first that holds something counts. */
function pathsOf(mapping: Metadata): Record<string, ClaimPaths> {
  return Object.fromEntries(
    Object.entries(mapping).flatMap(([claim, paths]): [string, ClaimPaths][] => {
      if (typeof paths === "string") return [[claim, paths]];
      return Array.isArray(paths) ? [[claim, paths.filter((path) => typeof path === "string")]] : [];
    }),
  );
}
