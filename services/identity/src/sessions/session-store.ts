import { seal, unseal } from "@vedette/database";
import { type Expression, sql } from "kysely";
import { type FixedStatement, fixStatement, type PlaceOf } from "../fixed-statement.ts";
import type { Identity } from "../identity.ts";
import type { AssuranceLevel } from "../identity-tables.ts";
import type { PendingLimit } from "../limits/limit-requests.ts";
import {
  type BucketPlace,
  bucketState,
  bucketValues,
  sweepSometimes,
  type Taken,
  takingParts,
} from "../limits/limit-store.ts";
import { type ProgramAccess, readProgramAccess } from "../oauth-server/program-access.ts";
import type { AuthenticationMethod } from "../tokens/access-claims.ts";
import { type StoredUser, selectUsers } from "../users/stored-user.ts";
import type { SessionTimes } from "./session-limits.ts";

/** A session as a refresh needs it. */
export interface RefreshableSession {
  readonly id: string;
  readonly user: StoredUser;
  readonly assuranceLevel: AssuranceLevel;
  readonly methods: readonly AuthenticationMethod[];
  /** What signs its refresh tokens; absent for one whose tokens are rows. */
  readonly refreshTokenKey: string | undefined;
  readonly counter: bigint;
  readonly times: SessionTimes;
  /** Of the first refresh token since a second factor raised the session; `undefined` where none did. */
  readonly raisedAt: { readonly counter: bigint | undefined; readonly tokenId: bigint | undefined };
  /** Whose session it is, where a person has given it to another program. */
  readonly program: ProgramAccess | undefined;
}

/** A row of the older form of refresh tokens, and how it stands to the newest of its session. */
export interface StoredToken {
  readonly id: string;
  readonly token: string;
  readonly isRevoked: boolean;
  /** Milliseconds since it was replaced or made. */
  readonly ageMs: number;
  /** The newest token of the session that is not revoked; `undefined` when all are. */
  readonly newest: { readonly token: string; readonly parent: string | null } | undefined;
}

type SessionSource = Pick<Identity, "db" | "settings" | "keyRing">;

/**
 * The session with this id.
 *
 * @param limit - counted in the same question
 * @throws IdentityError `over_request_rate_limit`
 */
export async function findRefreshable(
  source: SessionSource,
  sessionId: string,
  limit?: PendingLimit,
): Promise<RefreshableSession | undefined> {
  if (limit !== undefined) return findWithin(source, sessionId, limit);
  const { rows } = await source.db.executeQuery(finding(source).with({ sessionId }));
  const [row] = rows;
  return row && readSession(row, source);
}

async function findWithin(
  source: SessionSource,
  sessionId: string,
  { key, refill, judge }: PendingLimit,
): Promise<RefreshableSession | undefined> {
  await sweepSometimes(source.db);
  const { rows } = await source.db.executeQuery(
    findingWithin(source).with({ sessionId, ...bucketValues(key, refill) }),
  );
  const [row] = rows;
  judge(bucketState(row, refill));
  return row && isFound(row) ? readSession(row, source) : undefined;
}

function isFound(row: LimitedRow): row is Taken & Row {
  return row.session_id !== null;
}

/** The limiter always has an answer; where there is no session, its columns are empty. */
type LimitedRow = Taken & (Row | { readonly session_id: null });

/** By whether there may be one session only, see `selectRefreshable`. */
type ByMode<Found, Name extends string> = Map<boolean, FixedStatement<Found, Name>>;

const finds: ByMode<Row, "sessionId"> = new Map();
const findsWithin: ByMode<LimitedRow, "sessionId" | BucketPlace> = new Map();

function finding(source: SessionSource) {
  return inMode(finds, source, () =>
    fixStatement((at: PlaceOf<"sessionId">) =>
      selectRefreshable(source).where("s.id", "=", at<string>("sessionId")).compile(),
    ),
  );
}

function findingWithin(source: SessionSource) {
  return inMode(findsWithin, source, () =>
    fixStatement((at: PlaceOf<"sessionId" | BucketPlace>) => {
      const { taken, columns } = takingParts(at);
      const found = selectRefreshable(source).where("s.id", "=", at<string>("sessionId"));
      return sql<LimitedRow>`with taken as (${taken}), found as (${found})
        select ${columns}, found.* from (values (true)) as one left join found on true`.compile(source.db);
    }),
  );
}

function inMode<Found, Name extends string>(
  known: ByMode<Found, Name>,
  { settings }: SessionSource,
  make: () => FixedStatement<Found, Name>,
): FixedStatement<Found, Name> {
  const isSingle = settings["auth.sessions.single_per_user"];
  const statement = known.get(isSingle) ?? make();
  known.set(isSingle, statement);
  return statement;
}

/** A stored token and the session it belongs to; `undefined` when there is no such token or its session has gone. */
export async function findStoredToken(
  source: SessionSource,
  token: string,
): Promise<{ session: RefreshableSession; stored: StoredToken } | undefined> {
  const row = await selectRefreshable(source)
    .innerJoin("auth.refresh_tokens as t", "t.session_id", "s.id")
    .where("t.token", "=", token)
    .select(["t.id as token_id", "t.revoked as token_revoked"])
    .select(sql<number>`(extract(epoch from now() - t.updated_at) * 1000)::float8`.as("token_age"))
    .select(
      sql<StoredToken["newest"] | null>`(
        select json_build_object('token', n.token, 'parent', n.parent) from auth.refresh_tokens n
        where n.session_id = s.id and not n.revoked order by n.id desc limit 1)`.as("token_newest"),
    )
    .executeTakeFirst();
  if (row === undefined) return undefined;
  const { token_id: id, token_revoked: isRevoked, token_age: ageMs, token_newest: newest } = row;
  return { session: readSession(row, source), stored: { id, token, isRevoked, ageMs, newest: newest ?? undefined } };
}

/** How a session was entered, newest first, as one column. */
export function methodsOf(sessionId: Expression<string>) {
  return sql<AuthenticationMethod[]>`(
    select coalesce(json_agg(json_build_object(
      'method', m.authentication_method, 'timestamp', floor(extract(epoch from m.updated_at))::bigint
    ) order by m.updated_at desc), '[]')
    from auth.mfa_amr_claims m where m.session_id = ${sessionId})`;
}

/** When a session was last used: entered, refreshed, or seen with the cookie of the web UI. */
export const LAST_USE = sql<Date>`greatest(s.created_at, s.refreshed_at at time zone 'utc',
  (select max(b.last_seen_at) from vedette.browser_sessions b where b.session_id = s.id))`;

/** Whether the same person has a living session of the same tag that was used later. Those of programs do not count. */
export const IS_OVERTAKEN = sql<boolean>`exists (
  select from auth.sessions n where n.user_id = s.user_id and n.id <> s.id
    and n.tag is not distinct from s.tag
    and n.oauth_client_id is null and s.oauth_client_id is null and (n.not_after is null or n.not_after > now())
    and greatest(n.created_at, n.refreshed_at at time zone 'utc',
      (select max(b.last_seen_at) from vedette.browser_sessions b where b.session_id = n.id)) > ${LAST_USE})`;

function selectRefreshable({ db, settings }: SessionSource) {
  return selectUsers(db)
    .innerJoin("auth.sessions as s", "s.user_id", "u.id")
    .leftJoin("vedette.oauth_sessions as o", "o.session_id", "s.id")
    .leftJoin("vedette.raised_sessions as r", "r.session_id", "s.id")
    .select([
      "s.id as session_id",
      "s.oauth_client_id as session_client_id",
      "s.scopes as session_scopes",
      "o.resource as session_resource",
      "o.signed_in_at as session_signed_in_at",
      "r.counter as session_raised_at",
      "r.token_id as session_raised_token",
      "s.aal as session_aal",
      "s.created_at as session_created_at",
      "s.refreshed_at as session_refreshed_at",
      "s.not_after as session_not_after",
      "s.refresh_token_hmac_key as session_key",
      "s.refresh_token_counter as session_counter",
      sql<Date>`now()`.as("database_now"),
      LAST_USE.as("session_last_use"),
      // Only where it counts: it looks at every other session of the person.
      (settings["auth.sessions.single_per_user"] ? IS_OVERTAKEN : sql<boolean>`false`).as("session_overtaken"),
    ])
    .select((eb) => methodsOf(eb.ref("s.id")).as("session_methods"));
}

const placeOfKey = (rowId: string) => ({ table: "auth.sessions", column: "refresh_token_hmac_key", rowId }) as const;

/**
 * The stored form of the key that signs a session's refresh tokens: whoever reads the database must not be able to make
 * any.
 */
export function sealKey({ keyRing }: Pick<SessionSource, "keyRing">, sessionId: string, key: string): string {
  return seal(keyRing, key, placeOfKey(sessionId));
}

/** A database that was taken over may hold the key as it is. */
function openKey({ session_id: rowId, session_key: stored }: Row, { keyRing }: SessionSource): string | undefined {
  if (stored === null) return undefined;
  return unseal(keyRing, stored, placeOfKey(rowId));
}

type Row = NonNullable<Awaited<ReturnType<ReturnType<typeof selectRefreshable>["executeTakeFirst"]>>>;

function readSession(row: Row, source: SessionSource): RefreshableSession {
  return {
    id: row.session_id,
    user: row,
    assuranceLevel: row.session_aal ?? "aal1",
    methods: row.session_methods,
    refreshTokenKey: openKey(row, source),
    counter: BigInt(row.session_counter ?? 0),
    times: {
      createdAt: row.session_created_at,
      refreshedAt: row.session_refreshed_at,
      lastUse: row.session_last_use,
      notAfter: row.session_not_after,
      isOvertaken: row.session_overtaken,
      lacksFactor: (row.session_aal ?? "aal1") === "aal1" && row.factors.some(({ status }) => status === "verified"),
      now: row.database_now,
    },
    raisedAt: { counter: toBigInt(row.session_raised_at), tokenId: toBigInt(row.session_raised_token) },
    program: readProgramAccess({
      clientId: row.session_client_id,
      scopes: row.session_scopes,
      resource: row.session_resource,
      signedInAt: row.session_signed_in_at ?? row.session_created_at,
    }),
  };
}

function toBigInt(stored: string | null): bigint | undefined {
  return stored === null ? undefined : BigInt(stored);
}
