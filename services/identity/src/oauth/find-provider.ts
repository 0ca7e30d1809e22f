import { readAllowedHosts } from "@vedette/http";
import { IdentityError } from "../errors.ts";
import { isSingleSignOn } from "../identities/external-identity.ts";
import type { Identity } from "../identity.ts";
import { readOidcSsoProvider } from "../sso/oidc-provider.ts";
import { customProvider } from "./custom/custom-provider.ts";
import { CUSTOM, customCallbackUrl, findCustomProvider, openClientSecret } from "./custom/custom-provider-store.ts";
import { withDiscovery } from "./discovery.ts";
import { outboundFetch } from "./outbound-fetch.ts";
import { isIssuer, type Provider } from "./provider.ts";
import { declarationOf, isProviderName, PROVIDER_NAMES, type ProviderName } from "./provider-table.ts";

export type ProviderIdentity = Pick<Identity, "db" | "settings" | "addresses" | "keyRing" | "providers">;

interface Finding {
  /** Whether it is only tried out: it may be switched off yet. */
  readonly isTrial?: boolean;
}

/**
 * The provider of a name, as it is set up now.
 *
 * @throws IdentityError `validation_failed` when there is none, or it is off or not set up
 */
export async function findProvider(identity: ProviderIdentity, name: string, finding: Finding = {}): Promise<Provider> {
  const provider = await readProvider(identity, name, finding);
  const { secret, declaration, name: ownName } = provider;
  const mayBeWithout = declaration.discovers || ownName.startsWith(CUSTOM) || isSingleSignOn({ provider: ownName });
  if (secret === "" && !mayBeWithout) throw unsupported("missing OAuth secret");
  return provider;
}

/**
 * The provider whose ID tokens an application brings: by its name, or by the issuer and the client id of a token.
 *
 * @throws IdentityError `provider_disabled`, `validation_failed`
 */
export async function findNativeProvider(
  identity: ProviderIdentity,
  maker: { readonly provider: string } | { readonly issuer: string; readonly clientId: string },
): Promise<Provider> {
  if ("provider" in maker) {
    const provider = await readProvider(identity, maker.provider).catch((error: unknown) => {
      if (error instanceof IdentityError && error.message === unsupported(IS_OFF).message)
        throw disabled(maker.provider);
      throw error;
    });
    if (provider.declaration.idToken?.isForNative) return provider;
    throw unsupported(`${provider.name} makes no ID tokens for applications`);
  }
  const { issuer, clientId } = maker;
  if (!identity.settings["auth.external.allowed_id_token_issuers"].includes(issuer)) throw disabled(issuer);
  for (const name of PROVIDER_NAMES) {
    if (!identity.settings[`auth.external.${name}.enabled`]) continue;
    const provider = await readProvider(identity, name);
    const { idToken } = provider.declaration;
    const isMeant = idToken?.isForNative === true && isIssuer(provider, idToken, issuer);
    if (isMeant && provider.clientIds.includes(clientId)) return provider;
  }
  throw disabled(issuer);
}

const IS_OFF = "provider is not enabled";

function disabled(issuer: string): IdentityError {
  return new IdentityError("provider_disabled", {
    message: `Provider (issuer "${issuer.slice(0, 200)}") is not enabled`,
  });
}

async function readProvider(
  identity: ProviderIdentity,
  name: string,
  { isTrial = false }: Finding = {},
): Promise<Provider> {
  if (isSingleSignOn({ provider: name })) return readOidcSsoProvider(identity, name, { isTrial });
  if (name.startsWith(CUSTOM)) return readCustomProvider(identity, name, { isTrial });
  if (!isProviderName(name)) throw unsupported(`Provider ${name.slice(0, 100)} could not be found`);
  const { settings, addresses, providers } = identity;
  const get = <Form extends "enabled" | "client_id" | "additional_client_ids" | "secret" | "url">(form: Form) =>
    settings[`auth.external.${name}.${form}`];
  if (!isTrial && !settings[`auth.external.${name}.enabled`]) throw unsupported(IS_OFF);
  const [clientId, ...more] = [get("client_id"), get("additional_client_ids")].flatMap(readList);
  if (clientId === undefined) throw unsupported("missing OAuth client ID");
  const declaration = declarationOf(name);
  const secret = settings[`auth.external.${name}.secret`];
  const hosts = hostsOf(identity, name);
  const allowedHosts = readAllowedHosts([...providers.allowedHosts, ...ownHosts(identity, name)]);
  return {
    name,
    declaration: declaration.discovers
      ? withDiscovery(declaration, await providers.discover(outboundFetch(allowedHosts), hosts.auth))
      : declaration,
    clientIds: [clientId, ...more],
    secret,
    redirectUri: settings[`auth.external.${name}.redirect_uri`] || `${addresses.externalUrl}/callback`,
    ownsRedirectUri: false,
    hosts,
    isEmailOptional: settings[`auth.external.${name}.email_optional`],
    skipsNonceCheck: settings[`auth.external.${name}.skip_nonce_check`],
    allowedHosts,
  };
}

function unsupported(reason: string): IdentityError {
  return new IdentityError("validation_failed", { message: `Unsupported provider: ${reason}` });
}

function readList(text: string): string[] {
  return text
    .split(",")
    .map((item) => item.trim())
    .filter((item) => item !== "");
}

function hostsOf({ settings }: Pick<Identity, "settings">, name: ProviderName): Provider["hosts"] {
  const { hosts, needsUrl, ignoresUrl, apiPath = "" } = declarationOf(name);
  const url = withoutSlash(settings[`auth.external.${name}.url`]);
  const api = withoutSlash(settings[`auth.external.${name}.api_url`]);
  if (needsUrl && url === "") throw unsupported("missing provider URL");
  if (ignoresUrl) return { auth: hosts.auth, api: hosts.api ?? hosts.auth };
  return { auth: url || hosts.auth, api: api || (url ? url + apiPath : (hosts.api ?? hosts.auth)) };
}

/** Providers that administrators add while the server runs. */
async function readCustomProvider(
  identity: ProviderIdentity,
  identifier: string,
  { isTrial }: Required<Finding>,
): Promise<Provider> {
  const row = identity.settings["auth.custom_oauth.enabled"]
    ? await findCustomProvider(identity.db, identifier)
    : undefined;
  if (row === undefined) throw unsupported(`Provider ${identifier.slice(0, 100)} could not be found`);
  if (!isTrial && !row.enabled) throw unsupported(IS_OFF);
  return {
    ...(await customProvider(identity, row, openClientSecret(identity.keyRing, row))),
    redirectUri: customCallbackUrl(identity, row),
    ownsRedirectUri: !row.shares_callback,
  };
}

/** Addresses in the operator's own file or environment may be private; those that came over the network may not. */
function ownHosts({ settings, providers }: ProviderIdentity, name: ProviderName): string[] {
  const keys = [`auth.external.${name}.url`, `auth.external.${name}.api_url`] as const;
  return keys.flatMap((key) => {
    const url = URL.parse(settings[key]);
    if (url === null || !providers.isOperators(key)) return [];
    const port = url.port || (url.protocol === "https:" ? "443" : "80");
    return [`${url.hostname.replace(/^\[|\]$/g, "")}:${port}`];
  });
}

function withoutSlash(url: string): string {
  return url.replace(/\/+$/, "");
}
