import type { Metadata } from "../identity-tables.ts";

/** An address that a provider names, in the form of `normalizeEmail`. */
export interface ExternalEmail {
  readonly address: string;
  /** Whether the provider vouches for it. */
  readonly isVerified: boolean;
}

/** What an outside identity provider says of the person who signs in. Every signature has been checked. */
export interface ExternalIdentity {
  /** `google`, `custom:acme`, or `sso:<uuid>` for single sign-on. */
  readonly provider: string;
  /** The provider's own name for the person, which never changes. */
  readonly subject: string;
  /** The primary address first. */
  readonly emails: readonly ExternalEmail[];
  /** Kept as `identity_data` and merged into the user's metadata. */
  readonly claims: Metadata;
  /** Set when the token of the operator's provider says that its user proved a second factor there. */
  readonly assuranceLevel?: "aal2";
}

/** People of single sign-on live apart: nothing is ever linked to them, and they to nothing. */
export function isSingleSignOn({ provider }: Pick<ExternalIdentity, "provider">): boolean {
  return provider.startsWith("sso:");
}

/** How people sign in with a provider by OAuth, in the words of the `amr` claim. */
export function oauthMethodOf(provider: string): "oauth" | "sso/oidc" {
  return isSingleSignOn({ provider }) ? "sso/oidc" : "oauth";
}

/** The address that a new user gets: one that is verified, else the primary one. */
export function leadingEmail({ emails }: Pick<ExternalIdentity, "emails">): ExternalEmail | undefined {
  return emails.find(({ isVerified }) => isVerified) ?? emails[0];
}
