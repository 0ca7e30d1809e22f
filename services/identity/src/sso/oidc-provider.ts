import { isUuid } from "@vedette/database";
import { IdentityError } from "../errors.ts";
import type { Identity } from "../identity.ts";
import { customProvider } from "../oauth/custom/custom-provider.ts";
import type { ProviderIdentity } from "../oauth/find-provider.ts";
import type { Provider } from "../oauth/provider.ts";
import { directorySubject, namesItsSubject } from "./directory-subject.ts";
import { findOidcProvider, openOidcSecret } from "./oidc-provider-store.ts";

const SSO = "sso:";
/** Claims that make people members of teams, wherever a provider puts them. */
const GROUP_CLAIMS = ["groups", "roles"];

/** Where a provider sends people back to: an address that no other provider has. */
export function oidcCallbackUrl({ addresses }: Pick<Identity, "addresses">, id: string): string {
  return `${addresses.externalUrl}/sso/oidc/callback/${id}`;
}

/**
 * The provider of a company in the form of those that are known by name. It vouches for the addresses of its people,
 * who live apart from everybody else.
 *
 * @param name - `sso:<id>`
 * @throws IdentityError `sso_provider_not_found`, `sso_provider_disabled`
 */
export async function readOidcSsoProvider(
  identity: ProviderIdentity,
  name: string,
  { isTrial }: { readonly isTrial: boolean },
): Promise<Provider> {
  const id = name.slice(SSO.length);
  const found = isUuid(id) ? await findOidcProvider(identity.db, { id }) : undefined;
  if (found === undefined) throw new IdentityError("sso_provider_not_found");
  if (found.isDisabled && !isTrial) throw new IdentityError("sso_provider_disabled");
  const described = {
    provider_type: "oidc" as const,
    identifier: name,
    name: found.domains[0] ?? found.issuer,
    client_id: found.clientId,
    acceptable_client_ids: [],
    scopes: [...found.scopes],
    pkce_enabled: true,
    attribute_mapping: found.attributeMapping,
    authorization_params: {},
    email_optional: false,
    issuer: found.issuer,
    discovery_url: null,
    skip_nonce_check: false,
    cached_discovery: null,
    authorization_url: null,
    token_url: null,
    userinfo_url: null,
    custom_claims_allowlist: [],
  };
  const provider = await customProvider(identity, described, openOidcSecret(identity.keyRing, found));
  const { idToken, ...declaration } = provider.declaration;
  return {
    ...provider,
    redirectUri: oidcCallbackUrl(identity, found.id),
    ownsRedirectUri: true,
    declaration: {
      ...declaration,
      isVerified: "always",
      customClaims: { groups: GROUP_CLAIMS },
      ...(namesItsSubject(found.attributeMapping) ? { adjust: withDirectorySubject } : {}),
      ...(idToken === undefined ? {} : { idToken: { ...idToken, isForNative: false } }),
    },
  };
}

function withDirectorySubject(claims: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const { sub } = claims;
  return typeof sub === "string" ? { ...claims, sub: directorySubject(sub) } : { ...claims };
}
