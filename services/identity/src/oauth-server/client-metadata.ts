import { type Static, Type } from "typebox";
import { Text } from "../routes/fields.ts";
import { CLIENT_AUTHENTICATIONS, type ClientAuthentication, type OAuthClient } from "./client-store.ts";
import { faultOfRedirectUri } from "./redirect-uri.ts";

const Names = Type.Optional(Type.Union([Type.Array(Type.String({ maxLength: 100 }), { maxItems: 10 }), Type.Null()]));

/** What is said of a client when it is registered or changed, in the words of RFC 7591; more is passed over. */
export const ClientMetadata = Type.Object({
  client_name: Text(),
  client_uri: Text(),
  logo_uri: Text(),
  client_type: Text(20),
  redirect_uris: Type.Optional(
    Type.Union([Type.Array(Type.String({ maxLength: 4096 }), { maxItems: 100 }), Type.Null()]),
  ),
  grant_types: Names,
  response_types: Names,
  scope: Text(),
  token_endpoint_auth_method: Text(100),
});

type Metadata = Static<typeof ClientMetadata>;

/** What of a client can be said and said anew. */
export type ClientFields = Pick<
  OAuthClient,
  "name" | "uri" | "logoUri" | "redirectUris" | "grantTypes" | "authentication" | "type"
>;

/** Metadata that no client can have. */
export interface MetadataFault {
  readonly error: "invalid_redirect_uri" | "invalid_client_metadata";
  readonly description: string;
}

type Reading = { readonly fields: ClientFields } | { readonly fault: MetadataFault };

/**
 * Reads what is said of a client; what is left out is as it was before, and by default a confidential client with both
 * grants.
 *
 * @see https://www.rfc-editor.org/rfc/rfc7591#section-2
 */
export function readClientMetadata(said: Metadata, before?: ClientFields): Reading {
  const redirectUris = said.redirect_uris ?? before?.redirectUris ?? [];
  const grantTypes = said.grant_types ?? before?.grantTypes ?? GRANT_TYPES;
  const fault =
    faultOfRedirectUris(redirectUris) ??
    faultOfGrants(grantTypes, said.response_types ?? ["code"]) ??
    faultOfName(said.client_name ?? "") ??
    faultOfPage("client_uri", said.client_uri ?? "") ??
    faultOfPage("logo_uri", said.logo_uri ?? "");
  if (fault !== undefined) return { fault };
  const authentication = authenticationOf(said, before);
  if (authentication === undefined) {
    return invalid(
      `token_endpoint_auth_method must be one of ${CLIENT_AUTHENTICATIONS.join(", ")}, and none for a public client only`,
    );
  }
  return {
    fields: {
      name: textOf(said.client_name, before?.name),
      uri: textOf(said.client_uri, before?.uri),
      logoUri: textOf(said.logo_uri, before?.logoUri),
      redirectUris,
      grantTypes,
      authentication,
      type: authentication === "none" ? "public" : "confidential",
    },
  };
}

/** Every field of which something can be said; a change must say something of one of them. */
export function saysNothing(said: Metadata): boolean {
  return Object.keys(ClientMetadata.properties).every((field) => Reflect.get(said, field) === undefined);
}

export const GRANT_TYPES = ["authorization_code", "refresh_token"] as const;
const MAX_REDIRECT_URIS = 10;

function textOf(said: string | null | undefined, before: string | null | undefined): string | null {
  return said === undefined ? (before ?? null) : said || null;
}

function authenticationOf(
  { token_endpoint_auth_method: method, client_type: type }: Metadata,
  before: ClientFields | undefined,
): ClientAuthentication | undefined {
  const otherwise = type === "public" ? "none" : (before?.authentication ?? "client_secret_basic");
  const authentication = CLIENT_AUTHENTICATIONS.find((known) => known === (method || otherwise));
  const isMeant = !type || authentication === undefined || (authentication === "none") === (type === "public");
  return isMeant && ["public", "confidential", "", null, undefined].includes(type) ? authentication : undefined;
}

function faultOfRedirectUris(uris: readonly string[]): MetadataFault | undefined {
  const error = "invalid_redirect_uri";
  if (uris.length === 0) return { error, description: "redirect_uris: at least one is needed" };
  if (uris.length > MAX_REDIRECT_URIS)
    return { error, description: `redirect_uris: at most ${MAX_REDIRECT_URIS} are taken` };
  for (const [at, uri] of uris.entries()) {
    const fault = faultOfRedirectUri(uri);
    if (fault !== undefined) return { error, description: `redirect_uris[${at}]: ${fault}` };
  }
  return undefined;
}

function faultOfGrants(grantTypes: readonly string[], responseTypes: readonly string[]): MetadataFault | undefined {
  const error = "invalid_client_metadata";
  if (!grantTypes.includes("authorization_code"))
    return { error, description: "grant_types must hold authorization_code" };
  if (grantTypes.some((grant) => !GRANT_TYPES.some((known) => known === grant)))
    return { error, description: `grant_types may hold ${GRANT_TYPES.join(" and ")} only` };
  if (responseTypes.length !== 1 || responseTypes[0] !== "code")
    return { error, description: 'response_types must be ["code"]' };
  return undefined;
}

/** A name stands on the page that asks people: nothing in it may turn or hide what stands beside it. */
function faultOfName(name: string): MetadataFault | undefined {
  if (name.length <= 200 && !/[\p{C}\p{Zl}\p{Zp}]/u.test(name)) return undefined;
  return {
    error: "invalid_client_metadata",
    description: "client_name: at most 200 characters, and only such as can be seen",
  };
}

function faultOfPage(field: string, text: string): MetadataFault | undefined {
  if (text === "") return undefined;
  const url = URL.parse(text);
  const isWeb = url !== null && /^https?:$/.test(url.protocol) && url.username === "" && url.password === "";
  if (isWeb && text.length <= 2048) return undefined;
  return { error: "invalid_client_metadata", description: `${field}: an address that begins with https:// is needed` };
}

function invalid(description: string): Reading {
  return { fault: { error: "invalid_client_metadata", description } };
}
