import type { RequestOrigin } from "../request-origin.ts";
import type { TokenSession } from "../tokens/access-claims.ts";
import type { NewestToken } from "../tokens/newest-token.ts";
import type { StoredUser } from "../users/stored-user.ts";

/** A living session with its user and its newest refresh token. */
export interface OpenSession extends TokenSession {
  readonly user: StoredUser;
  readonly refreshToken: NewestToken;
  readonly createdAt: Date;
  /** What led to the tokens that are made now: a method of signing in, or `token_refresh`. */
  readonly enteredBy: string;
  readonly origin: RequestOrigin;
}
