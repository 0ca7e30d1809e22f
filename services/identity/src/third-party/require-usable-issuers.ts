import { HttpError, readAllowedHosts, requireCallable } from "@vedette/http";
import { type Static, Type } from "typebox";
import { Check } from "typebox/value";
import { ConfigurationError } from "../configuration/configuration-error.ts";
import type { Identity } from "../identity.ts";
import { readIssuers } from "./issuers.ts";
import { GenericIssuer } from "./third-party-settings.ts";

export type IssuerEntry = Static<typeof GenericIssuer>;

const SETTING = "auth.third_party.issuers";

/** Reads entries as they are stored. What has another form is refused where it is stored. */
export function readEntries(value: unknown): readonly IssuerEntry[] | undefined {
  return Check(Type.Array(GenericIssuer), value) ? value : undefined;
}

/**
 * Rejects entries of which one could never be used: it lacks its keys, or its tokens could be of another issuer.
 *
 * @throws ConfigurationError `field_invalid`
 */
export function requireDistinctIssuers(
  { settings, addresses }: Pick<Identity, "settings" | "addresses">,
  entries: readonly IssuerEntry[],
): void {
  const { faults } = readIssuers({ ...settings, [SETTING]: [...entries] }, addresses.issuer);
  const fault = faults.find(({ setting }) => setting === SETTING);
  if (fault !== undefined) throw new ConfigurationError("field_invalid", fault.message);
}

/**
 * Rejects an issuer whose keys would never be fetched, by the rule of the fetch itself. Keys that come with the issuer
 * are not fetched.
 *
 * @param allowedHosts - the setting `security.outbound.allowed_hosts`
 * @throws ConfigurationError `field_invalid`
 */
export async function requireCallableIssuer(
  allowedHosts: readonly string[],
  { issuer = "", jwks, jwks_url: keysUrl }: IssuerEntry,
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

/** The same for every issuer of the field `third_party_issuers`. */
export async function requireUsableIssuers(
  identity: Pick<Identity, "settings" | "addresses" | "allowedHosts">,
  field: unknown,
): Promise<void> {
  const entries = readEntries(field);
  if (entries === undefined) return;
  requireDistinctIssuers(identity, entries);
  for (const entry of entries) await requireCallableIssuer(identity.allowedHosts, entry);
}
