import { decodeProtectedHeader, type JWTPayload } from "jose";
import { IdentityError } from "../errors.ts";
import { verifyToken } from "../keys/jwt-key.ts";
import type { SigningKeys } from "../keys/signing-keys.ts";

/** Longest token that is read; one with large metadata stays well below. */
const MAX_LENGTH = 16_384;

/**
 * Checks an access token of this service. The key is chosen by the id in the header, the algorithm by the key.
 *
 * @throws IdentityError `bad_jwt`
 */
export async function readAccessToken(keys: SigningKeys, token: string): Promise<JWTPayload> {
  try {
    if (token.length > MAX_LENGTH) throw new TypeError("too long");
    const { kid, alg } = decodeProtectedHeader(token);
    const key = await keys.find(kid);
    if (key === undefined || key.algorithm !== alg) throw new TypeError("no key of this service signed it");
    return await verifyToken(key, token);
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : "malformed";
    throw new IdentityError("bad_jwt", {
      message: `invalid JWT: unable to parse or verify signature, ${reason}`,
      cause,
    });
  }
}

/** The token of an `Authorization` header; `undefined` for any other scheme and for none. */
export function bearerOf(authorization: string | undefined): string | undefined {
  return /^bearer (\S+)$/i.exec(authorization ?? "")?.[1];
}
