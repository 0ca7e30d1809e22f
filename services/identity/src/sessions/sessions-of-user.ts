import type { Kysely } from "kysely";
import { type AuditActor, actingFor, insertAuditEntryIf } from "../audit/audit-entry.ts";
import { IdentityError } from "../errors.ts";
import type { Identity } from "../identity.ts";
import type { AssuranceLevel, IdentityTables } from "../identity-tables.ts";
import type { RequestOrigin } from "../request-origin.ts";
import type { AuthenticationMethod } from "../tokens/access-claims.ts";
import type { StoredUser } from "../users/stored-user.ts";
import { methodsOf } from "./session-store.ts";

/** One sign-in of a person. */
export interface SessionOfUser {
  readonly id: string;
  readonly created_at: string;
  readonly refreshed_at: string | null;
  readonly user_agent: string;
  readonly ip: string;
  readonly aal: AssuranceLevel;
  readonly amr: readonly AuthenticationMethod[];
  /** Whether it is the one that asks. */
  readonly current: boolean;
}

/** The sessions of a person, the newest first; at most 100. Those given to programs are among the person's grants. */
export async function listSessions(
  { db }: Pick<Identity, "db">,
  { userId, sessionId }: { userId: string; sessionId: string | undefined },
): Promise<readonly SessionOfUser[]> {
  const rows = await db
    .selectFrom("auth.sessions as s")
    .where("s.user_id", "=", userId)
    .where("s.oauth_client_id", "is", null)
    .select(["s.id", "s.created_at", "s.refreshed_at", "s.user_agent", "s.ip", "s.aal"])
    .select((eb) => methodsOf(eb.ref("s.id")).as("amr"))
    .orderBy("s.created_at", "desc")
    .orderBy("s.id")
    .limit(100)
    .execute();
  return rows.map((row) => ({
    id: row.id,
    created_at: row.created_at.toISOString(),
    refreshed_at: row.refreshed_at?.toISOString() ?? null,
    user_agent: row.user_agent ?? "",
    ip: (row.ip ?? "").replace(/\/\d+$/, ""),
    aal: row.aal ?? "aal1",
    amr: row.amr,
    current: row.id === sessionId,
  }));
}

interface EndedSession {
  readonly user: StoredUser;
  readonly sessionId: string;
  readonly origin: RequestOrigin;
  /** An administrator who ends it in the person's place. */
  readonly administrator?: AuditActor;
}

/**
 * Ends one session of a person. Its access tokens fail from then on.
 *
 * @throws IdentityError `session_not_found` when the person has no such session
 */
export async function endSession(
  db: Kysely<IdentityTables>,
  { user, sessionId, origin, administrator }: EndedSession,
): Promise<void> {
  const ended = await db
    .with("ended", (qc) =>
      qc.deleteFrom("auth.sessions").where("id", "=", sessionId).where("user_id", "=", user.id).returning("id"),
    )
    .with("audit", () => insertAuditEntryIf("ended", { action: "logout", ...actingFor(user, administrator), origin }))
    .selectFrom("ended")
    .select("id")
    .executeTakeFirst();
  if (ended === undefined) {
    throw new IdentityError("session_not_found", { status: 404, message: "There is no session with this id" });
  }
}
