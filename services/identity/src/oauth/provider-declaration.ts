/** What a provider answered: JSON of whatever form it has. */
export type RawProfile = Readonly<Record<string, unknown>>;

/** Where in an answer a claim stands: keys separated by dots, numbers for items; the first path that holds something. */
export type ClaimPaths = string | readonly string[];

/** Whether the provider vouches for the address that it names; `auth` is where the provider is. */
export type Verification = "always" | "never" | ((profile: RawProfile, auth: string) => boolean);

/** Further addresses of the person, at an address of their own. */
export interface EmailList {
  readonly url: string;
  /** Where the list stands in the answer; the answer itself if empty. */
  readonly list: string;
  readonly address: string;
  readonly isVerified: (item: RawProfile) => boolean;
  readonly isPrimary: (item: RawProfile) => boolean;
}

/** Where the profile comes from. */
type ProfileSource =
  | { readonly kind: "id_token" }
  | {
      readonly kind: "request";
      readonly url: string;
      readonly headers?: Readonly<Record<string, string>>;
      /** Facebook wants a proof that whoever holds the access token knows the secret, too. */
      readonly needsSecretProof?: true;
    }
  /** It stands in the answer of the token endpoint. */
  | { readonly kind: "token_answer"; readonly path: string };

/** How ID tokens of a provider are checked. */
export interface IdTokenDeclaration {
  /** Who may have made them: one issuer, one of a fixed set, or those that a rule takes for the configured address. */
  readonly issuers: readonly string[] | ((issuer: string, auth: string) => boolean);
  readonly jwks: string;
  /** Whether a nonce is sent and must come back. */
  readonly hasNonce: boolean;
  /** Its nonces are its own affair. */
  readonly ignoresNonce?: true;
  /** Whether native applications may bring them. */
  readonly isForNative: boolean;
  /** Whether the address in them is verified, where this differs from the profile. */
  readonly isVerified?: Verification;
}

/**
 * An identity provider as data. Addresses may name `{auth}` and `{api}`: the default hosts, or those that the operator
 * configures.
 */
export interface ProviderDeclaration {
  /** As people know it. */
  readonly title: string;
  readonly hosts: { readonly auth: string; readonly api?: string };
  /** `url` is where the provider is, and there is no default. */
  readonly needsUrl?: true;
  /** There is one such provider in the world; `url` means nothing. */
  readonly ignoresUrl?: true;
  /** Its addresses and its issuer are in the document that it publishes under `url`. */
  readonly discovers?: true;
  /** What `api_url` becomes where only `url` is set: its own address with this behind it. */
  readonly apiPath?: string;
  /** The issuer by which it calls itself, for `iss` in callbacks (RFC 9207). */
  readonly issuer?: string;
  /** It names itself in every callback: one without `iss` is not its own. */
  readonly namesItself?: boolean;
  /** Where a token is had before the browser sets out: the provider speaks OAuth 1.0a (RFC 5849). */
  readonly requestToken?: string;
  readonly authorization: string;
  readonly token: string;
  readonly scopes: readonly string[];
  /** Further parameters of the authorization request. */
  readonly parameters?: Readonly<Record<string, string>>;
  /** How the client proves itself at the token endpoint; by a signature in OAuth 1.0a. */
  readonly clientAuthentication: "post" | "basic" | "signature";
  /** Whether it takes a code challenge. */
  readonly usesPkce: boolean;
  readonly idToken?: IdTokenDeclaration;
  readonly profile: ProfileSource;
  readonly emails?: EmailList;
  /** The claims that are kept of a person, in the words of OpenID Connect. */
  readonly claims: Readonly<Record<string, ClaimPaths>>;
  readonly isVerified: Verification;
  /** Claims of its own that are kept under `custom_claims`; `"rest"` keeps everything that has no other place. */
  readonly customClaims?: Readonly<Record<string, ClaimPaths>> | "rest";
  /** What no path can say. */
  readonly adjust?: (claims: Readonly<Record<string, unknown>>, profile: RawProfile) => Record<string, unknown>;
}
