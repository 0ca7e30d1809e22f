import { customizeClaims, type FinalClaims } from "../hooks/access-token-hook.ts";
import type { Identity } from "../identity.ts";
import { signToken } from "../keys/jwt-key.ts";
import { durationMs } from "../settings/duration.ts";
import { accessClaims } from "../tokens/access-claims.ts";
import { refreshTokenText } from "../tokens/newest-token.ts";
import { type UserAnswer, userAnswer } from "../users/user-answer.ts";
import type { OpenSession } from "./open-session.ts";

/** The tokens of a session and its user, as every sign-in answers. */
export interface SessionAnswer {
  readonly access_token: string;
  readonly token_type: "bearer";
  /** Seconds. */
  readonly expires_in: number;
  /** Seconds since 1970. */
  readonly expires_at: number;
  readonly refresh_token: string;
  readonly user: UserAnswer;
}

/** Makes the tokens of a session. Has no effect on the session itself. */
export async function sessionAnswer(identity: Identity, session: OpenSession): Promise<SessionAnswer> {
  const { token, claims } = await makeAccessToken(identity, session, identity.settings["auth.jwt_expiry"]);
  return {
    access_token: token,
    token_type: "bearer",
    expires_in: claims.exp - claims.iat,
    expires_at: claims.exp,
    refresh_token: refreshTokenText(session.id, session.refreshToken),
    user: userAnswer(session.user),
  };
}

/** Makes an access token of a session, its claims as the hook wants them. */
export async function makeAccessToken(
  identity: Identity,
  session: Omit<OpenSession, "refreshToken">,
  lifetimeSeconds: number,
): Promise<{ token: string; claims: FinalClaims }> {
  const made = accessClaims(session.user, session, {
    issuer: identity.addresses.issuer,
    issuedAt: Math.floor(Date.now() / 1000),
    lifetimeSeconds,
    lastMoment: endOfLowLevel(identity, session),
  });
  const claims = await customizeClaims(identity, made, session);
  return { token: await signToken(await identity.signingKeys.current(), claims), claims };
}

/** Seconds since 1970 after which a session without its person's second factor counts for nothing. */
function endOfLowLevel(
  { settings }: Identity,
  { user, assuranceLevel, createdAt }: Pick<OpenSession, "user" | "assuranceLevel" | "createdAt">,
): number {
  const limitMs = durationMs(settings["auth.sessions.allow_low_aal"]);
  const lacksFactor = assuranceLevel === "aal1" && user.factors.some(({ status }) => status === "verified");
  return lacksFactor && limitMs > 0 ? Math.floor((createdAt.getTime() + limitMs) / 1000) : Number.POSITIVE_INFINITY;
}
