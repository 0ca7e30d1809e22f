import { type KeyObject, randomBytes } from "node:crypto";
import { CompactSign, compactVerify, errors, exportJWK, generateKeyPair, importJWK, type JWK } from "jose";
import { isSignedByRsa, readRsaKey } from "./rsa-signature.ts";
import type { TokenText } from "./token-text.ts";

/** The algorithms that keys of this service may have. */
const ALGORITHMS = ["RS256", "RS512", "ES256", "ES512", "EdDSA", "HS256"] as const;

type JwtAlgorithm = (typeof ALGORITHMS)[number];

type KeyMaterial = CryptoKey | Uint8Array;

/** A key that checks access tokens, and perhaps makes them. */
export interface JwtKey {
  /** Absent for the shared secret, unless the operator has named it. */
  readonly kid: string | undefined;
  readonly algorithm: JwtAlgorithm;
  readonly verifies: KeyMaterial;
  /** The same for RSA keys, whose checks are faster where they are asked for than on a thread. */
  readonly rsa?: KeyObject | undefined;
  /** Absent for keys that only check. */
  readonly signs: KeyMaterial | undefined;
  /** What may be published; absent for shared secrets. */
  readonly publicJwk: JWK | undefined;
}

function isJwtAlgorithm(text: unknown): text is JwtAlgorithm {
  return ALGORITHMS.some((algorithm) => algorithm === text);
}

/** A shared secret as HS256 key. */
export function sharedSecretKey(secret: string, kid?: string): JwtKey {
  const bytes = new TextEncoder().encode(secret);
  return { kid, algorithm: "HS256", verifies: bytes, signs: bytes, publicJwk: undefined };
}

/** The algorithms of the keys that are made here. */
export const MADE_ALGORITHMS = ["ES256", "RS256", "EdDSA", "HS256"] as const;

export type MadeAlgorithm = (typeof MADE_ALGORITHMS)[number];

const SHARED_SECRET_BYTES = 32;

/** A new key as private JWK, named by a random id. */
export async function createPrivateJwk(algorithm: MadeAlgorithm): Promise<JWK & { kid: string }> {
  const named = { alg: algorithm, kid: crypto.randomUUID() };
  if (algorithm === "HS256") {
    return { kty: "oct", k: randomBytes(SHARED_SECRET_BYTES).toString("base64url"), ...named };
  }
  const { privateKey } = await generateKeyPair(algorithm, { extractable: true });
  return { ...(await exportJWK(privateKey)), ...named };
}

/** @throws TypeError quoting nothing of the key */
export function asJwk(value: unknown): JWK {
  if (isJwk(value)) return value;
  throw new TypeError("jwt_keys: a key is no JWK");
}

function isJwk(value: unknown): value is JWK {
  return typeof value === "object" && value !== null && "kty" in value && typeof value.kty === "string";
}

/**
 * Reads a private JWK. Its `key_ops` say only whether it signs: WebCrypto refuses keys that list both operations,
 * though such keys are common.
 *
 * @throws TypeError when the key cannot be used, naming what is wrong but nothing of the key
 */
export async function readPrivateJwk({ key_ops: operations, use: _use, ...jwk }: JWK): Promise<JwtKey> {
  const algorithm = jwk.alg ?? algorithmOf(jwk);
  if (!isJwtAlgorithm(algorithm)) throw new TypeError(`jwt_keys: a key has the unknown algorithm ${String(algorithm)}`);
  const publicJwk = publicPartOf({ ...jwk, alg: algorithm });
  const signs = (operations?.includes("sign") ?? true) ? await importJWK(jwk, algorithm) : undefined;
  return {
    kid: jwk.kid,
    algorithm,
    verifies: await importJWK(publicJwk ?? jwk, algorithm),
    rsa: readRsaKey(jwk),
    signs,
    publicJwk: publicJwk && { ...publicJwk, use: "sig", key_ops: ["verify"] },
  };
}

/** Reads a key of which only the public part is known. */
export async function readPublicJwk({ key_ops: _operations, use: _use, ...jwk }: JWK): Promise<JwtKey> {
  return { ...(await readPrivateJwk({ ...jwk, key_ops: ["verify"] })), signs: undefined };
}

export async function signToken(key: JwtKey, claims: object): Promise<string> {
  if (key.signs === undefined) throw new TypeError("This key only checks tokens");
  const header = { alg: key.algorithm, ...(key.kid === undefined ? {} : { kid: key.kid }), typ: "JWT" };
  return new CompactSign(new TextEncoder().encode(JSON.stringify(claims))).setProtectedHeader(header).sign(key.signs);
}

/**
 * Checks that this key has signed a token, with the key's own algorithm, whatever the token says.
 *
 * @throws errors of jose
 */
export async function requireSignature({ algorithm, rsa, verifies }: JwtKey, token: TokenText): Promise<void> {
  if (token.header.alg !== algorithm) throw new errors.JOSEAlgNotAllowed("another algorithm than the key's");
  if (rsa === undefined) await compactVerify(token.text, verifies, { algorithms: [algorithm] });
  else if (!isSignedByRsa({ key: rsa, algorithm }, token)) throw new errors.JWSSignatureVerificationFailed();
}

/** RSA and EC keys often come without `alg`. */
function algorithmOf({ kty, crv }: JWK): JwtAlgorithm | undefined {
  if (kty === "RSA") return "RS256";
  if (kty === "oct") return "HS256";
  if (kty === "OKP") return "EdDSA";
  if (crv === "P-256") return "ES256";
  return crv === "P-521" ? "ES512" : undefined;
}

/** Named fields only: whatever else a key holds stays here. */
export function publicPartOf({ kty, crv, x, y, n, e, kid, alg }: JWK): JWK | undefined {
  if (kty === "oct") return undefined;
  const part = { kty, crv, x, y, n, e, kid, alg };
  return Object.fromEntries(Object.entries(part).filter(([, value]) => value !== undefined));
}
