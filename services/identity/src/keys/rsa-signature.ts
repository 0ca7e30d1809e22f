import { createPublicKey, type KeyObject, verify } from "node:crypto";
import { decodeProtectedHeader, errors, type JWK, type JWTPayload, type JWTVerifyOptions, UnsecuredJWT } from "jose";

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

/** The header that jose wants to see where nothing is to be checked but the claims. */
const UNSECURED_HEADER = Buffer.from('{"alg":"none"}').toString("base64url");

/**
 * Checks a token that is signed with RSA. WebCrypto takes every check to a thread and back, which costs twice as much as
 * the check itself; the claims are jose's to judge.
 *
 * @returns `undefined` for a token out of the ordinary, which jose must judge as a whole
 * @throws errors of jose
 */
export function verifyRsaToken(
  { key, algorithm }: { key: KeyObject; algorithm: string },
  token: string,
  options: JWTVerifyOptions,
): JWTPayload | undefined {
  const [, signed = "", payload = "", signature = ""] = /^([\w-]+\.([\w-]+))\.([\w-]+)$/.exec(token) ?? [];
  const hash = HASHES.get(algorithm);
  if (signed === "" || hash === undefined) return undefined;
  const { alg, crit, b64 } = decodeProtectedHeader(token);
  if (alg !== algorithm || crit !== undefined || b64 !== undefined) return undefined;
  if (!verify(hash, Buffer.from(signed), key, Buffer.from(signature, "base64url"))) {
    throw new errors.JWSSignatureVerificationFailed();
  }
  return UnsecuredJWT.decode(`${UNSECURED_HEADER}.${payload}.`, options).payload;
}
