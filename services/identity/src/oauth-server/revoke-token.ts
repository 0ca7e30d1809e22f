import type { JWTPayload } from "jose";
import { insertAuditEntryIf } from "../audit/audit-entry.ts";
import { IdentityError } from "../errors.ts";
import type { Identity } from "../identity.ts";
import { OAuthError } from "../oauth/oauth-error.ts";
import type { RequestOrigin } from "../request-origin.ts";
import { findRefreshable, findStoredToken, type RefreshableSession } from "../sessions/session-store.ts";
import { readAccessToken } from "../tokens/access-token.ts";
import { isStoredToken } from "../tokens/newest-token.ts";
import { decodeRefreshToken, isSignedBy } from "../tokens/refresh-token.ts";
import type { OAuthClient } from "./client-store.ts";

type RevokingIdentity = Pick<Identity, "db" | "settings" | "keyRing" | "signingKeys">;

/**
 * Ends the session that a token of either kind belongs to. A token that is worth nothing has been revoked already.
 *
 * @throws OAuthError `unauthorized_client` for the token of another client
 * @see https://www.rfc-editor.org/rfc/rfc7009
 */
export async function revokeToken(
  identity: RevokingIdentity,
  { client, token, origin }: { client: OAuthClient; token: string; origin: RequestOrigin },
): Promise<void> {
  const session = await findSessionOf(identity, token);
  if (session === undefined) return;
  if (session.program?.clientId !== client.id) {
    throw new OAuthError("unauthorized_client", "The token is not this client's.");
  }
  const entry = { action: "token_revoked", actor: session.user, origin, traits: { client_id: client.id } } as const;
  await identity.db
    .with("ended", (qc) => qc.deleteFrom("auth.sessions").where("id", "=", session.id).returning("id"))
    .with("audit", () => insertAuditEntryIf("ended", entry))
    .selectFrom("ended")
    .select("id")
    .execute();
}

async function findSessionOf(identity: RevokingIdentity, token: string): Promise<RefreshableSession | undefined> {
  if (isStoredToken(token)) return (await findStoredToken(identity, token))?.session;
  const refreshToken = decodeRefreshToken(token);
  if (refreshToken !== undefined) {
    const session = await findRefreshable(identity, refreshToken.sessionId);
    const key = session?.refreshTokenKey;
    return key !== undefined && isSignedBy(refreshToken, key) ? session : undefined;
  }
  const sessionId = (await readClaims(identity, token))?.["session_id"];
  return typeof sessionId === "string" ? findRefreshable(identity, sessionId) : undefined;
}

async function readClaims({ signingKeys }: RevokingIdentity, token: string): Promise<JWTPayload | undefined> {
  try {
    return await readAccessToken(signingKeys, token);
  } catch (error) {
    if (error instanceof IdentityError) return undefined;
    throw error;
  }
}
