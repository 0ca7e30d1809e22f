import { IdentityError } from "../errors.ts";
import type { Identity } from "../identity.ts";
import { OAuthError } from "../oauth/oauth-error.ts";
import type { RequestOrigin } from "../request-origin.ts";
import type { OpenSession } from "../sessions/open-session.ts";
import { refreshSession } from "../sessions/refresh-session.ts";
import type { OAuthClient } from "./client-store.ts";
import { readScopes } from "./program-access.ts";
import { covers } from "./scopes.ts";

export interface ProgramRefresh {
  readonly client: OAuthClient;
  readonly refreshToken: string;
  /** Less than what was given, for this answer only. */
  readonly scope: string | undefined;
  readonly resource: string | undefined;
  readonly origin: RequestOrigin;
}

/**
 * Exchanges the refresh token of a program. It rotates as those of people do: a replay ends the session.
 *
 * @throws OAuthError `invalid_grant`, `invalid_scope`, `invalid_target`, `unauthorized_client`; IdentityError `conflict`
 */
export async function refreshProgramSession(
  identity: Pick<Identity, "db" | "settings" | "keyRing">,
  { client, refreshToken, scope, resource, origin }: ProgramRefresh,
): Promise<OpenSession> {
  if (!client.grantTypes.includes("refresh_token")) {
    throw new OAuthError("unauthorized_client", "The client is not registered for refresh tokens.");
  }
  const { session } = await refreshSession(identity, { refreshToken, origin, clientId: client.id }).catch(asOAuthError);
  const { program } = session;
  if (program === undefined) throw new TypeError("A session of a client without what it was given");
  if (resource !== undefined && resource !== program.resource) {
    throw new OAuthError("invalid_target", "resource must be the one of the authorisation request.");
  }
  if (scope === undefined) return session;
  const scopes = readScopes(scope);
  if (!covers(program.scopes, scopes)) throw new OAuthError("invalid_scope", "A refresh cannot add scopes.");
  return { ...session, program: { ...program, scopes } };
}

/** Whatever is wrong with a token has one name here; an outage or a crowd stays what it is. */
function asOAuthError(error: unknown): never {
  if (!(error instanceof IdentityError) || error.code === "conflict") throw error;
  throw new OAuthError("invalid_grant", error.message, { cause: error });
}
