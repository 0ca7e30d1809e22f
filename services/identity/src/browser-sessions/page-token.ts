import type { JWTPayload } from "jose";
import { IdentityError } from "../errors.ts";
import type { Identity } from "../identity.ts";
import { signToken } from "../keys/jwt-key.ts";
import type { Authority } from "../mails/team.ts";
import type { RequestOrigin } from "../request-origin.ts";
import { makeAccessToken } from "../sessions/session-answer.ts";
import { requireLivingSession } from "../sessions/session-limits.ts";
import { findRefreshable } from "../sessions/session-store.ts";

/** A token that the pages of the web UI keep in memory, to call this service as any client does. */
export interface PageToken {
  readonly access_token: string;
  /** Seconds since 1970. */
  readonly expires_at: number;
}

/** Short enough that a page that was left open holds nothing of worth. */
const LIFETIME_SECONDS = 300;

/** The audience of administrators' tokens: no hook of access tokens has ever seen one. */
const ADMINISTRATION = "vedette-administration";

/** The role under which the administrators' API knows its callers. */
const ADMINISTRATOR_ROLE = "service_role";

/**
 * An access token of a browser's session, without a refresh token.
 *
 * @throws IdentityError `session_not_found`; what the hook of access tokens refuses with
 */
export async function issuePageToken(
  identity: Identity,
  { sessionId, origin }: { sessionId: string; origin: RequestOrigin },
): Promise<PageToken> {
  const found = await findRefreshable(identity, sessionId);
  if (found === undefined) throw new IdentityError("session_not_found");
  const session = { ...found, createdAt: found.times.createdAt, enteredBy: "token_refresh", origin };
  const { token, claims } = await makeAccessToken(identity, session, LIFETIME_SECONDS);
  return { access_token: token, expires_at: claims.exp };
}

/**
 * A token for the administrators' API, for as long as a browser's session lives. Whether the person is an administrator is
 * the caller's to know.
 */
export async function issueAdministratorToken(
  identity: Identity,
  { userId, sessionId }: { userId: string; sessionId: string },
): Promise<PageToken> {
  const issuedAt = Math.floor(Date.now() / 1000);
  const claims = {
    iss: identity.addresses.issuer,
    sub: userId,
    aud: ADMINISTRATION,
    role: ADMINISTRATOR_ROLE,
    // Not `session_id`: that of a person says what their own role is.
    sid: sessionId,
    iat: issuedAt,
    exp: issuedAt + LIFETIME_SECONDS,
  };
  return { access_token: await signToken(await identity.signingKeys.current(), claims), expires_at: claims.exp };
}

/**
 * Returns the user of an administrator token. Rejects it once its session has ended or the user may no longer administer
 * the service, so that signing out and losing a role take effect immediately.
 *
 * @throws IdentityError `session_not_found`, `session_expired`, `not_admin`
 */
export async function requireStillAdministrator(
  identity: Pick<Identity, "db" | "settings" | "keyRing" | "team">,
  { sid }: JWTPayload,
): Promise<{ readonly id: string; readonly email: string; readonly authority: Authority }> {
  const session = typeof sid === "string" ? await findRefreshable(identity, sid) : undefined;
  if (session === undefined) throw new IdentityError("session_not_found");
  requireLivingSession(session.times, identity.settings);
  const { id, email, phone } = session.user;
  const authority = await identity.team.authorityOf(id);
  if (authority === undefined) throw new IdentityError("not_admin");
  return { id, email: email || phone || "", authority };
}

/** Whether checked claims are those of a token that `issueAdministratorToken` made. */
export function isAdministratorToken({ aud, role, session_id }: JWTPayload): boolean {
  return aud === ADMINISTRATION && role === ADMINISTRATOR_ROLE && session_id === undefined;
}
