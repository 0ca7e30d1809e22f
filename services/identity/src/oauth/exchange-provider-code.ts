import { openCache, parseForeignJson } from "@vedette/http";
import type { AuthorizationServer, Client } from "oauth4webapi";
import * as oauth from "oauth4webapi";
import type { KeySets } from "./key-sets.ts";
import type { Fetch } from "./outbound-fetch.ts";
import { addressOf, isIssuer, type Provider } from "./provider.ts";
import type { RawProfile } from "./provider-declaration.ts";
import { AccountError, isRawProfile, textIn } from "./read-account.ts";
import type { StepDetails, StepWatch } from "./sign-in-steps.ts";

/** What a browser brought back from a provider, with what was kept of the request. */
export interface ProviderAnswer {
  /** The parameters of the callback. */
  readonly parameters: URLSearchParams;
  readonly state: string;
  /** The request token with a provider that speaks OAuth 1.0a. */
  readonly codeVerifier: string | undefined;
  readonly nonce: string | undefined;
}

/** What asking a provider takes. */
export interface ProviderAsking {
  readonly keys: { readonly keySets: KeySets };
  readonly fetch: Fetch;
  readonly provider: Provider;
  readonly watch: StepWatch;
}

/** What the token endpoint gave. */
export interface ProviderTokenAnswer {
  readonly tokens: RawProfile;
  readonly accessToken: string;
}

/**
 * Checks the callback and exchanges its code.
 *
 * @throws AccountError; errors of oauth4webapi; HttpError of the call
 */
export async function exchangeProviderCode(
  { fetch, provider, watch }: ProviderAsking,
  answer: ProviderAnswer,
): Promise<ProviderTokenAnswer> {
  const { declaration, clientIds, secret, redirectUri } = provider;
  const { parameters, state, codeVerifier } = answer;
  const client: Client = { client_id: clientIds[0] };
  const { server, callback } = await watch.run(
    "callback",
    () => {
      const from: AuthorizationServer = {
        issuer: issuerOfCallback(provider, parameters),
        token_endpoint: addressOf(provider, declaration.token),
        ...(declaration.namesItself ? { authorization_response_iss_parameter_supported: true } : {}),
      };
      return { server: from, callback: oauth.validateAuthResponse(from, client, parameters, state) };
    },
    () => ({ parameters: [...parameters.keys()], issuer: parameters.get("iss") }),
  );
  const request = (method: ClientMethod) =>
    oauth.authorizationCodeGrantRequest(
      server,
      client,
      secret === "" ? oauth.None() : CLIENT_METHODS[method](secret),
      callback,
      redirectUri,
      codeVerifier ?? oauth.nopkce,
      // Which addresses may be called without TLS is decided where all calls go through.
      { [oauth.customFetch]: fetch, [oauth.allowInsecureRequests]: true },
    );
  const ask = async () => {
    const { response, tokens } = await requestTokens(provider, server.token_endpoint, request);
    if (!response.ok || !isRawProfile(tokens)) {
      throw refusalOf(response, tokens, [secret, parameters.get("code"), codeVerifier]);
    }
    const accessToken = textIn(tokens, "access_token");
    if (accessToken === undefined) throw new AccountError("The provider gave no access token.");
    return { tokens, accessToken };
  };
  return watch.run("token", ask, ({ tokens }) => ({ endpoint: server.token_endpoint, ...tokenDetails(tokens) }));
}

const CLIENT_METHODS = { basic: oauth.ClientSecretBasic, post: oauth.ClientSecretPost } as const;
type ClientMethod = keyof typeof CLIENT_METHODS;

/** The method that a token endpoint accepted from a client instead of the declared one. */
const acceptedMethods = openCache<string, ClientMethod>("oauth_client_methods", { sizeOf: () => 0 });

interface TokenResponse {
  readonly response: Response;
  readonly tokens: unknown;
}

/**
 * Requests tokens with the declared client authentication, and retries with the other method when the provider rejects the
 * client. Every server must support Basic (RFC 6749, 2.3.1); many accept only the other method.
 */
async function requestTokens(
  { declaration, clientIds, secret }: Provider,
  endpoint: string | undefined,
  request: (method: ClientMethod) => Promise<Response>,
): Promise<TokenResponse> {
  const key = JSON.stringify([endpoint, clientIds[0]]);
  const declared = declaration.clientAuthentication === "basic" ? "basic" : "post";
  const first = acceptedMethods.get(key) ?? declared;
  const response = await request(first);
  const result = { response, tokens: readTokens(await response.text()) };
  if (secret === "" || !isClientRefused(result)) return result;
  const other = first === "basic" ? "post" : "basic";
  const second = await request(other);
  const retried = { response: second, tokens: readTokens(await second.text()) };
  if (!second.ok || isClientRefused(retried)) return result;
  acceptedMethods.set(key, other);
  return retried;
}

function isClientRefused({ response, tokens }: TokenResponse): boolean {
  return response.status === 401 || Reflect.get(Object(tokens), "error") === "invalid_client";
}

/** Parses JSON or, from older providers, a form. The content type is ignored: providers often send a wrong one. */
function readTokens(text: string): unknown {
  try {
    return parseForeignJson(text);
  } catch {
    return /^[\w.~%+-]+=/.test(text) ? Object.fromEntries(new URLSearchParams(text.trim())) : undefined;
  }
}

/** Why the token endpoint gave none. `secrets` are what it was told and may repeat. */
function refusalOf(
  { status }: Response,
  answer: unknown,
  secrets: readonly (string | null | undefined)[],
): AccountError {
  const { error, error_description: description } = Object(answer) as Readonly<Record<string, unknown>>;
  // A word of RFC 6749, 5.2; what else the provider says may quote the request.
  const reason = typeof error === "string" && /^[a-z_]{1,40}$/.test(error) ? `: ${error}` : "";
  const isSafe = typeof description === "string" && !secrets.some((secret) => secret && description.includes(secret));
  return new AccountError(`The token endpoint answered ${status}${reason}.`, isSafe ? description : undefined);
}

/** What may be seen of tokens: which ones came, and what stands beside them. */
function tokenDetails(tokens: RawProfile): StepDetails {
  const { token_type, expires_in, scope } = tokens;
  const came = ["access_token", "refresh_token", "id_token"].filter((name) => textIn(tokens, name) !== undefined);
  return { tokens: came, token_type, expires_in, scope };
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
