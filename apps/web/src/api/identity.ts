import { ApiError } from "./api-error.ts";
import { asPerson } from "./captcha.ts";
import type { Like } from "./like.ts";
import { administratorToken, dropPageTokens, userToken } from "./page-token.ts";
import { type RequestOptions, request } from "./request.ts";

/** The kinds of second factors that people add; recovery codes are kept as a factor, too. */
export const FACTOR_KINDS = ["totp", "webauthn", "phone"] as const;

/** A second factor, as the sign-in service tells of it. */
export interface Factor {
  readonly id: string;
  readonly factor_type: (typeof FACTOR_KINDS)[number];
  readonly status: "verified" | "unverified";
  readonly friendly_name?: string;
  readonly phone?: string;
  readonly created_at: string;
}

/** One way in which a person is known. */
interface PersonIdentity {
  readonly identity_id: string;
  readonly id: string;
  readonly provider: string;
  readonly created_at: string;
  readonly last_sign_in_at?: string;
  readonly identity_data?: { readonly email?: string };
}

/** A person, as the sign-in service tells of them. */
export interface Account {
  readonly id: string;
  readonly email: string;
  readonly new_email?: string;
  /** Which of the two addresses has confirmed the change, where both have to and one has. */
  readonly email_change_confirmed?: "current" | "new";
  readonly phone: string;
  readonly new_phone?: string;
  readonly email_confirmed_at?: string;
  readonly phone_confirmed_at?: string;
  readonly last_sign_in_at?: string;
  readonly created_at: string;
  readonly banned_until?: string;
  readonly app_metadata: Readonly<Record<string, unknown>>;
  readonly user_metadata: Readonly<Record<string, unknown>>;
  readonly identities?: readonly PersonIdentity[];
  readonly factors?: readonly Factor[];
}

/** What a sign-in answers. */
export interface Tokens {
  readonly access_token: string;
  readonly user: Account;
}

export const TOKENS_LIKE: Like<Tokens> = { access_token: "" };

/** Calls the sign-in service for nobody in particular, or with a token that was just had. */
export function askIdentity<Answer>(path: string, options: RequestOptions<Answer> = {}): Promise<Answer> {
  return asPerson({ ...options, signedOut: "throw" }, (sent) => request<Answer>(`/auth/v1/${path}`, sent));
}

/** Calls the sign-in service as the person who is signed in. */
export function asUser<Answer>(path: string, options: RequestOptions<Answer> = {}): Promise<Answer> {
  return withToken(userToken, (bearer) => askIdentity<Answer>(path, { ...options, bearer }));
}

/** Calls the sign-in service as the administrator who is signed in. */
export function asAdministrator<Answer>(path: string, options: RequestOptions<Answer> = {}): Promise<Answer> {
  return withToken(
    async () => (await administratorToken()).access_token,
    (bearer) => askIdentity<Answer>(path, { ...options, bearer }),
  );
}

/** Calls the configuration endpoint; `below` is the path under it. */
export function configure<Answer>(below: string, options: RequestOptions<Answer> = {}): Promise<Answer> {
  return withToken(administratorToken, ({ access_token, configuration }) =>
    request<Answer>(configuration + below, { ...options, bearer: access_token, signedOut: "throw" }),
  );
}

/** As {@link asUser}, for calls that go on with what the last one brought. */
export function withUserToken<Answer>(call: (token: string) => Promise<Answer>): Promise<Answer> {
  return withToken(userToken, call);
}

/** What the service says of a token whose session has ended, or whose signature it no longer knows. */
const ENDED: ReadonlySet<string> = new Set(["session_not_found", "session_expired", "bad_jwt"]);

function isTokenGone(error: unknown): boolean {
  return error instanceof ApiError && (error.status === 401 || ENDED.has(error.code));
}

/**
 * A token that the service refuses is asked for anew, once: its session may have ended and begun again meanwhile. Where it
 * has only ended, asking has the page ask for the password.
 */
async function withToken<Token, Answer>(
  take: () => Promise<Token>,
  call: (token: Token) => Promise<Answer>,
): Promise<Answer> {
  try {
    return await call(await take());
  } catch (error) {
    if (!isTokenGone(error)) throw error;
    dropPageTokens();
    return call(await take());
  }
}

/** The factors that prove something by now. */
export function verifiedFactors({ factors = [] }: Pick<Account, "factors">): readonly Factor[] {
  return factors.filter(({ status, factor_type }) => status === "verified" && FACTOR_KINDS.includes(factor_type));
}
