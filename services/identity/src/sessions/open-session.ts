import type { TokenSession } from "../tokens/access-claims.ts";
import type { NewestToken } from "../tokens/newest-token.ts";
import type { StoredUser } from "../users/stored-user.ts";

/** A living session with its user and its newest refresh token. */
export interface OpenSession extends TokenSession {
  readonly user: StoredUser;
  readonly refreshToken: NewestToken;
  readonly createdAt: Date;
}
