import { Type } from "typebox";
import { Check } from "typebox/value";
import { callTarget, type HttpClient } from "./call-target.ts";

/** How a token is asked for. */
export interface ClientCredentials {
  readonly tokenUrl: string;
  readonly clientId: string;
  readonly clientSecret: string;
  readonly scopes: readonly string[];
  readonly parameters: Readonly<Record<string, string>>;
}

/** @see RFC 6749, 5.1 */
const TokenAnswer = Type.Object({
  access_token: Type.String({ minLength: 1, maxLength: 16_384, pattern: "^[!-~]+$" }),
  expires_in: Type.Optional(Type.Union([Type.Number(), Type.String({ pattern: "^\\d{1,9}$" })])),
});

/** A token is fetched anew this long before it ends. */
const EARLY_MS = 10_000;
/** Life of a token whose end nobody tells. */
const UNKNOWN_LIFE_MS = 5 * 60_000;
const MAX_BYTES = 64 * 1024;
const TIMEOUT_MS = 10_000;

/** The server of tokens gives none. */
class TokenError extends Error {
  constructor(message: string) {
    super(message);
    this.name = "TokenError";
  }
}

interface KnownToken {
  readonly key: string;
  readonly text: string;
  readonly endsMs: number;
}

/**
 * Tokens of one client, by the grant for programs. A token is used until shortly before its end.
 *
 * @see RFC 6749, 4.4
 */
export class TokenSource {
  #known: KnownToken | undefined;
  #fetching: Promise<KnownToken> | undefined;

  /** @throws TokenError when there is none to be had; HttpError when the server cannot be reached */
  async token(credentials: ClientCredentials, client: HttpClient, signal: AbortSignal): Promise<string> {
    const key = JSON.stringify(credentials);
    if (this.#known?.key === key && this.#known.endsMs > Date.now()) return this.#known.text;
    this.#fetching ??= this.#fetch(key, credentials, client, signal).finally(() => {
      this.#fetching = undefined;
    });
    const { text } = await this.#fetching;
    return text;
  }

  /** The token was refused: the next call fetches another. */
  forget(): void {
    this.#known = undefined;
  }

  async #fetch(
    key: string,
    credentials: ClientCredentials,
    client: HttpClient,
    signal: AbortSignal,
  ): Promise<KnownToken> {
    const { clientId, clientSecret } = credentials;
    const form = formOf(credentials);
    const pair = [clientId, clientSecret].map((text) => encodeURIComponent(text)).join(":");
    const basic = { authorization: `Basic ${Buffer.from(pair).toString("base64")}` };
    let answer = await ask(credentials, form, basic, client, signal);
    if (answer.status === 400 || answer.status === 401) {
      // Some servers take the secret in the form alone.
      const inForm = new URLSearchParams([...form, ["client_id", clientId], ["client_secret", clientSecret]]);
      answer = await ask(credentials, inForm, {}, client, signal);
    }
    if (answer.status !== 200) throw new TokenError(`the token server answers with HTTP status ${answer.status}`);
    if (!Check(TokenAnswer, answer.body)) throw new TokenError("the token server answers without a token");
    const lifeMs = answer.body.expires_in === undefined ? UNKNOWN_LIFE_MS : Number(answer.body.expires_in) * 1000;
    this.#known = { key, text: answer.body.access_token, endsMs: Date.now() + lifeMs - EARLY_MS };
    return this.#known;
  }
}

function formOf({ scopes, parameters }: ClientCredentials): URLSearchParams {
  return new URLSearchParams([
    ["grant_type", "client_credentials"],
    ...(scopes.length === 0 ? [] : [["scope", scopes.join(" ")]]),
    ...Object.entries(parameters),
  ]);
}

async function ask(
  { tokenUrl }: ClientCredentials,
  form: URLSearchParams,
  headers: Readonly<Record<string, string>>,
  client: HttpClient,
  signal: AbortSignal,
): Promise<{ status: number; body: unknown }> {
  const call = {
    url: tokenUrl,
    method: "POST",
    headers: { "content-type": "application/x-www-form-urlencoded", accept: "application/json", ...headers },
    body: form.toString(),
    timeoutMs: TIMEOUT_MS,
    maxBytes: MAX_BYTES,
    signal,
  } as const;
  const answer = await callTarget(call, client);
  const text = await answer.body.text();
  return { status: answer.status, body: parsed(text) };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined; // No JSON is no token either.
  }
}
