import { createHash } from "node:crypto";
import type { JWTPayload } from "jose";

/** What the provider gave for a code or a refresh token. */
export interface Tokens {
  readonly accessToken: string;
  readonly idToken: string;
  readonly refreshToken: string | undefined;
  /** Seconds that the refresh token lives, where the provider says so. */
  readonly refreshExpiresIn: number | undefined;
  readonly claims: JWTPayload;
}

/** How long requests with the same refresh token share one exchange: providers take a rotating one only once. */
export const SHARED_MS = 10_000;

/** Exchanges a refresh token once, whoever asks with it at the same time. */
export interface TokenExchanges {
  once(refreshToken: string, exchange: () => Promise<Tokens>): Promise<Tokens>;
}

/** Shares inside one process. */
export class ProcessExchanges implements TokenExchanges {
  readonly #running = new Map<string, Promise<Tokens>>();

  once(refreshToken: string, exchange: () => Promise<Tokens>): Promise<Tokens> {
    const key = exchangeKey(refreshToken);
    const shared = this.#running.get(key);
    if (shared !== undefined) return shared;
    const fresh = exchange();
    this.#running.set(key, fresh);
    setTimeout(() => this.#running.delete(key), SHARED_MS).unref();
    return fresh;
  }
}

/** Names an exchange without giving the token away. */
export function exchangeKey(refreshToken: string): string {
  return createHash("sha256").update(refreshToken).digest("base64url");
}
