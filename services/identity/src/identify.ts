import type { IncomingHttpHeaders } from "node:http";
import { type Credential, isAccepted } from "@vedette/http";
import type { JWTPayload } from "jose";
import { findBrowserUser } from "./browser-sessions/browser-session.ts";
import { readBrowserCookie } from "./browser-sessions/cookie.ts";
import { isAdministratorToken, requireStillAdministrator } from "./browser-sessions/page-token.ts";
import { IdentityError } from "./errors.ts";
import type { ExternalIdentity } from "./identities/external-identity.ts";
import { outsideUser } from "./identities/outside-user.ts";
import type { Identity } from "./identity.ts";
import type { AssuranceLevel } from "./identity-tables.ts";
import { looksLikeApiKey } from "./keys/api-key.ts";
import type { Authority } from "./mails/team.ts";
import { requireLivingSession } from "./sessions/session-limits.ts";
import { findRefreshable } from "./sessions/session-store.ts";
import { findUserOfClaims } from "./sessions/signed-in-user.ts";
import { readThirdPartyToken, type ThirdPartyPerson } from "./third-party/read-third-party-token.ts";
import { bearerOf, readAccessToken } from "./tokens/access-token.ts";

type PermissionPart = readonly { readonly action: string; readonly scope: string }[];

/** What somebody lets a program in with that acts as them. */
interface PersonalToken {
  readonly name: string;
  /** The part of what the person may do that it is for; absent for all of it. */
  readonly narrowedTo?: PermissionPart;
}

/** The user of a session whose access token has an admin role. */
interface SessionHolder {
  readonly id: string;
  readonly email: string;
  /** Empty for an administrator token, which its own session vouches for. */
  readonly sessionId: string;
  readonly assuranceLevel: AssuranceLevel;
}

/** Who sent a request. */
export type Identification =
  | {
      readonly kind: "user";
      readonly userId: string;
      /** Empty for somebody without an address. */
      readonly email: string;
      /** Empty where the session is another server's. */
      readonly sessionId: string;
      /** A cookie also comes with requests that foreign pages send. */
      readonly via: "bearer" | "cookie";
      /** Whether the user signed in with the browser that sent its cookie; absent for tokens. */
      readonly isInteractive?: boolean;
      /** Of the session; absent for a personal token. */
      readonly assuranceLevel?: AssuranceLevel;
      /** The token of the resource service that the person sent; it tells so: nothing here makes one. */
      readonly token?: PersonalToken;
    }
  /** Somebody with a token of another issuer. Without a role nothing is open to them. */
  | ({ readonly kind: "third-party" } & ThirdPartyPerson)
  | {
      /** A program with a token of the resource service, which tells so: nothing here makes one. */
      readonly kind: "service-account";
      readonly accountId: string;
      readonly uid: string;
      readonly login: string;
      readonly role: string;
      /** The part of what the account may do that this token is for; absent for all of it. */
      readonly narrowedTo?: PermissionPart;
    }
  | { readonly kind: "secret-key" }
  | {
      readonly kind: "admin-jwt";
      readonly role: string;
      /** The user whose session the token belongs to; absent for a token that was signed outside of a session. */
      readonly user?: SessionHolder;
    };

/**
 * Identifies the caller outside /auth/v1 and /v1: by access token, third-party token, secret key, JWT with an admin
 * role, or the cookie of the web UI. The publishable key identifies no one, and neither does an administrator token:
 * its holder can have fewer permissions than its role says.
 *
 * @returns `undefined` without credentials and with such that are worth nothing
 */
export async function identify(identity: Identity, headers: IncomingHttpHeaders): Promise<Identification | undefined> {
  const bearer = bearerOf(headers.authorization);
  const { apikey } = headers;
  if (identity.apiKeys.isSecretKey(bearer)) return { kind: "secret-key" };
  if (typeof apikey === "string" && identity.apiKeys.isSecretKey(apikey)) return { kind: "secret-key" };
  const outside = await identity.readOutsideToken?.(headers);
  if (outside !== undefined) return unlessRefused(() => identifyOutsideUser(identity, outside, headers));
  if (bearer !== undefined && !looksLikeApiKey(bearer)) return unlessRefused(() => identifyBearer(identity, bearer));
  const token = readBrowserCookie(identity.addresses.publicUrl, headers.cookie);
  const user = token === undefined ? undefined : await findBrowserUser(identity, token);
  return user && { kind: "user", ...user, via: "cookie" };
}

/** The provider keeps the session; there is none here. */
async function identifyOutsideUser(
  identity: Identity,
  outside: ExternalIdentity,
  headers: IncomingHttpHeaders,
): Promise<Identification | undefined> {
  const user = await outsideUser(identity, outside, headers);
  return (
    user && { kind: "user", ...user, sessionId: "", via: "bearer", assuranceLevel: outside.assuranceLevel ?? "aal1" }
  );
}

async function identifyBearer(identity: Identity, bearer: string): Promise<Identification | undefined> {
  const person = await readThirdPartyToken(identity.thirdParty, bearer, identity.settings);
  if (person !== undefined) {
    // Allowed by the settings, or it had been refused.
    const isAdmin = identity.settings["auth.jwt_admin_roles"].some((role) => role === person.role);
    return isAdmin ? { kind: "admin-jwt", role: person.role ?? "" } : { kind: "third-party", ...person };
  }
  const claims = await readAccessToken(identity.signingKeys, bearer);
  if (isAdministratorToken(claims) && !isAccepted("administrator-token", "resources")) return undefined;
  const administrator = await administratorOfClaims(identity, claims);
  if (administrator !== undefined) {
    const { role, user } = administrator;
    return { kind: "admin-jwt", role, ...(user && { user }) };
  }
  const { user, sessionId, assuranceLevel } = await findUserOfClaims(identity, claims);
  if (sessionId === undefined) return undefined;
  return { kind: "user", userId: user.id, email: user.email ?? "", sessionId, via: "bearer", assuranceLevel };
}

/** The holder of a JWT whose role is an admin role. */
interface RoleHolder {
  readonly role: string;
  readonly user?: SessionHolder;
  /** Less than everything for an administrator token alone. */
  readonly authority: Authority;
}

/**
 * Returns the admin role of a verified token and the user it belongs to, if any. For a token of a session the database
 * decides: the session must be active and the user must have the role now, whatever a hook wrote into the claims.
 *
 * @throws IdentityError `session_not_found`, `session_expired`, `user_not_found`, `user_banned`, `not_admin`
 */
export async function administratorOfClaims(
  identity: Pick<Identity, "db" | "settings" | "keyRing" | "team">,
  claims: JWTPayload,
): Promise<RoleHolder | undefined> {
  const { role } = claims;
  const isAdmin = (name: unknown) => identity.settings["auth.jwt_admin_roles"].some((admin) => admin === name);
  if (typeof role !== "string" || !isAdmin(role)) return undefined;
  if (isAdministratorToken(claims)) {
    const { authority, ...user } = await requireStillAdministrator(identity, claims);
    return { role, user: { ...user, sessionId: "", assuranceLevel: "aal2" }, authority };
  }
  if (claims["session_id"] === undefined) return { role, authority: "everything" };
  const { user, sessionId, assuranceLevel } = await findUserOfClaims(identity, claims);
  if (user.role !== role || sessionId === undefined) return undefined;
  const session = await findRefreshable(identity, sessionId);
  if (session === undefined) throw new IdentityError("session_not_found");
  requireLivingSession(session.times, identity.settings);
  const holder = { id: user.id, email: user.email || user.phone || "", sessionId, assuranceLevel };
  return { role, user: holder, authority: "everything" };
}

/** The kind of credential by which a caller was identified. */
export function credentialOf(who: Identification): Credential {
  switch (who.kind) {
    case "user":
      if (who.token !== undefined) return "personal-token";
      return who.via === "cookie" ? "cookie" : "access-token";
    case "third-party":
      return "third-party-token";
    case "service-account":
      return "service-account-token";
    case "secret-key":
      return "secret-key";
    case "admin-jwt":
      return "admin-role-token";
  }
}

/** A token that is worth nothing is no identity; an outage is an outage. */
async function unlessRefused<Result>(work: () => Promise<Result>): Promise<Result | undefined> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof IdentityError) return undefined;
    throw error;
  }
}
