import { decodeProtectedHeader, type JWTPayload, type ProtectedHeaderParameters } from "jose";
import { IdentityError } from "../errors.ts";
import { verifyToken } from "../keys/jwt-key.ts";
import type { SigningKeys } from "../keys/signing-keys.ts";
import { VerifiedTokens } from "./verified-tokens.ts";

/** Longest token that is read; one with large metadata stays well below. */
const MAX_LENGTH = 16_384;

/**
 * Checks an access token of this service. The key is chosen by the id in the header, the algorithm by the key.
 *
 * @throws IdentityError `bad_jwt`; DatabaseError
 */
export async function readAccessToken(keys: SigningKeys, token: string): Promise<JWTPayload> {
  const { kid, alg } = readHeader(token);
  // An outage of the store is none of the token's: it stays an outage.
  const key = await keys.find(kid);
  if (key === undefined || key.algorithm !== alg) throw badToken(new TypeError("no key of this service signed it"));
  const known = verified.find(key, token);
  if (known !== undefined) return known;
  const claims = await verifyToken(key, token).catch((cause: unknown) => {
    throw badToken(cause);
  });
  if (isIdToken(claims))
    throw badToken(new TypeError("it is an ID token, which says who somebody is and opens nothing"));
  verified.keep(key, token, claims);
  return claims;
}

/** What every ID token of this service says beside its claims: the same keys sign it, and it is no access token. */
export const ID_TOKEN_MARK = { token_use: "id" } as const;

function isIdToken({ token_use }: JWTPayload): boolean {
  return token_use === ID_TOKEN_MARK.token_use;
}

/** Of all keys: what was found of one says nothing of another. */
const verified = new VerifiedTokens();

function readHeader(token: string): ProtectedHeaderParameters {
  if (token.length > MAX_LENGTH) throw badToken(new TypeError("too long"));
  try {
    return decodeProtectedHeader(token);
  } catch (cause) {
    throw badToken(cause);
  }
}

function badToken(cause: unknown): IdentityError {
  const reason = cause instanceof Error ? cause.message : "malformed";
  return new IdentityError("bad_jwt", {
    message: `invalid JWT: unable to parse or verify signature, ${reason}`,
    cause,
  });
}

/** The token of an `Authorization` header; `undefined` for any other scheme and for none. */
export function bearerOf(authorization: string | undefined): string | undefined {
  return /^bearer (\S+)$/i.exec(authorization ?? "")?.[1];
}
