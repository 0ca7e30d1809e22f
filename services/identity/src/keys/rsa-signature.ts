import { createPublicKey, type KeyObject, verify } from "node:crypto";
import type { JWK } from "jose";

const MIN_MODULUS_BITS = 2048;
const HASHES: ReadonlyMap<string, string> = new Map([
  ["RS256", "sha256"],
  ["RS512", "sha512"],
]);

/** An RSA key that checks signatures on the spot; `undefined` for any other, and for one that is too short. */
export function readRsaKey({ kty, n, e }: JWK): KeyObject | undefined {
  if (kty !== "RSA" || n === undefined || e === undefined) return undefined;
  const key = createPublicKey({ key: { kty, n, e }, format: "jwk" });
  return (key.asymmetricKeyDetails?.modulusLength ?? 0) >= MIN_MODULUS_BITS ? key : undefined;
}

/** Whether the key has signed this. WebCrypto takes every check to a thread and back, which costs more than the check itself. */
export function isSignedByRsa(
  { key, algorithm }: { key: KeyObject; algorithm: string },
  { signed, signature }: { signed: string; signature: string },
): boolean {
  return verify(HASHES.get(algorithm), Buffer.from(signed), key, Buffer.from(signature, "base64url"));
}
