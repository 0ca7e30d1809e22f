import type { AssuranceLevel } from "../identity-tables.ts";
import type { StoredUser } from "../users/stored-user.ts";

/** How a session was entered, and when. */
export interface AuthenticationMethod {
  readonly method: string;
  /** Seconds since 1970. */
  readonly timestamp: number;
  /** Of single sign-on: the provider's id. */
  readonly provider?: string;
}

/** What a token says about the session it belongs to. */
export interface TokenSession {
  readonly id: string;
  readonly assuranceLevel: AssuranceLevel;
  /** Newest first. */
  readonly methods: readonly AuthenticationMethod[];
}

/** The claims of an access token, in the names and types that clients and data services read. */
export interface AccessClaims {
  readonly iss: string;
  readonly sub: string;
  /** A single audience, never a list. */
  readonly aud: string;
  /** Seconds since 1970. */
  readonly iat: number;
  readonly exp: number;
  readonly email: string;
  readonly phone: string;
  readonly app_metadata: unknown;
  readonly user_metadata: unknown;
  readonly role: string;
  readonly aal: AssuranceLevel;
  readonly amr: readonly AuthenticationMethod[];
  readonly session_id: string;
  readonly is_anonymous: boolean;
}

export function accessClaims(
  user: StoredUser,
  session: TokenSession,
  {
    issuer,
    issuedAt,
    lifetimeSeconds,
    lastMoment,
  }: {
    issuer: string;
    issuedAt: number;
    lifetimeSeconds: number;
    /** Seconds since 1970; no token is valid for longer. */
    lastMoment: number;
  },
): AccessClaims {
  return {
    iss: issuer,
    sub: user.id,
    aud: user.aud ?? "",
    iat: issuedAt,
    exp: Math.min(issuedAt + lifetimeSeconds, lastMoment),
    email: user.email ?? "",
    phone: user.phone ?? "",
    app_metadata: user.raw_app_meta_data ?? {},
    user_metadata: user.raw_user_meta_data ?? {},
    role: user.role ?? "",
    aal: session.assuranceLevel,
    amr: session.methods.map((method) => withProvider(method, user)),
    session_id: session.id,
    is_anonymous: user.is_anonymous,
  };
}

const SINGLE_SIGN_ON = "sso:";

function withProvider(method: AuthenticationMethod, { identities }: StoredUser): AuthenticationMethod {
  if (method.method !== "sso/saml") return method;
  const own = identities.find(({ provider }) => provider.startsWith(SINGLE_SIGN_ON));
  return own === undefined ? method : { ...method, provider: own.provider.slice(SINGLE_SIGN_ON.length) };
}
