import { seal, unseal } from "@vedette/database";
import type { Identity } from "../identity.ts";
import type { ProviderAnswer, ProviderAsking, ProviderTokenAnswer } from "./exchange-provider-code.ts";
import { type Fetch, outboundFetch } from "./outbound-fetch.ts";
import { addressOf, type Provider } from "./provider.ts";
import { declarationOf, isProviderName } from "./provider-table.ts";
import { AccountError } from "./read-account.ts";
import { type SigningKeys, signedAuthorization } from "./signed-request.ts";

// OAuth 1.0a beside OAuth 2: a request token is had before the browser sets out, and every request is signed.

/** A token with the secret that signs for it. */
interface SigningToken {
  readonly value: string;
  readonly secret: string;
}

const MAX_TOKEN_LENGTH = 1024;

/** Whether a provider, by its name, speaks OAuth 1.0a. */
export function usesRequestTokens(name: string): boolean {
  return isProviderName(name) && declarationOf(name).requestToken !== undefined;
}

/**
 * Asks for a request token, for a callback that brings the state back.
 *
 * @returns where the provider asks the person, and what is to be kept until they come back
 * @throws AccountError; HttpError of the call
 * @see RFC 5849, 2.1
 */
export async function askRequestToken(
  provider: Provider,
  endpoint: string,
  { state, parameters }: { readonly state: string; readonly parameters: Readonly<Record<string, string>> },
): Promise<{ readonly url: string; readonly requestToken: string }> {
  const callback = new URL(provider.redirectUri);
  callback.searchParams.set("state", state);
  const answer = await post(outboundFetch(provider.allowedHosts), addressOf(provider, endpoint), provider, {
    said: { oauth_callback: callback.href },
  });
  // Whoever does not say so speaks the first edition, in which anybody's answer could be brought (RFC 5849, 2.1).
  if (answer.get("oauth_callback_confirmed") !== "true") {
    throw new AccountError("The provider did not confirm the callback URL.");
  }
  const { value, secret } = tokenIn(answer);
  const url = new URL(addressOf(provider, provider.declaration.authorization));
  for (const [name, text] of Object.entries({ ...parameters, oauth_token: value })) url.searchParams.set(name, text);
  return {
    url: url.href,
    requestToken: String(new URLSearchParams({ oauth_token: value, oauth_token_secret: secret })),
  };
}

/** What a browser brought back in the words of OAuth 2, so that all that follows is one way. */
export function withCodeForVerifier(parameters: URLSearchParams): URLSearchParams {
  const { denied, oauth_verifier: code } = Object.fromEntries(parameters);
  return new URLSearchParams([
    ...[...parameters].filter(([name]) => name !== "code" && name !== "error"),
    ...(denied === undefined ? [] : [["error", "access_denied"]]),
    ...(code === undefined ? [] : [["code", code]]),
  ]);
}

/**
 * Exchanges the request token that the person agreed to.
 *
 * @throws AccountError; HttpError of the call
 * @see RFC 5849, 2.3
 */
export async function exchangeRequestToken(
  { fetch, provider, watch }: ProviderAsking,
  { parameters, codeVerifier }: ProviderAnswer,
): Promise<ProviderTokenAnswer> {
  const { token, verifier } = await watch.run(
    "callback",
    () => {
      if (parameters.has("error")) throw new AccountError("The provider refused.", "access_denied");
      const kept = tokenIn(new URLSearchParams(codeVerifier));
      if (parameters.get("oauth_token") !== kept.value) throw new AccountError("The answer is another sign-in's.");
      return { token: kept, verifier: parameters.get("code") ?? "" };
    },
    () => ({ parameters: [...parameters.keys()].filter((name) => name !== "code") }),
  );
  const endpoint = addressOf(provider, provider.declaration.token);
  const ask = async () => tokenIn(await post(fetch, endpoint, provider, { token, said: { oauth_verifier: verifier } }));
  const { value, secret } = await watch.run("token", ask, () => ({
    endpoint,
    tokens: ["access_token", "token_secret"],
  }));
  return { tokens: { access_token: value, refresh_token: secret }, accessToken: value };
}

/** `Authorization` for asking a provider who the person is. */
export function signedFor(provider: Provider, url: string, token: SigningToken): { readonly authorization: string } {
  return { authorization: signedAuthorization({ method: "GET", url }, keysOf(provider, token)) };
}

/** The request token as it is kept until its browser is back. */
export function sealRequestToken({ keyRing }: Pick<Identity, "keyRing">, flowId: string, requestToken: string): string {
  return seal(keyRing, requestToken, placeOf(flowId));
}

export function unsealRequestToken({ keyRing }: Pick<Identity, "keyRing">, flowId: string, sealed: string): string {
  return unseal(keyRing, sealed, placeOf(flowId));
}

/** By the flow's id: the row goes with it. */
function placeOf(flowId: string) {
  return { table: "auth.oauth_client_states", column: "code_verifier", rowId: flowId } as const;
}

function keysOf({ clientIds, secret }: Provider, token: SigningToken | undefined): SigningKeys {
  return { clientId: clientIds[0], secret, token };
}

async function post(
  fetch: Fetch,
  url: string,
  provider: Provider,
  { token, said }: { readonly token?: SigningToken; readonly said: Readonly<Record<string, string>> },
): Promise<URLSearchParams> {
  const authorization = signedAuthorization({ method: "POST", url }, keysOf(provider, token), said);
  const answer = await fetch(url, { method: "POST", headers: { authorization } });
  if (!answer.ok) throw new AccountError(`${new URL(url).host} answered ${answer.status}.`);
  return new URLSearchParams(await answer.text());
}

/** @throws AccountError */
function tokenIn(answer: URLSearchParams): SigningToken {
  const [value, secret] = [answer.get("oauth_token"), answer.get("oauth_token_secret")].map((text) => text ?? "");
  if (!value || !secret || value.length > MAX_TOKEN_LENGTH || secret.length > MAX_TOKEN_LENGTH) {
    throw new AccountError("The provider gave no token.");
  }
  return { value, secret };
}
