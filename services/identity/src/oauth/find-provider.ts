import { readAllowedHosts } from "@vedette/http";
import { IdentityError } from "../errors.ts";
import type { Identity } from "../identity.ts";
import { withDiscovery } from "./discovery.ts";
import { outboundFetch } from "./outbound-fetch.ts";
import type { Provider } from "./provider.ts";
import { declarationOf, isProviderName, type ProviderName } from "./provider-table.ts";

export type ProviderIdentity = Pick<Identity, "db" | "settings" | "addresses" | "keyRing" | "providers">;

/**
 * The provider of a name, as it is set up now.
 *
 * @throws IdentityError `validation_failed` when there is none, or it is off or not set up
 */
export async function findProvider(identity: ProviderIdentity, name: string): Promise<Provider> {
  if (!isProviderName(name)) throw unsupported(`Provider ${name.slice(0, 100)} could not be found`);
  const { settings, addresses, providers } = identity;
  const get = <Form extends "enabled" | "client_id" | "additional_client_ids" | "secret" | "url">(form: Form) =>
    settings[`auth.external.${name}.${form}`];
  if (!settings[`auth.external.${name}.enabled`]) throw unsupported("provider is not enabled");
  const [clientId, ...more] = [get("client_id"), get("additional_client_ids")].flatMap(readList);
  if (clientId === undefined) throw unsupported("missing OAuth client ID");
  const declaration = declarationOf(name);
  const secret = settings[`auth.external.${name}.secret`];
  if (secret === "" && !declaration.discovers) throw unsupported("missing OAuth secret");
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
