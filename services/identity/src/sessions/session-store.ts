import { type Kysely, sql } from "kysely";
import type { AssuranceLevel, IdentityTables } from "../identity-tables.ts";
import type { AuthenticationMethod } from "../tokens/access-claims.ts";
import { type StoredUser, selectUsers } from "../users/stored-user.ts";
import type { SessionTimes } from "./session-limits.ts";

/** A session as a refresh needs it. */
export interface RefreshableSession {
  readonly id: string;
  readonly user: StoredUser;
  readonly assuranceLevel: AssuranceLevel;
  readonly methods: readonly AuthenticationMethod[];
  readonly refreshTokenKey: string;
  readonly counter: bigint;
  readonly times: SessionTimes;
}

/** `undefined` also for a session of the older token format, which has no key. */
export async function findRefreshable(
  db: Kysely<IdentityTables>,
  sessionId: string,
): Promise<RefreshableSession | undefined> {
  const row = await selectUsers(db)
    .innerJoin("auth.sessions as s", "s.user_id", "u.id")
    .where("s.id", "=", sessionId)
    .select([
      "s.aal as session_aal",
      "s.created_at as session_created_at",
      "s.refreshed_at as session_refreshed_at",
      "s.not_after as session_not_after",
      "s.refresh_token_hmac_key as session_key",
      "s.refresh_token_counter as session_counter",
      sql<Date>`now()`.as("database_now"),
      sql<AuthenticationMethod[]>`(
        select coalesce(json_agg(json_build_object(
          'method', m.authentication_method, 'timestamp', floor(extract(epoch from m.updated_at))::bigint
        ) order by m.updated_at desc), '[]')
        from auth.mfa_amr_claims m where m.session_id = s.id)`.as("session_methods"),
    ])
    .executeTakeFirst();
  if (row === undefined || row.session_key === null) return undefined;
  return {
    id: sessionId,
    user: row,
    assuranceLevel: row.session_aal ?? "aal1",
    methods: row.session_methods,
    refreshTokenKey: row.session_key,
    counter: BigInt(row.session_counter ?? 0),
    times: {
      created_at: row.session_created_at,
      refreshed_at: row.session_refreshed_at,
      not_after: row.session_not_after,
      now: row.database_now,
    },
  };
}
