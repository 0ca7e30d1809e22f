import type { IdentitySettings } from "../settings.ts";

/** Addresses of this installation, without a trailing slash. Never taken from a request. */
export interface PublicAddresses {
  /** Where people reach the server. */
  readonly publicUrl: string;
  /** Where people land after a link when no other place was allowed. */
  readonly siteUrl: string;
  /** Where clients reach this service; links in mails begin with it. */
  readonly externalUrl: string;
  /** The `iss` claim of tokens. */
  readonly issuer: string;
}

/** Reads the addresses each time, since settings may change while the server runs. */
export function publicAddresses(settings: IdentitySettings, publicUrl: string): PublicAddresses {
  return {
    publicUrl: withoutSlash(publicUrl),
    get siteUrl() {
      return withoutSlash(settings["auth.site_url"] || publicUrl);
    },
    get externalUrl() {
      return withoutSlash(settings["auth.external_url"] || `${withoutSlash(publicUrl)}/auth/v1`);
    },
    get issuer() {
      return settings["auth.jwt_issuer"] || this.externalUrl;
    },
  };
}

function withoutSlash(url: string): string {
  return url.replace(/\/+$/, "");
}
