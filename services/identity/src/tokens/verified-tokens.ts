import { hash } from "node:crypto";
import { type Cache, jsonBytes, openCache } from "@vedette/http";
import type { JWTPayload } from "jose";
import type { JwtKey } from "../keys/jwt-key.ts";

/** Believed only as long as the key still stands. */
export interface Verified {
  readonly key: JwtKey;
  readonly claims: JWTPayload;
}

/**
 * The claims of tokens whose signature was checked before: a check costs as much as the question to the database that
 * follows it. Whether key, session and person still stand is asked every time; tokens are kept by their hash only.
 */
export class VerifiedTokens {
  // The key belongs to the key ring; many tokens share it.
  readonly #tokens: Cache<string, Verified> = openCache("verified_tokens", {
    sizeOf: ({ claims }) => jsonBytes(claims),
  });

  /** What a token says and which key was found to have signed it; `undefined` once it has expired, too. */
  find(token: string): Verified | undefined {
    const found = this.#tokens.get(nameOf(token));
    if (found === undefined) return undefined;
    const { exp = 0, nbf = 0 } = found.claims;
    const now = Math.floor(Date.now() / 1000);
    return now < exp && now >= nbf ? found : undefined;
  }

  /** Stores what was verified. */
  keep(token: string, { key, claims }: Verified): void {
    this.#tokens.set(nameOf(token), { key, claims: Object.freeze(claims) });
  }
}

function nameOf(token: string): string {
  return hash("sha256", token, "base64url");
}
