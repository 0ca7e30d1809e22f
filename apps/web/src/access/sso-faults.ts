import { ApiError } from "../api/api-error.ts";

/** Where a fault of a company's identity provider is mended. */
export type SsoField = "domains" | "address" | "xml" | "issuer" | "mapping";

/** A fault of one field that is seen before anything is sent, or told by the metadata alone. */
export class SsoFieldFault extends Error {
  readonly field: SsoField;

  constructor(field: SsoField, { message, cause }: { readonly message: string; readonly cause?: unknown }) {
    super(message, { cause });
    this.name = "SsoFieldFault";
    this.field = field;
  }
}

/** What was sent, as far as it says what a refusal is about. */
interface Sent {
  readonly hasXml: boolean;
  readonly hasAddress: boolean;
  readonly isNewIssuer: boolean;
  readonly hasMapping: boolean;
}

/** The field that a fault is about; undefined where it is about none, or where nobody can tell. */
export function ssoFieldOf(error: Error | null, sent: Sent): SsoField | undefined {
  if (error instanceof SsoFieldFault) return error.field;
  const metadata = sent.hasXml ? "xml" : sent.hasAddress ? "address" : undefined;
  switch (error instanceof ApiError ? error.code : "") {
    case "sso_domain_already_exists":
      return "domains";
    case "saml_metadata_fetch_failed":
      return "address";
    case "saml_idp_already_exists":
    case "saml_entity_id_mismatch":
      return metadata;
    case "validation_failed":
      // Domains, pasted metadata and JSON have been looked at by then.
      if (sent.hasMapping) return undefined;
      return sent.isNewIssuer ? "issuer" : metadata;
    default:
      return undefined;
  }
}

/** Letters of any script, digits, dots and hyphens; the server looks closer. */
const DOMAIN = /^@?[\p{L}\p{M}\p{N}]([\p{L}\p{M}\p{N}.-]*[\p{L}\p{M}\p{N}])?$/u;

/** The first that can be no domain. */
export function oddDomain(domains: readonly string[]): string | undefined {
  return domains.find((domain) => !DOMAIN.test(domain));
}
