import { IdentityError } from "../errors.ts";
import type { Identity } from "../identity.ts";
import type { PendingLimit } from "../limits/limit-requests.ts";
import { OAuthError } from "../oauth/oauth-error.ts";
import type { RequestOrigin } from "../request-origin.ts";
import type { IdentitySettings } from "../settings.ts";
import { isBanned } from "../users/ban.ts";
import type { OpenSession } from "./open-session.ts";
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

export type RefreshIdentity = Pick<Identity, "db" | "settings" | "keyRing">;

export interface RefreshRequest {
  readonly refreshToken: string;
  readonly origin: RequestOrigin;
  /** The program that asks; absent for a person's own client. */
  readonly clientId?: string | undefined;
  /** Against what the exchange is counted, if it counts itself: see `countsItself`. */
  readonly limit?: PendingLimit | undefined;
}

export function malformedToken(): IdentityError {
  return new IdentityError("validation_failed", { message: "Refresh token is not valid" });
}

/**
 * @throws IdentityError `user_banned`, `session_expired`; OAuthError `invalid_client`, `invalid_grant` when the session is
 *   another program's
 */
export function requireUsable(
  { user, times, program }: RefreshableSession,
  { settings, clientId }: { settings: IdentitySettings; clientId: string | undefined },
): void {
  if (program?.clientId !== clientId) {
    if (clientId !== undefined) throw new OAuthError("invalid_grant", "The refresh token is not this client's.");
    throw new OAuthError("invalid_client", "The refresh token is an OAuth client's, which refreshes at /oauth/token.");
  }
  if (isBanned(user, times.now)) throw new IdentityError("user_banned", { status: 400 });
  requireLivingSession(times, settings);
}
