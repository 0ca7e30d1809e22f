import type { AssuranceLevel } from "../identity-tables.ts";
import { type ProgramAccess, userWithin } from "../oauth-server/program-access.ts";
import type { StoredUser } from "../users/stored-user.ts";
import { fittingClaims } from "./token-size.ts";

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
  /** Of a session that a person has given to another program; absent for the person's own. */
  readonly program?: ProgramAccess | undefined;
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
  /** Metadata that would have made the token too large. */
  readonly omitted_claims?: readonly string[];
  /** Of a program's session. */
  readonly client_id?: string;
  /** Of a program's session: what it was given, separated by blanks. */
  readonly scope?: string;
}

export function accessClaims(
  person: StoredUser,
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
  const { program } = session;
  const user = program === undefined ? person : userWithin(person, program.scopes);
  return fittingClaims({
    iss: issuer,
    sub: user.id,
    aud: program?.resource ?? user.aud ?? "",
    iat: issuedAt,
    exp: Math.min(issuedAt + lifetimeSeconds, lastMoment),
    email: user.email ?? "",
    phone: user.phone ?? "",
    app_metadata: user.raw_app_meta_data ?? {},
    user_metadata: user.raw_user_meta_data ?? {},
    role: user.role ?? "",
    aal: session.assuranceLevel,
    amr: session.methods.map((method) => withProvider(method, person)),
    session_id: session.id,
    is_anonymous: user.is_anonymous,
    ...(program === undefined ? {} : { client_id: program.clientId, scope: program.scopes.join(" ") }),
  });
}

const SINGLE_SIGN_ON = "sso:";

function withProvider(method: AuthenticationMethod, { identities }: StoredUser): AuthenticationMethod {
  if (!method.method.startsWith("sso/")) return method;
  const own = identities.find(({ provider }) => provider.startsWith(SINGLE_SIGN_ON));
  return own === undefined ? method : { ...method, provider: own.provider.slice(SINGLE_SIGN_ON.length) };
}
