import { hash } from "node:crypto";
import type { JWTPayload } from "jose";
import type { JwtKey } from "../keys/jwt-key.ts";

interface Verified {
  readonly key: JwtKey;
  readonly claims: JWTPayload;
}

/** Enough for everybody who is at work at the same time; a token takes about a kilobyte. */
const MAX_TOKENS = 2000;

/**
 * The claims of tokens whose signature was checked before: a check costs as much as the question to the database that
 * follows it. Whether key, session and person still stand is asked every time; tokens are kept by their hash only.
 */
export class VerifiedTokens {
  readonly #known = new Map<string, Verified>();

  /** The claims of a token that this very key was found to have signed; `undefined` once they have expired, too. */
  find(key: JwtKey, token: string): JWTPayload | undefined {
    const found = this.#known.get(nameOf(token));
    if (found?.key !== key) return undefined;
    const { exp = 0, nbf = 0 } = found.claims;
    const now = Math.floor(Date.now() / 1000);
    return now < exp && now >= nbf ? found.claims : undefined;
  }

  /** Keeps what was found. The oldest make room. */
  keep(key: JwtKey, token: string, claims: JWTPayload): void {
    if (this.#known.size >= MAX_TOKENS) {
      const oldest = this.#known.keys().next();
      if (oldest.done !== true) this.#known.delete(oldest.value);
    }
    this.#known.set(nameOf(token), { key, claims: Object.freeze(claims) });
  }
}

function nameOf(token: string): string {
  return hash("sha256", token, "base64url");
}
