import { createHmac } from "node:crypto";
import type { AuthorizationServer, Client } from "oauth4webapi";
import * as oauth from "oauth4webapi";
import type { ExternalIdentity } from "../identities/external-identity.ts";
import { verifyIdToken } from "./id-token.ts";
import type { KeySets } from "./key-sets.ts";
import { type Fetch, outboundFetch } from "./outbound-fetch.ts";
import { addressOf, isIssuer, type Provider } from "./provider.ts";
import type { RawProfile } from "./provider-declaration.ts";
import { AccountError, pick, readAccount } from "./read-account.ts";

/** What a browser brought back from a provider, with what was kept of the request. */
export interface ProviderAnswer {
  /** The parameters of the callback. */
  readonly parameters: URLSearchParams;
  readonly state: string;
  readonly codeVerifier: string | undefined;
  readonly nonce: string | undefined;
}

/** Somebody's account, with the tokens that applications may use at the provider. */
export interface FetchedAccount {
  readonly external: ExternalIdentity;
  readonly accessToken: string;
  readonly refreshToken: string | undefined;
}

/**
 * Exchanges the code of a callback and asks the provider who the person is.
 *
 * @throws AccountError, IdTokenError; errors of oauth4webapi and jose; HttpError of the calls
 */
export async function fetchAccount(
  keys: { readonly keySets: KeySets },
  provider: Provider,
  answer: ProviderAnswer,
): Promise<FetchedAccount> {
  const fetch = outboundFetch(provider.allowedHosts);
  const tokens = await exchange(fetch, provider, answer);
  const accessToken = textIn(tokens, "access_token");
  if (accessToken === undefined) throw new AccountError("The provider gave no access token.");
  const profile = await fetchProfile(keys, fetch, provider, { tokens, accessToken, nonce: answer.nonce });
  const { emails } = provider.declaration;
  const list = emails && (await getJson(fetch, addressOf(provider, emails.url), bearer(accessToken)));
  return {
    external: readAccount(provider, { profile: withAppleName(provider, profile, answer.parameters), emails: list }),
    accessToken,
    refreshToken: textIn(tokens, "refresh_token"),
  };
}

async function exchange(
  fetch: Fetch,
  provider: Provider,
  { parameters, state, codeVerifier }: ProviderAnswer,
): Promise<RawProfile> {
  const { declaration, clientIds, secret, redirectUri } = provider;
  const server: AuthorizationServer = {
    issuer: issuerOfCallback(provider, parameters),
    token_endpoint: addressOf(provider, declaration.token),
    ...(declaration.namesItself ? { authorization_response_iss_parameter_supported: true } : {}),
  };
  const client: Client = { client_id: clientIds[0] };
  const proof = {
    post: oauth.ClientSecretPost,
    basic: oauth.ClientSecretBasic,
  }[declaration.clientAuthentication];
  const response = await oauth.authorizationCodeGrantRequest(
    server,
    client,
    secret === "" ? oauth.None() : proof(secret),
    oauth.validateAuthResponse(server, client, parameters, state),
    redirectUri,
    codeVerifier ?? oauth.nopkce,
    // Which addresses may be called without TLS is decided where all calls go through.
    { [oauth.customFetch]: fetch, [oauth.allowInsecureRequests]: true },
  );
  const tokens: unknown = await response.json().catch(() => undefined);
  if (!response.ok || !isObject(tokens)) {
    const { error } = Object(tokens) as { error?: unknown };
    // A word of RFC 6749, 5.2; what else the provider says may quote the request.
    const reason = typeof error === "string" && /^[a-z_]{1,40}$/.test(error) ? `: ${error}` : "";
    throw new AccountError(`The token endpoint answered ${response.status}${reason}.`);
  }
  return tokens;
}

/**
 * The issuer that the callback must come from. One that names itself is held to what is configured: else an answer of
 * one provider could be handed to another (RFC 9207).
 *
 * @throws AccountError
 */
function issuerOfCallback(provider: Provider, parameters: URLSearchParams): string {
  const { issuer, idToken, authorization } = provider.declaration;
  const at = addressOf(provider, authorization);
  const named = parameters.get("iss");
  if (named === null) return issuer ?? at;
  const isOwn = issuer === named || (idToken !== undefined && isIssuer(provider, idToken, named));
  // Of providers whose issuer is not known, the host at least must be theirs.
  const isNear = issuer === undefined && URL.parse(named)?.origin === new URL(at).origin;
  if (isOwn || isNear) return named;
  throw new AccountError("The answer is another provider's.");
}

interface Tokens {
  readonly tokens: RawProfile;
  readonly accessToken: string;
  readonly nonce: string | undefined;
}

async function fetchProfile(
  keys: { readonly keySets: KeySets },
  fetch: Fetch,
  provider: Provider,
  { tokens, accessToken, nonce }: Tokens,
): Promise<RawProfile> {
  const { profile: source, idToken: idTokenRules } = provider.declaration;
  const idToken = textIn(tokens, "id_token");
  const isWanted = source.kind === "id_token" || idTokenRules?.hasNonce === true;
  const claims =
    idToken !== undefined && isWanted
      ? await verifyIdToken(keys, provider, idToken, { nonce, accessToken })
      : undefined;
  if (claims === undefined && nonce !== undefined && provider.declaration.scopes.includes("openid")) {
    throw new AccountError("The provider gave no ID token.");
  }
  switch (source.kind) {
    case "id_token":
      if (claims === undefined) throw new AccountError("The provider gave no ID token.");
      return claims;
    case "token_answer": {
      const profile = pick(tokens, source.path);
      if (!isObject(profile)) throw new AccountError("The provider gave no profile.");
      return profile;
    }
    case "request": {
      const url = addressOf(provider, source.url) + secretProof(provider, accessToken);
      const headers = { ...bearer(accessToken), ...headersOf(provider, source.headers) };
      const profile = await getJson(fetch, url, headers);
      if (!isObject(profile)) throw new AccountError("The provider gave no profile.");
      if (claims !== undefined && profile["sub"] !== claims.sub) {
        throw new AccountError("The profile is another person's than the ID token.");
      }
      return { ...claims, ...profile };
    }
  }
}

function secretProof({ declaration: { profile }, secret }: Provider, accessToken: string): string {
  if (profile.kind !== "request" || !profile.needsSecretProof) return "";
  return `&appsecret_proof=${createHmac("sha256", secret).update(accessToken).digest("hex")}`;
}

function headersOf(provider: Provider, headers: Readonly<Record<string, string>> = {}): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, addressOf(provider, value)]));
}

const bearer = (accessToken: string) => ({ authorization: `Bearer ${accessToken}` });

async function getJson(fetch: Fetch, url: string, headers: Readonly<Record<string, string>>): Promise<unknown> {
  const answer = await fetch(url, { headers: { accept: "application/json", ...headers } });
  if (answer.ok) return answer.json();
  throw new AccountError(`${new URL(url).host} answered ${answer.status}.`);
}

/** Apple tells the name once, beside the code, in what the browser brings. */
function withAppleName({ name }: Provider, profile: RawProfile, parameters: URLSearchParams): RawProfile {
  const text = parameters.get("user");
  if (name !== "apple" || text === null || text.length > 4096) return profile;
  const user: unknown = parse(text);
  const [first, last] = [pick(user, "name.firstName"), pick(user, "name.lastName")].map((part) =>
    typeof part === "string" ? part : undefined,
  );
  const full = [first, last].filter((part) => part !== undefined).join(" ");
  return full === "" ? profile : { ...profile, name: full, given_name: first, family_name: last };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // A name that cannot be read is none.
    return undefined;
  }
}

function textIn(source: RawProfile, key: string): string | undefined {
  const value = source[key];
  return typeof value === "string" && value !== "" ? value : undefined;
}

function isObject(value: unknown): value is RawProfile {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
