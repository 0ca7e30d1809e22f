import { HttpError, readAllowedHosts, requireCallable } from "@vedette/http";
import { Type } from "typebox";
import { Check } from "typebox/value";
import { ConfigurationError } from "../configuration/configuration-error.ts";
import { GenericIssuer } from "./third-party-settings.ts";

/** Where the keys of an issuer are. */
interface IssuerKeys {
  readonly issuer: string;
  readonly jwks_url?: string;
  readonly jwks?: object;
}

/**
 * Refuses an issuer whose keys would never be fetched, by the rule of the fetch itself. Keys that come with the issuer
 * are not fetched.
 *
 * @param allowedHosts - the setting `security.outbound.allowed_hosts`
 * @throws ConfigurationError `field_invalid`
 */
export async function requireCallableIssuer(
  allowedHosts: readonly string[],
  { issuer, jwks, jwks_url: keysUrl }: IssuerKeys,
): Promise<void> {
  if (jwks !== undefined) return;
  const [field, url] = keysUrl ? ["jwks_url", keysUrl] : ["oidc_issuer_url", issuer];
  try {
    await requireCallable({ url, reach: "public", allowedHosts: readAllowedHosts(allowedHosts) });
  } catch (error) {
    if (!(error instanceof HttpError)) throw error;
    throw new ConfigurationError("field_invalid", `${field}: ${error.message}`);
  }
}

/** The same for every issuer of the field `third_party_issuers`. What has another form is refused where it is stored. */
export async function requireCallableIssuers(allowedHosts: readonly string[], issuers: unknown): Promise<void> {
  if (!Check(Type.Array(GenericIssuer), issuers)) return;
  for (const issuer of issuers) await requireCallableIssuer(allowedHosts, issuer);
}
