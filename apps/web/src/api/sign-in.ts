import { queryOptions } from "@tanstack/react-query";
import { ApiError, isOutage } from "./api-error.ts";
import { asPerson } from "./captcha.ts";
import { getCredential } from "./get-credential.ts";
import { type Account, askIdentity, type Factor, TOKENS_LIKE, type Tokens, verifiedFactors } from "./identity.ts";
import { landingPage } from "./landing-page.ts";
import { dropPageTokens } from "./page-token.ts";
import { OFFERED_LIKE, type OfferedProvider } from "./provider-page.ts";
import { request } from "./request.ts";
import { type Credentials, signInByToken } from "./user.ts";
import type { WalletProof } from "./wallets.ts";

/** Which ways of signing in the server offers. */
export interface SignInMethods {
  readonly external: { readonly email: boolean; readonly phone: boolean };
  readonly disable_signup: boolean;
  /** Whether people may type a name instead of their address. */
  readonly user_names_enabled: boolean;
  /** Whether people may delete their own account. */
  readonly self_delete_enabled: boolean;
  /** Digits of the codes in mails, in text messages, and of a phone as second factor. */
  readonly mailer_otp_length: number;
  readonly sms_otp_length: number;
  readonly mfa_phone_otp_length: number;
  /** What a new password needs: so many characters, and one of each set. */
  readonly password_min_length: number;
  readonly password_required_sets: readonly string[];
  readonly passkeys_enabled: boolean;
  /** Whether people may link accounts to theirs and take them away. */
  readonly manual_linking_enabled: boolean;
  readonly providers: readonly OfferedProvider[];
  readonly sso_enabled: boolean;
  /** The chains whose wallets sign people in. */
  readonly web3: { readonly ethereum: boolean; readonly solana: boolean };
  /** Whether other programs may sign people in here. */
  readonly oauth_server_enabled: boolean;
}

export const signInMethodsQuery = queryOptions({
  queryKey: ["sign-in-methods"],
  queryFn: ({ signal }) =>
    askIdentity<SignInMethods>("settings", {
      signal,
      like: { external: {}, password_required_sets: [""], providers: [OFFERED_LIKE], web3: {} },
    }),
  staleTime: 60_000,
});

/** Whether people may make an account with an address of their own. */
export function takesSignUps({ disable_signup, external }: SignInMethods): boolean {
  return !disable_signup && external.email;
}

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

/** What the last code gave, until the browser is signed in by it. */
let given: { readonly code: string; readonly accessToken: string } | undefined;

/**
 * Signs in by a code, as `enter`. A code counts once: where signing in fails after it, the next try goes on with what it
 * gave.
 *
 * @param code - with whatever makes it another than the same digits elsewhere
 * @param redeem - changes it into an access token
 */
export async function enterByCode(code: string, redeem: () => Promise<string>): Promise<Entrance> {
  if (given?.code !== code) given = { code, accessToken: await redeem() };
  try {
    const entrance = await enter(given.accessToken);
    given = undefined;
    return entrance;
  } catch (error) {
    if (!(error instanceof Error && isOutage(error))) given = undefined;
    throw error;
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
    const { access_token } = await askIdentity<Tokens>("token", {
      method: "POST",
      query,
      body: credentials,
      like: TOKENS_LIKE,
    });
    return enter(access_token);
  }
}

/** Asks for the mail of the sign-up again. @param next - the path to which its link leads in the end */
export function askForConfirmation(email: string, next: string): Promise<void> {
  return askIdentity("resend", {
    method: "POST",
    query: { redirect_to: landingPage("/confirm", next) },
    body: { type: "signup", email },
  });
}

/** Signs in with a key that this device keeps. @throws DOMException when the person turns the browser's question away */
export async function enterWithPasskey(): Promise<Entrance> {
  const asked = await askIdentity<PasskeyQuestion>("passkeys/authentication/options", {
    method: "POST",
    body: {},
    like: { challenge_id: "", options: {} },
  });
  const credential = await getCredential(asked.options);
  const { access_token } = await askIdentity<Tokens>("passkeys/authentication/verify", {
    method: "POST",
    body: { challenge_id: asked.challenge_id, credential },
    like: TOKENS_LIKE,
  });
  return enter(access_token);
}

interface PasskeyQuestion {
  readonly challenge_id: string;
  readonly options: PublicKeyCredentialRequestOptionsJSON;
}

/** Signs in by what a wallet has signed. */
export async function enterWithWallet(proof: WalletProof): Promise<Entrance> {
  const query = { grant_type: "web3" };
  return enter(
    (await askIdentity<Tokens>("token", { method: "POST", query, body: proof, like: TOKENS_LIKE })).access_token,
  );
}
