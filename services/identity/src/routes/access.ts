import { NIL_UUID } from "@vedette/database";
import { type Access, type Credential, createAccess, OPEN, type Surface } from "@vedette/http";
import type { FastifyRequest } from "fastify";
import { decodeJwt } from "jose";
import { type Administrator, requireEverything, requireReach } from "../administration/reach.ts";
import { ADMINISTRATOR, type AuditActor } from "../audit/audit-entry.ts";
import { isAdministratorToken } from "../browser-sessions/page-token.ts";
import { IdentityError } from "../errors.ts";
import { administratorOfClaims } from "../identify.ts";
import type { Identity } from "../identity.ts";
import { isSameSecret, looksLikeApiKey } from "../keys/api-key.ts";
import { findSignedInUser, findTokenHolder, type SignedInUser } from "../sessions/signed-in-user.ts";
import { bearerOf, readAccessToken } from "../tokens/access-token.ts";

/** The permission of routes for whoever is signed in. */
export const USER = "user";
/** The permission of routes for whoever is signed in, and for the programs they have let in. */
export const USER_OR_PROGRAM = "user-or-program";
/** The permission of routes for administrators: by secret key, JWT with an admin role, or administrator token. */
export const ADMIN = "admin";
/** As {@link ADMIN}, for changes of the user that `:id` names: the administrator must hold every permission of that user. */
export const ADMIN_OF_USER = "admin-of-user";
/** As {@link ADMIN}, for settings, providers, hooks and keys: changing these allows signing in as any user. */
export const ADMIN_OF_SETTINGS = "admin-of-settings";
/** The permission of what no person does in a browser: by secret key alone. */
export const SECRET_KEY = "secret-key";
/** The permission of routes for the directory that keeps people here. */
export const DIRECTORY = "directory";

const SURFACE_BY_PERMISSION: ReadonlyMap<string, Surface> = new Map([
  [USER, "account"],
  [USER_OR_PROGRAM, "account-read"],
  [ADMIN, "administration"],
  [ADMIN_OF_USER, "administration"],
  [ADMIN_OF_SETTINGS, "administration"],
  [SECRET_KEY, "user-export"],
  [DIRECTORY, "directory"],
]);
const ADMIN_PERMISSIONS: ReadonlySet<string> = new Set([ADMIN, ADMIN_OF_USER, ADMIN_OF_SETTINGS]);

type Caller =
  | { readonly kind: "user"; readonly user: SignedInUser; readonly credential: Credential }
  | ({ readonly kind: "administrator"; readonly credential: Credential } & Administrator)
  | { readonly kind: "directory"; readonly credential: Credential };

export type IdentityAccess = Access<Caller>;

/** Who asks. A cookie is nothing here: any site may call this service. Routes for everybody ignore every bearer. */
export function identityAccess(identity: Identity): IdentityAccess {
  return createAccess<Caller>({
    async authenticate(request) {
      const { permission } = request.routeOptions.config;
      if (permission === undefined || permission === OPEN) return undefined;
      if (permission === DIRECTORY) return findDirectory(identity, request);
      if (permission === SECRET_KEY || ADMIN_PERMISSIONS.has(permission))
        return findAdministrator(identity, request, permission);
      return findUser(identity, request, permission);
    },
    nameOf,
    credentialOf: ({ credential }) => credential,
    surfaceOf: (permission) => SURFACE_BY_PERMISSION.get(permission) ?? "account",
    async authorize(caller, permission, { params }) {
      if (caller === undefined) throw new IdentityError("no_authorization");
      if (caller.kind !== "administrator") return;
      if (permission === ADMIN_OF_SETTINGS) requireEverything(caller);
      const id: unknown = typeof params === "object" && params !== null ? Reflect.get(params, "id") : undefined;
      if (permission === ADMIN_OF_USER && typeof id === "string") await requireReach(identity, caller, id);
    },
  });
}

function nameOf(caller: Caller): string {
  if (caller.kind === "user") return `user:${caller.user.user.id}`;
  return caller.kind === "administrator" ? `administrator:${caller.actor.id}` : caller.kind;
}

/** @throws TypeError on a route that is not for users */
export function signedInUserOf(access: IdentityAccess, request: FastifyRequest): SignedInUser {
  const caller = access.callerOf(request);
  if (caller.kind !== "user") throw new TypeError("This route is not for users");
  return caller.user;
}

/** @throws TypeError on a route that is not for administrators */
export function administratorOf(access: IdentityAccess, request: FastifyRequest): AuditActor {
  return administratorWith(access, request).actor;
}

/** As {@link administratorOf}, with what the administrator may change. */
export function administratorWith(access: IdentityAccess, request: FastifyRequest): Administrator {
  const caller = access.callerOf(request);
  if (caller.kind !== "administrator") throw new TypeError("This route is not for administrators");
  return caller;
}

async function findUser(
  identity: Identity,
  { headers }: FastifyRequest,
  permission: string,
): Promise<Caller | undefined> {
  const bearer = bearerOf(headers.authorization);
  if (bearer === undefined || looksLikeApiKey(bearer)) return undefined;
  const find = permission === USER_OR_PROGRAM ? findTokenHolder : findSignedInUser;
  const user = await find(identity, bearer);
  return { kind: "user", user, credential: user.program === undefined ? "access-token" : "oauth-access-token" };
}

/** The id of no user. */
const NO_USER = NIL_UUID;

/**
 * The user whose access token came with a request to an open route. A token of an ended session still says that the
 * caller is nobody else: it stands for no user. Keys and tokens without a subject count as no token.
 */
export async function optionalUserIdOf(identity: Identity, { headers }: FastifyRequest): Promise<string | undefined> {
  const bearer = bearerOf(headers.authorization);
  if (bearer === undefined || looksLikeApiKey(bearer)) return undefined;
  try {
    return (await findSignedInUser(identity, bearer)).user.id;
  } catch (error) {
    if (error instanceof IdentityError) return namesUser(bearer) ? NO_USER : undefined;
    throw error;
  }
}

function namesUser(bearer: string): boolean {
  try {
    return Boolean(decodeJwt(bearer).sub);
  } catch {
    // Not a JWT.
    return false;
  }
}

async function findAdministrator(
  identity: Identity,
  { headers }: FastifyRequest,
  permission: string,
): Promise<Caller | undefined> {
  const bearer = bearerOf(headers.authorization);
  const { apikey } = headers;
  const holdsKey = [bearer, typeof apikey === "string" ? apikey : undefined].some(identity.apiKeys.isSecretKey);
  if (holdsKey)
    return { kind: "administrator", actor: ADMINISTRATOR, authority: "everything", credential: "secret-key" };
  if (bearer === undefined) return undefined;
  if (looksLikeApiKey(bearer) || permission === SECRET_KEY) throw new IdentityError("not_admin");
  const claims = await readAccessToken(identity.signingKeys, bearer);
  const found = await administratorOfClaims(identity, claims);
  if (found === undefined) throw new IdentityError("not_admin");
  const { role, authority, user = { id: claims.sub ?? ADMINISTRATOR.id, email: role } } = found;
  const credential = isAdministratorToken(claims) ? "administrator-token" : "admin-role-token";
  return { kind: "administrator", actor: user, authority, credential };
}

/** Its token opens nothing else, and nothing else opens its routes. */
function findDirectory({ settings }: Identity, { headers }: FastifyRequest): Caller | undefined {
  if (!settings["auth.scim.enabled"]) throw new IdentityError("feature_disabled");
  const token = settings["auth.scim.token"];
  const bearer = bearerOf(headers.authorization);
  if (token === "" || bearer === undefined) return undefined;
  return isSameSecret(bearer, token) ? { kind: "directory", credential: "scim-token" } : undefined;
}
