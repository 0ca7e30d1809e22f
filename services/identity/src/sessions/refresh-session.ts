import { IdentityError } from "../errors.ts";
import type { Identity } from "../identity.ts";
import type { RequestOrigin } from "../request-origin.ts";
import type { IdentitySettings } from "../settings.ts";
import { isStoredToken } from "../tokens/newest-token.ts";
import { decodeRefreshToken } from "../tokens/refresh-token.ts";
import { isBanned } from "../users/ban.ts";
import type { OpenSession } from "./open-session.ts";
import { refreshBySignedToken } from "./refresh-by-signed-token.ts";
import { refreshByStoredToken } from "./refresh-by-stored-token.ts";
import { requireLivingSession } from "./session-limits.ts";
import type { RefreshableSession } from "./session-store.ts";

/** What became of a refresh token. */
export interface Refresh {
  readonly session: OpenSession;
  /** `rotated`: it was the newest; otherwise why the newest was given instead. */
  readonly outcome: "rotated" | ReuseCause;
}

/** Why an older token is answered with the newest one instead of ending the session. */
export type ReuseCause = "lost_answer" | "reuse_interval" | "reuse_allowed";

export type RefreshIdentity = Pick<Identity, "db" | "settings">;

export interface RefreshRequest {
  readonly refreshToken: string;
  readonly origin: RequestOrigin;
}

/** Another refresh can overtake this one; each round sees what the other left behind. */
const MAX_ROUNDS = 20;

/**
 * Exchanges a refresh token. However many parallel exchanges of one token there are, all of them succeed and end with
 * the same newest token; the replay of an older one ends the session.
 *
 * @throws IdentityError `validation_failed`, `refresh_token_not_found`, `session_expired`, `user_banned`,
 *   `refresh_token_already_used`, `conflict`
 */
export async function refreshSession(identity: RefreshIdentity, request: RefreshRequest): Promise<Refresh> {
  const attempt = attemptFor(identity, request);
  for (let round = 0; round < MAX_ROUNDS; round += 1) {
    const refresh = await attempt();
    if (refresh !== undefined) return refresh;
  }
  throw new IdentityError("conflict");
}

/** One round of the exchange; `undefined` when another refresh was faster and the token must be judged again. */
function attemptFor(identity: RefreshIdentity, request: RefreshRequest): () => Promise<Refresh | undefined> {
  const { refreshToken } = request;
  if (isStoredToken(refreshToken)) return () => refreshByStoredToken(identity, request);
  const token = decodeRefreshToken(refreshToken);
  if (token === undefined) throw malformedToken();
  return () => refreshBySignedToken(identity, { ...request, token });
}

export function malformedToken(): IdentityError {
  return new IdentityError("validation_failed", { message: "Refresh token is not valid" });
}

/** @throws IdentityError `user_banned`, `session_expired` */
export function requireUsable({ user, times }: RefreshableSession, settings: IdentitySettings): void {
  if (isBanned(user, times.now)) throw new IdentityError("user_banned", { status: 400 });
  requireLivingSession(times, settings);
}
