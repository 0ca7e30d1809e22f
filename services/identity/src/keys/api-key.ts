import { createHash, randomBytes } from "node:crypto";

/** `secret` administers, `publishable` names the project and identifies nobody. */
export type ApiKeyKind = "secret" | "publishable";

/**
 * A new key: visible prefix, 256 random bits, six characters by which a scanner tells a leaked key from noise.
 *
 * @example vd_secret_0gT…43 characters…_9fK2xw
 */
export function createApiKey(kind: ApiKeyKind): string {
  const body = `vd_${kind}_${randomBytes(32).toString("base64url")}`;
  return `${body}_${checkSumOf(body)}`;
}

/** What is stored of a key; a key has enough random bits that a plain hash is safe. */
export function hashApiKey(key: string): Buffer {
  return createHash("sha256").update(key).digest();
}

function checkSumOf(body: string): string {
  return createHash("sha256").update(body).digest("base64url").slice(0, 6);
}
