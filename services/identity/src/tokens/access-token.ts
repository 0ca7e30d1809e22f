import type { JWTPayload } from "jose";
import { IdentityError } from "../errors.ts";
import { requireSignature } from "../keys/jwt-key.ts";
import type { SigningKeys } from "../keys/signing-keys.ts";
import { readTokenText, type TokenText } from "../keys/token-text.ts";
import { VerifiedTokens } from "./verified-tokens.ts";

/** Longest token that is read; one with large metadata stays well below. */
const MAX_LENGTH = 16_384;

/**
 * Checks an access token of this service. The key is chosen by the id in the header, the algorithm by the key.
 *
 * @throws IdentityError `bad_jwt`; DatabaseError
 */
export async function readAccessToken(keys: SigningKeys, token: string): Promise<JWTPayload> {
  const known = verified.find(token);
  // An outage of the store is none of the token's: it stays an outage.
  if (known !== undefined && (await keys.find(known.key.kid)) === known.key) return known.claims;
  const read = readText(token);
  const key = await keys.find(read.header.kid);
  if (key === undefined) throw badToken(new TypeError("no key of this service signed it"));
  await requireSignature(key, read).catch((cause: unknown) => {
    throw badToken(cause);
  });
  const { claims } = read;
  if (isIdToken(claims))
    throw badToken(new TypeError("it is an ID token, which says who somebody is and opens nothing"));
  verified.keep(token, { key, claims });
  return claims;
}

/** What every ID token of this service says beside its claims: the same keys sign it, and it is no access token. */
export const ID_TOKEN_MARK = { token_use: "id" } as const;

function isIdToken({ token_use }: JWTPayload): boolean {
  return token_use === ID_TOKEN_MARK.token_use;
}

/** Of all keys: what was found of one says nothing of another. */
const verified = new VerifiedTokens();

function readText(token: string): TokenText {
  if (token.length > MAX_LENGTH) throw badToken(new TypeError("too long"));
  try {
    return readTokenText(token);
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
  if (authorization === undefined || !/^bearer /i.test(authorization)) return undefined;
  const token = authorization.slice("bearer ".length);
  return token === "" || /\s/.test(token) ? undefined : token;
}
