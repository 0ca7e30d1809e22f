import { hash } from "node:crypto";
import type { JWTPayload } from "jose";
import type { JwtKey } from "../keys/jwt-key.ts";

/** Believed only as long as the key still stands. */
export interface Verified {
  readonly key: JwtKey;
  readonly claims: JWTPayload;
}

/** Twice as many are enough for everybody who is at work at the same time; a token takes about a kilobyte. */
const GENERATION = 1000;

/**
 * The claims of tokens whose signature was checked before: a check costs as much as the question to the database that
 * follows it. Whether key, session and person still stand is asked every time; tokens are kept by their hash only.
 */
export class VerifiedTokens {
  #younger = new Map<string, Verified>();
  #older: ReadonlyMap<string, Verified> = new Map();

  /** What a token says and which key was found to have signed it; `undefined` once it has expired, too. */
  find(token: string): Verified | undefined {
    const name = nameOf(token);
    const found = this.#younger.get(name) ?? this.#older.get(name);
    if (found === undefined) return undefined;
    const { exp = 0, nbf = 0 } = found.claims;
    const now = Math.floor(Date.now() / 1000);
    return now < exp && now >= nbf ? found : undefined;
  }

  /** Keeps what was found. What has been kept longest makes room, half of all at a time. */
  keep(token: string, { key, claims }: Verified): void {
    if (this.#younger.size >= GENERATION) {
      this.#older = this.#younger;
      this.#younger = new Map();
    }
    this.#younger.set(nameOf(token), { key, claims: Object.freeze(claims) });
  }
}

function nameOf(token: string): string {
  return hash("sha256", token, "base64url");
}
