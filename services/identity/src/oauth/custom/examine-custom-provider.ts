import { HttpError, readAllowedHosts, requireCallable } from "@vedette/http";
import { IdentityError } from "../../errors.ts";
import type { CustomProviderRow } from "../../identity-tables.ts";
import { type DiscoveryDocument, discover } from "../discovery.ts";
import type { Providers } from "../open-providers.ts";
import { outboundFetch } from "../outbound-fetch.ts";
import { isReservedParameter } from "../reserved-parameters.ts";

/** What of a custom provider is looked at before it is stored. */
export type Examined = Pick<
  CustomProviderRow,
  | "provider_type"
  | "issuer"
  | "discovery_url"
  | "authorization_url"
  | "token_url"
  | "userinfo_url"
  | "jwks_uri"
  | "attribute_mapping"
  | "authorization_params"
>;

/**
 * Refuses what no provider may say, and addresses that are none.
 *
 * @returns what an OpenID provider publishes of itself
 * @throws IdentityError `validation_failed`
 */
export async function examineCustomProvider(
  providers: Providers,
  row: Examined,
): Promise<DiscoveryDocument | undefined> {
  requireAllowedNames(row);
  const needed = row.provider_type === "oidc" ? (["issuer"] as const) : OAUTH2_ADDRESSES;
  for (const field of needed) if (!row[field]) throw invalid(`${field} is needed`);
  for (const field of ADDRESSES) requireAddress(providers, field, row[field]);
  for (const field of CALLED) await requireReach(providers, field, row[field]);
  if (row.provider_type === "oauth2") return undefined;
  const fetch = outboundFetch(readAllowedHosts(providers.allowedHosts));
  try {
    return await discover(fetch, row.issuer ?? "", row.discovery_url ?? undefined);
  } catch (cause) {
    if (cause instanceof HttpError) throw new IdentityError("validation_failed", { message: cause.message, cause });
    throw cause;
  }
}

/** @throws IdentityError `validation_failed` for what no provider may say */
export function requireAllowedNames(row: Pick<Examined, "attribute_mapping" | "authorization_params">): void {
  for (const target of Object.keys(row.attribute_mapping)) {
    if (isForbiddenTarget(target)) throw invalid(`attribute_mapping: ${target} is not a provider's to say`);
  }
  for (const name of Object.keys(row.authorization_params)) {
    if (isReservedParameter(name)) throw invalid(`authorization_params: ${name} is set by this service`);
  }
}

const OAUTH2_ADDRESSES = ["authorization_url", "token_url", "userinfo_url"] as const;
const ADDRESSES = ["issuer", "discovery_url", ...OAUTH2_ADDRESSES, "jwks_uri"] as const;

const FORBIDDEN_TARGETS: ReadonlySet<string> = new Set([
  ..."id aud role app_metadata email_verified phone_verified banned_until is_super_admin".split(" "),
  ..."__proto__ constructor prototype".split(" "),
]);

function isForbiddenTarget(target: string): boolean {
  return FORBIDDEN_TARGETS.has(target.toLowerCase()) || target.toLowerCase().endsWith("_at");
}

/** URLs that this server calls; the browser opens the others. */
const CALLED = ["discovery_url", "token_url", "userinfo_url", "jwks_uri"] as const;

async function requireReach(providers: Providers, field: string, url: string | null): Promise<void> {
  if (!url) return;
  try {
    await requireCallable({ url, reach: "public", allowedHosts: readAllowedHosts(providers.allowedHosts) });
  } catch (cause) {
    if (!(cause instanceof HttpError)) throw cause;
    throw new IdentityError("validation_failed", { message: `${field}: ${cause.message}`, cause });
  }
}

/** URLs that came over the network: https, and no credentials. */
function requireAddress(providers: Providers, field: string, text: string | null): void {
  if (!text) return;
  const url = URL.parse(text);
  if (url === null || url.username !== "" || url.password !== "" || url.hash !== "")
    throw invalid(`${field} is no address`);
  const port = Number(url.port) || (url.protocol === "https:" ? 443 : 80);
  const host = url.hostname.replace(/^\[|\]$/g, "");
  if (url.protocol === "https:") return;
  if (url.protocol === "http:" && readAllowedHosts(providers.allowedHosts).allowsHost(host, port)) return;
  throw invalid(`${field} must begin with https://`);
}

function invalid(message: string): IdentityError {
  return new IdentityError("validation_failed", { message });
}
