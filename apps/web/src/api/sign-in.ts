import { queryOptions } from "@tanstack/react-query";
import { ApiError } from "./api-error.ts";
import { asPerson } from "./captcha.ts";
import { type Account, askIdentity, type Factor, type Tokens, verifiedFactors } from "./identity.ts";
import { dropPageTokens } from "./page-token.ts";
import type { OfferedProvider } from "./providers.ts";
import { publicPath } from "./public-path.ts";
import { request } from "./request.ts";
import { type Credentials, signInByToken } from "./user.ts";

/** Which ways of signing in the server offers. */
export interface SignInMethods {
  readonly external: { readonly email: boolean; readonly phone: boolean };
  readonly disable_signup: boolean;
  readonly passkeys_enabled: boolean;
  /** Whether people may link accounts to theirs and take them away. */
  readonly manual_linking_enabled: boolean;
  readonly providers: readonly OfferedProvider[];
  readonly saml_enabled: boolean;
  /** The chains whose wallets sign people in. */
  readonly web3: { readonly ethereum: boolean; readonly solana: boolean };
  /** Whether other programs may sign people in here. */
  readonly oauth_server_enabled: boolean;
}

export const signInMethodsQuery = queryOptions({
  queryKey: ["sign-in-methods"],
  queryFn: ({ signal }) => askIdentity<SignInMethods>("settings", { signal }),
  staleTime: 60_000,
});

/** What a first proof led to: the browser is signed in, or a second factor is wanted. */
export type Entrance = { readonly kind: "entered" } | { readonly kind: "wants-factor"; readonly first: FirstProof };

/** A session that waits for a second factor. */
export interface FirstProof {
  readonly accessToken: string;
  readonly factors: readonly Factor[];
}

/** Signs the browser in with an access token, unless its person has a second factor that it does not prove yet. */
export async function enter(accessToken: string): Promise<Entrance> {
  dropPageTokens();
  try {
    await signInByToken(accessToken);
    return { kind: "entered" };
  } catch (error) {
    if (!wantsFactor(error)) throw error;
    const account = await askIdentity<Account>("user", { bearer: accessToken });
    return { kind: "wants-factor", first: { accessToken, factors: verifiedFactors(account) } };
  }
}

/** Whether the first proof was right, and a second is wanted beside it. */
function wantsFactor(error: unknown): boolean {
  return error instanceof ApiError && error.code === "insufficient_aal";
}

/** Signs in by password. @throws ApiError */
export async function enterWithPassword(credentials: Credentials): Promise<Entrance> {
  dropPageTokens();
  try {
    await asPerson({ method: "POST", body: credentials, signedOut: "throw" }, (sent) => request("/api/login", sent));
    return { kind: "entered" };
  } catch (error) {
    if (!wantsFactor(error)) throw error;
    const query = { grant_type: "password" };
    const { access_token } = await askIdentity<Tokens>("token", { method: "POST", query, body: credentials });
    return enter(access_token);
  }
}

/** Where a code was or will be sent. */
export type CodeAddress =
  | { readonly kind: "email"; readonly email: string }
  | { readonly kind: "phone"; readonly phone: string };

/** Refusals that would tell whether somebody has an account; to the person it looks as if a message were on its way. */
const TELLING = new Set(["otp_disabled", "user_not_found", "signup_disabled"]);

/** Asks for a code, and by mail a link, that signs in. An unknown address gets nothing, and nobody is told so. */
export async function askForCode(address: CodeAddress): Promise<void> {
  const { kind: _kind, ...body } = address;
  const query = address.kind === "email" ? { redirect_to: `${location.origin}${publicPath()}/confirm` } : {};
  try {
    await askIdentity("otp", { method: "POST", query, body: { ...body, create_user: false } });
  } catch (error) {
    if (!(error instanceof ApiError && TELLING.has(error.code))) throw error;
  }
}

/** Asks for a mail with which a new password can be chosen. */
export function askForRecovery(email: string): Promise<void> {
  return askIdentity("recover", {
    method: "POST",
    query: { redirect_to: `${location.origin}${publicPath()}/reset` },
    body: { email },
  });
}

/** Asks for the mail of the sign-up again. */
export function askForConfirmation(email: string): Promise<void> {
  return askIdentity("resend", {
    method: "POST",
    query: { redirect_to: `${location.origin}${publicPath()}/confirm` },
    body: { type: "signup", email },
  });
}

/** Changes a code that was sent into an access token. @throws ApiError `otp_expired` for a wrong one, too */
export async function redeemCode(address: CodeAddress, code: string, type: "email" | "recovery"): Promise<string> {
  const proof =
    address.kind === "email"
      ? { type, email: address.email, token: code }
      : { type: "sms", phone: address.phone, token: code };
  return (await askIdentity<Tokens>("verify", { method: "POST", body: proof })).access_token;
}

/** Signs in with a key that this device keeps. @throws DOMException when the person turns the browser's question away */
export async function enterWithPasskey(): Promise<Entrance> {
  const asked = await askIdentity<PasskeyQuestion>("passkeys/authentication/options", { method: "POST", body: {} });
  const credential = await getCredential(asked.options);
  const { access_token } = await askIdentity<Tokens>("passkeys/authentication/verify", {
    method: "POST",
    body: { challenge_id: asked.challenge_id, credential },
  });
  return enter(access_token);
}

interface PasskeyQuestion {
  readonly challenge_id: string;
  readonly options: PublicKeyCredentialRequestOptionsJSON;
}

interface Challenge {
  readonly id: string;
  readonly webauthn?: {
    readonly type: "create" | "request";
    readonly credential_options: { readonly publicKey: PublicKeyCredentialRequestOptionsJSON };
  };
}

/** Begins the proof of a second factor; of a phone, this sends the code. */
export function challengeFactor(accessToken: string, factorId: string): Promise<Challenge> {
  return askIdentity<Challenge>(`factors/${factorId}/challenge`, { method: "POST", body: {}, bearer: accessToken });
}

/** Proves a factor by its code. @returns an access token of the same session that says so */
export async function proveByCode(
  accessToken: string,
  proof: { readonly factorId: string; readonly challengeId: string; readonly code: string },
): Promise<string> {
  const { factorId, challengeId: challenge_id, code } = proof;
  const path = `factors/${factorId}/verify`;
  const tokens = await askIdentity<Tokens>(path, { method: "POST", bearer: accessToken, body: { challenge_id, code } });
  return tokens.access_token;
}

/** Proves a factor by the key that the person holds. */
export async function proveByKey(accessToken: string, factorId: string): Promise<string> {
  const { id: challenge_id, webauthn } = await challengeFactor(accessToken, factorId);
  if (webauthn === undefined) throw new TypeError("The challenge of a key has no options");
  const credential_response = await getCredential(webauthn.credential_options.publicKey);
  const body = { challenge_id, webauthn: { type: "request", credential_response } };
  const path = `factors/${factorId}/verify`;
  return (await askIdentity<Tokens>(path, { method: "POST", bearer: accessToken, body })).access_token;
}

/** Proves oneself with one of the codes that were written down for the day the second factor is lost. */
export async function proveByRecoveryCode(accessToken: string, code: string): Promise<string> {
  const path = "factors/recovery-codes/verify";
  return (await askIdentity<Tokens>(path, { method: "POST", bearer: accessToken, body: { code } })).access_token;
}

async function getCredential(options: PublicKeyCredentialRequestOptionsJSON): Promise<unknown> {
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(options);
  const credential = await navigator.credentials.get({ publicKey });
  if (!(credential instanceof PublicKeyCredential)) throw new TypeError("The browser gave no key");
  return credential.toJSON();
}
