import { createHash, timingSafeEqual } from "node:crypto";
import { parseForeignJson } from "@vedette/http";
import { base64url, decodeProtectedHeader, type JWTPayload, jwtVerify } from "jose";
import type { KeySets } from "./key-sets.ts";
import { outboundFetch } from "./outbound-fetch.ts";
import { addressOf, isIssuer, type Provider } from "./provider.ts";

/** Public keys only: with a shared secret, whoever knows the client could make tokens. */
const ALGORITHMS = [
  "RS256",
  "RS384",
  "RS512",
  "PS256",
  "PS384",
  "PS512",
  "ES256",
  "ES384",
  "ES512",
  "EdDSA",
  "Ed25519",
] as const;

/** Seconds by which clocks may differ. */
const LEEWAY = 30;

export interface IdTokenChecks {
  /** Whom the token may be for, beside the provider's client ids. */
  readonly audiences?: readonly string[];
  /** What the token must say; absent when it is not to be looked at. */
  readonly nonce?: string | undefined;
  /** What the token's `at_hash` must belong to. */
  readonly accessToken?: string | undefined;
}

/** Why an ID token was refused; the text holds nothing of the token. */
export class IdTokenError extends Error {}

/**
 * Checks an ID token: signature by the provider's published keys, issuer as configured, audience, times, nonce and the
 * hash of the access token. What the token says of its own keys (`jwk`, `jku`, `x5u`) is not looked at.
 *
 * @throws IdTokenError; errors of jose
 * @see OpenID Connect Core 1.0, 3.1.3.7
 */
export async function verifyIdToken(
  { keySets }: { readonly keySets: KeySets },
  provider: Provider,
  token: string,
  { audiences = [], nonce, accessToken }: IdTokenChecks,
): Promise<JWTPayload> {
  const { idToken } = provider.declaration;
  if (idToken === undefined) throw new IdTokenError("This provider makes no ID tokens.");
  const keys = keySets.at(addressOf(provider, idToken.jwks), outboundFetch(provider.allowedHosts));
  const clientIds = [...provider.clientIds, ...audiences];
  const { payload } = await jwtVerify(token, keys, {
    algorithms: [...ALGORITHMS],
    audience: clientIds,
    clockTolerance: LEEWAY,
    requiredClaims: ["sub", "iat", "exp"],
  });
  if (!isIssuer(provider, idToken, payload.iss)) throw new IdTokenError("Unexpected issuer.");
  const { azp } = payload;
  if (azp !== undefined && Array.isArray(payload.aud) && payload.aud.length > 1 && !clientIds.includes(String(azp))) {
    throw new IdTokenError("The token was made for another client.");
  }
  if (nonce !== undefined && !isEqual(String(payload["nonce"] ?? ""), nonce)) throw new IdTokenError("Nonces mismatch");
  if (accessToken !== undefined) requireHash(token, payload, accessToken);
  return losslessClaims(token);
}

/** The claims of a verified token again: jose rounds large integers, and some providers write subjects as numbers. */
function losslessClaims(token: string): JWTPayload {
  const [, claims = ""] = token.split(".");
  return Object(parseForeignJson(Buffer.from(base64url.decode(claims)).toString()));
}

/** @see OpenID Connect Core 1.0, 3.1.3.6 */
function requireHash(token: string, { at_hash: hash }: JWTPayload, accessToken: string): void {
  if (hash === undefined) return;
  const { alg = "" } = decodeProtectedHeader(token);
  const size = /(256|384|512)$/.exec(alg)?.[1] ?? "512";
  const digest = createHash(`sha${size}`).update(accessToken).digest();
  const wanted = digest.subarray(0, digest.length / 2).toString("base64url");
  if (!isEqual(String(hash), wanted)) throw new IdTokenError("The ID token does not belong to the access token.");
}

function isEqual(one: string, other: string): boolean {
  const [first, second] = [Buffer.from(one), Buffer.from(other)];
  return first.length === second.length && timingSafeEqual(first, second);
}
