import { hash, timingSafeEqual } from "node:crypto";

/** The project's keys; only their hashes are kept in memory. */
export interface ApiKeys {
  /** Whether a text is the secret key, which administers. Compares in constant time. */
  isSecretKey(text: string | undefined): boolean;
}

const PREFIXES = ["vd_secret_", "vd_publishable_"] as const;

export function createApiKeys({ secretKey }: { secretKey: string }): ApiKeys {
  const secretHash = hashOf(secretKey);
  return {
    isSecretKey: (text) => text !== undefined && timingSafeEqual(hashOf(text), secretHash),
  };
}

/** Clients send their key as bearer as long as nobody is signed in: such a bearer is no access token. */
export function looksLikeApiKey(bearer: string): boolean {
  return PREFIXES.some((prefix) => bearer.startsWith(prefix));
}

/** Compares secrets in constant time, whatever their length. */
export function isSameSecret(given: string, wanted: string): boolean {
  return timingSafeEqual(hashOf(given), hashOf(wanted));
}

function hashOf(text: string): Buffer {
  return hash("sha256", text, "buffer");
}
