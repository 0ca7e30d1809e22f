import { isUuid } from "@vedette/database";
import type { JWTPayload } from "jose";
import { type Kysely, sql } from "kysely";
import { isAdministratorToken } from "../browser-sessions/page-token.ts";
import { IdentityError } from "../errors.ts";
import { type FixedStatement, fixStatement, type PlaceOf } from "../fixed-statement.ts";
import type { Identity } from "../identity.ts";
import type { AssuranceLevel, IdentityTables } from "../identity-tables.ts";
import { type ProgramAccess, readProgramAccess } from "../oauth-server/program-access.ts";
import type { AuthenticationMethod } from "../tokens/access-claims.ts";
import { readAccessToken } from "../tokens/access-token.ts";
import { isBanned } from "../users/ban.ts";
import { type StoredUser, selectUsers } from "../users/stored-user.ts";

/** Whoever sent a valid access token, as the database knows them now. */
export interface SignedInUser {
  readonly user: StoredUser;
  /** Absent for a token that was made without a session, by somebody who holds the signing key. */
  readonly sessionId: string | undefined;
  readonly assuranceLevel: AssuranceLevel;
  readonly methods: readonly AuthenticationMethod[];
  readonly claims: JWTPayload;
  /** What the program may know that the token was given to; absent for the person's own token. */
  readonly program: ProgramAccess | undefined;
}

type BearerIdentity = Pick<Identity, "db" | "signingKeys">;

/**
 * Reads a person's own access token and the user it stands for, in one round trip to the database. A token that was
 * given to another program is refused: it lets the program know who somebody is, and do nothing in their name.
 *
 * @throws IdentityError `bad_jwt`, `validation_failed`, `user_not_found`, `session_not_found`, `user_banned`
 */
export async function findSignedInUser(identity: BearerIdentity, bearer: string): Promise<SignedInUser> {
  return findUserOfClaims(identity, await readAccessToken(identity.signingKeys, bearer));
}

/** Like `findSignedInUser`, for a token that has been checked already. */
export async function findUserOfClaims({ db }: Pick<Identity, "db">, claims: JWTPayload): Promise<SignedInUser> {
  const holder = await findHolderOfClaims(db, claims);
  if (holder.program === undefined) return holder;
  throw new IdentityError("bad_jwt", { message: "invalid JWT: the token of an OAuth client is not taken here" });
}

/**
 * Like `findSignedInUser`, for the few places that also take the token of a program. One that was made for another
 * service (RFC 8707) is refused: that service could use it here otherwise.
 *
 * @throws IdentityError those of `findSignedInUser`, `unexpected_audience`
 */
export async function findTokenHolder(
  identity: BearerIdentity & Pick<Identity, "addresses">,
  bearer: string,
): Promise<SignedInUser> {
  const holder = await findHolderOfClaims(identity.db, await readAccessToken(identity.signingKeys, bearer));
  const { publicUrl, externalUrl, issuer } = identity.addresses;
  const resource = holder.program?.resource?.replace(/\/+$/, "");
  if (resource === undefined || [publicUrl, externalUrl, issuer].includes(resource)) return holder;
  throw new IdentityError("unexpected_audience");
}

/** Whoever a checked token stands for, a program's as well: its session is there, and its person not banned. */
export async function findHolderOfClaims(db: Kysely<IdentityTables>, claims: JWTPayload): Promise<SignedInUser> {
  if (isAdministratorToken(claims)) {
    throw new IdentityError("bad_jwt", { message: "invalid JWT: an administrator token is not accepted here" });
  }
  const userId = readUserId(claims);
  const sessionId = readSessionId(claims);
  finding ??= fixStatement((at: PlaceOf<HolderPlace>) => selectWithSession(db, at).compile());
  const { rows } = await db.executeQuery(finding.with({ userId, sessionId: sessionId ?? null }));
  const [row] = rows;
  if (row === undefined) {
    throw new IdentityError("user_not_found", { status: 403, message: "User from sub claim in JWT does not exist" });
  }
  if (sessionId !== undefined && row.session_aal === null) throw new IdentityError("session_not_found");
  if (isBanned(row, row.database_now)) throw new IdentityError("user_banned");
  return {
    user: row,
    sessionId,
    assuranceLevel: row.session_aal ?? "aal1",
    methods: readMethods(claims["amr"]),
    claims,
    program: readProgramAccess({
      clientId: row.session_client_id,
      scopes: row.session_scopes,
      resource: row.session_resource,
      signedInAt: row.session_signed_in_at ?? row.database_now,
    }),
  };
}

function readUserId({ sub }: JWTPayload): string {
  if (sub === undefined || sub === "") {
    throw new IdentityError("bad_jwt", { message: "invalid claim: missing sub claim" });
  }
  if (isUuid(sub)) return sub;
  throw new IdentityError("validation_failed", { message: "invalid claim: sub claim must be a UUID" });
}

function readSessionId(claims: JWTPayload): string | undefined {
  const id = claims["session_id"];
  if (id === undefined || id === "") return undefined;
  if (typeof id === "string" && isUuid(id)) return id;
  throw new IdentityError("validation_failed", { message: "invalid claim: session_id claim must be a UUID" });
}

/** The methods stand in a signed token, so they are what this server wrote there. */
function readMethods(amr: unknown): readonly AuthenticationMethod[] {
  return Array.isArray(amr) ? amr.filter(isMethod) : [];
}

function isMethod(value: unknown): value is AuthenticationMethod {
  return typeof value === "object" && value !== null && "method" in value && typeof value.method === "string";
}

type HolderPlace = "userId" | "sessionId";

type HolderRow = NonNullable<Awaited<ReturnType<ReturnType<typeof selectWithSession>["executeTakeFirst"]>>>;

let finding: FixedStatement<HolderRow, HolderPlace> | undefined;

function selectWithSession(db: Kysely<IdentityTables>, at: PlaceOf<HolderPlace>) {
  return selectUsers(db)
    .leftJoin("auth.sessions as s", (join) =>
      join.onRef("s.user_id", "=", "u.id").on("s.id", "=", sql<string>`${at("sessionId")}::uuid`),
    )
    .leftJoin("vedette.oauth_sessions as o", "o.session_id", "s.id")
    .where("u.id", "=", at<string>("userId"))
    .where("u.deleted_at", "is", null)
    .select([
      "s.oauth_client_id as session_client_id",
      "s.scopes as session_scopes",
      "o.resource as session_resource",
      "o.signed_in_at as session_signed_in_at",
      sql<AssuranceLevel | null>`case when s.id is null then null else coalesce(s.aal, 'aal1') end`.as("session_aal"),
      sql<Date>`now()`.as("database_now"),
    ]);
}
