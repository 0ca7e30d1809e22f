import { IdentityError } from "../errors.ts";
import type { PendingLimit } from "../limits/limit-requests.ts";
import { isStoredToken } from "../tokens/newest-token.ts";
import { decodeRefreshToken } from "../tokens/refresh-token.ts";
import { malformedToken, type Refresh, type RefreshIdentity, type RefreshRequest } from "./refresh.ts";
import { refreshBySignedToken } from "./refresh-by-signed-token.ts";
import { refreshByStoredToken } from "./refresh-by-stored-token.ts";

/** Another refresh can overtake this one; each round sees what the other left behind. */
const MAX_ROUNDS = 20;

/**
 * Exchanges a refresh token. However many parallel exchanges of one token there are, all of them succeed and end with
 * the same newest token; the replay of an older one ends the session.
 *
 * @throws IdentityError `validation_failed`, `refresh_token_not_found`, `session_expired`, `user_banned`,
 *   `refresh_token_already_used`, `conflict`, `over_request_rate_limit`
 */
export async function refreshSession(identity: RefreshIdentity, request: RefreshRequest): Promise<Refresh> {
  const { limit, ...uncounted } = request;
  const attempt = attemptFor(identity, uncounted);
  for (let round = 0; round < MAX_ROUNDS; round += 1) {
    const refresh = await attempt(round === 0 ? limit : undefined);
    if (refresh !== undefined) return refresh;
  }
  throw new IdentityError("conflict");
}

/** One round of the exchange; `undefined` when another refresh was faster and the token must be judged again. */
type Attempt = (limit: PendingLimit | undefined) => Promise<Refresh | undefined>;

function attemptFor(identity: RefreshIdentity, request: RefreshRequest): Attempt {
  const { refreshToken } = request;
  if (isStoredToken(refreshToken)) return () => refreshByStoredToken(identity, request);
  const token = decodeRefreshToken(refreshToken);
  if (token === undefined) throw malformedToken();
  return (limit) => refreshBySignedToken(identity, { ...request, token, limit });
}

/** Whether an exchange counts itself, along with its first question. */
export function countsItself(refreshToken: unknown): boolean {
  return typeof refreshToken === "string" && decodeRefreshToken(refreshToken) !== undefined;
}
