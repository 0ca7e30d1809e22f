import { createHmac } from "node:crypto";
import { parseForeignJson } from "@vedette/http";
import { decodeProtectedHeader } from "jose";
import type { ExternalIdentity } from "../identities/external-identity.ts";
import { exchangeProviderCode, type ProviderAnswer, type ProviderAsking } from "./exchange-provider-code.ts";
import { verifyIdToken } from "./id-token.ts";
import type { KeySets } from "./key-sets.ts";
import { type Fetch, outboundFetch } from "./outbound-fetch.ts";
import { addressOf, type Provider } from "./provider.ts";
import type { RawProfile } from "./provider-declaration.ts";
import { AccountError, isRawProfile, pick, readAccount, textIn } from "./read-account.ts";
import { exchangeRequestToken, signedFor } from "./request-token.ts";
import { type StepWatch, UNWATCHED } from "./sign-in-steps.ts";

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
  watch: StepWatch = UNWATCHED,
): Promise<FetchedAccount> {
  const ask: ProviderAsking = { keys, fetch: outboundFetch(provider.allowedHosts), provider, watch };
  const exchange = provider.declaration.requestToken === undefined ? exchangeProviderCode : exchangeRequestToken;
  const { tokens, accessToken } = await exchange(ask, answer);
  const profile = await fetchProfile(ask, { tokens, accessToken, nonce: answer.nonce });
  const { emails } = provider.declaration;
  const list =
    emails &&
    (await watch.run(
      "profile",
      () => getEmails(ask.fetch, addressOf(provider, emails.url), bearer(accessToken)),
      (listed) => ({ answer: profile, emails: listed }),
    ));
  const account = { profile: withAppleName(provider, profile, answer.parameters), emails: list };
  return {
    external: await watch.run(
      "mapping",
      () => readAccount(provider, account),
      ({ subject, emails: addresses, claims }) => ({ subject, emails: addresses, claims }),
    ),
    accessToken,
    refreshToken: textIn(tokens, "refresh_token"),
  };
}

interface Tokens {
  readonly tokens: RawProfile;
  readonly accessToken: string;
  readonly nonce: string | undefined;
}

async function fetchProfile(ask: ProviderAsking, received: Tokens): Promise<RawProfile> {
  const { profile: source } = ask.provider.declaration;
  const claims = await checkIdToken(ask, received);
  switch (source.kind) {
    case "id_token":
      return claims ?? {};
    case "token_answer":
      return ask.watch.run(
        "profile",
        () => asProfile(pick(received.tokens, source.path)),
        (profile) => ({ answer: profile }),
      );
    case "request": {
      const url = addressOf(ask.provider, source.url);
      const profile = await ask.watch.run(
        "profile",
        () => requestProfile(ask, { url, headers: source.headers, received, claims }),
        (answer) => ({ endpoint: url, answer }),
      );
      return { ...claims, ...profile };
    }
  }
}

/** The claims of the ID token; `undefined` where none is wanted. */
async function checkIdToken(
  { keys, provider, watch }: ProviderAsking,
  { tokens, accessToken, nonce }: Tokens,
): Promise<RawProfile | undefined> {
  const { profile: source, idToken: rules, scopes } = provider.declaration;
  const idToken = textIn(tokens, "id_token");
  const isNeeded = source.kind === "id_token" || (nonce !== undefined && scopes.includes("openid"));
  const isWanted = isNeeded || (idToken !== undefined && rules?.hasNonce === true);
  if (!isWanted) return undefined;
  const check = () => {
    if (idToken === undefined) throw new AccountError("The provider gave no ID token.");
    return verifyIdToken(keys, provider, idToken, { nonce, accessToken });
  };
  return watch.run("id_token", check, (claims) => {
    const { alg, kid } = decodeProtectedHeader(idToken ?? "");
    return { keys: rules && addressOf(provider, rules.jwks), alg, kid, claims };
  });
}

interface ProfileRequest {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>> | undefined;
  readonly received: Tokens;
  /** Of the ID token, which must be about the same person. */
  readonly claims: RawProfile | undefined;
}

async function requestProfile(
  { fetch, provider }: ProviderAsking,
  { url, headers, received: { accessToken, tokens }, claims }: ProfileRequest,
): Promise<RawProfile> {
  const isSigned = provider.declaration.requestToken !== undefined;
  const proof = isSigned
    ? signedFor(provider, url, { value: accessToken, secret: textIn(tokens, "refresh_token") ?? "" })
    : bearer(accessToken);
  const sent = { ...proof, ...headersOf(provider, headers) };
  const profile = asProfile(await getJson(fetch, url + secretProof(provider, accessToken), sent));
  if (claims !== undefined && profile["sub"] !== claims["sub"]) {
    throw new AccountError("The profile is another person's than the ID token.");
  }
  return profile;
}

function asProfile(value: unknown): RawProfile {
  if (isRawProfile(value)) return value;
  throw new AccountError("The provider gave no profile.");
}

function secretProof({ declaration: { profile }, secret }: Provider, accessToken: string): string {
  if (profile.kind !== "request" || !profile.needsSecretProof) return "";
  return `&appsecret_proof=${createHmac("sha256", secret).update(accessToken).digest("hex")}`;
}

function headersOf(provider: Provider, headers: Readonly<Record<string, string>> = {}): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, addressOf(provider, value)]));
}

const bearer = (accessToken: string) => ({ authorization: `Bearer ${accessToken}` });

type Headers = Readonly<Record<string, string>>;

/** Fetches the list of e-mail addresses. It is optional: without access to it, the list is empty. An outage is an error. */
async function getEmails(fetch: Fetch, url: string, headers: Headers): Promise<unknown> {
  const answer = await fetch(url, { headers: { accept: "application/json", ...headers } });
  const isInaccessible = [401, 403, 404, 410].includes(answer.status);
  return isInaccessible ? [] : readJson(answer, url);
}

async function getJson(fetch: Fetch, url: string, headers: Headers): Promise<unknown> {
  return readJson(await fetch(url, { headers: { accept: "application/json", ...headers } }), url);
}

async function readJson(answer: Response, url: string): Promise<unknown> {
  const { host } = new URL(url);
  if (!answer.ok) throw new AccountError(`${host} answered ${answer.status}.`);
  try {
    return parseForeignJson(await answer.text());
  } catch {
    throw new AccountError(`${host} did not return JSON.`);
  }
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
    return parseForeignJson(text);
  } catch {
    // A name that cannot be read is none.
    return undefined;
  }
}
