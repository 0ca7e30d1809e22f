import type { TokenSession } from "../tokens/access-claims.ts";
import type { StoredUser } from "../users/stored-user.ts";

/** A living session with its user and what its refresh tokens are signed with. */
export interface OpenSession extends TokenSession {
  readonly user: StoredUser;
  readonly refreshTokenKey: string;
  readonly refreshTokenCounter: bigint;
}
