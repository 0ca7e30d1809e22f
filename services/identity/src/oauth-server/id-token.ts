import { createHash } from "node:crypto";
import type { JWK } from "jose";
import type { Identity } from "../identity.ts";
import { type JwtKey, signToken } from "../keys/jwt-key.ts";
import type { OpenSession } from "../sessions/open-session.ts";
import { ID_TOKEN_MARK } from "../tokens/access-token.ts";
import { claimsOf } from "./claims.ts";

const LIFETIME_SECONDS = 3600;

/**
 * Tells a program who has let it in.
 *
 * @param nonce - of the request; absent at a refresh
 * @returns `undefined` without the scope `openid`, and where only a shared secret signs: programs could not check it
 * @see https://openid.net/specs/openid-connect-core-1_0.html#IDToken
 */
export async function makeIdToken(
  identity: Pick<Identity, "addresses" | "signingKeys">,
  session: OpenSession,
  { accessToken, nonce }: { accessToken: string; nonce: string | undefined },
): Promise<string | undefined> {
  const { program, user } = session;
  if (!program?.scopes.includes("openid")) return undefined;
  const key = await identity.signingKeys.current();
  if (key.publicJwk === undefined) return undefined;
  const issuedAt = Math.floor(Date.now() / 1000);
  return signToken(key, {
    ...claimsOf(user, program.scopes),
    ...ID_TOKEN_MARK,
    iss: identity.addresses.issuer,
    aud: program.clientId,
    iat: issuedAt,
    exp: issuedAt + LIFETIME_SECONDS,
    auth_time: Math.floor(program.signedInAt.getTime() / 1000),
    at_hash: hashOfToken(key, accessToken),
    ...(nonce === undefined ? {} : { nonce }),
  });
}

/** Whether programs can check what the server signs. */
export function hasAsymmetricKey({ keys }: { readonly keys: readonly JWK[] }): boolean {
  return keys.length > 0;
}

/** The left half of the hash that goes with the algorithm of the signature. */
function hashOfToken({ algorithm }: JwtKey, token: string): string {
  const digest = createHash(algorithm.endsWith("256") ? "sha256" : "sha512")
    .update(token)
    .digest();
  return digest.subarray(0, digest.length / 2).toString("base64url");
}
