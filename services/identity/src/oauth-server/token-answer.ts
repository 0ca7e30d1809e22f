import type { Identity } from "../identity.ts";
import type { OpenSession } from "../sessions/open-session.ts";
import { makeAccessToken } from "../sessions/session-answer.ts";
import { refreshTokenText } from "../tokens/newest-token.ts";
import type { OAuthClient } from "./client-store.ts";
import { makeIdToken } from "./id-token.ts";

/** What a program gets. Never the user: what it may know stands in the ID token and at the userinfo endpoint. */
export interface TokenAnswer {
  readonly access_token: string;
  readonly token_type: "bearer";
  /** Seconds. */
  readonly expires_in: number;
  readonly scope: string;
  readonly refresh_token?: string;
  readonly id_token?: string;
}

/** Makes the tokens of a program's session. */
export async function tokenAnswer(
  identity: Identity,
  session: OpenSession,
  { client, nonce }: { client: OAuthClient; nonce?: string | undefined },
): Promise<TokenAnswer> {
  const { token, claims } = await makeAccessToken(identity, session, identity.settings["auth.jwt_expiry"]);
  const idToken = await makeIdToken(identity, session, { accessToken: token, nonce });
  const refreshes = client.grantTypes.includes("refresh_token");
  return {
    access_token: token,
    token_type: "bearer",
    expires_in: claims.exp - claims.iat,
    scope: session.program?.scopes.join(" ") ?? "",
    ...(refreshes ? { refresh_token: refreshTokenText(session.id, session.refreshToken) } : {}),
    ...(idToken === undefined ? {} : { id_token: idToken }),
  };
}
