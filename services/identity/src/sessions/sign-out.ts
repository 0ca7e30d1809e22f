import type { Kysely } from "kysely";
import { type AuditActor, actingFor, insertAuditEntry } from "../audit/audit-entry.ts";
import type { IdentityTables } from "../identity-tables.ts";
import type { RequestOrigin } from "../request-origin.ts";
import type { StoredUser } from "../users/stored-user.ts";

/** Which sessions of a person end: all, this one, all but this one. */
export type SignOutScope = "global" | "local" | "others";

/** Ends sessions. Their access tokens fail from then on wherever the session is looked up. */
export async function signOut(
  db: Kysely<IdentityTables>,
  {
    user,
    sessionId,
    scope,
    origin,
    administrator,
  }: {
    user: StoredUser;
    /** Absent for a token that belongs to no session. */
    sessionId: string | undefined;
    scope: SignOutScope;
    origin: RequestOrigin;
    /** Who ends them in the person's place. */
    administrator?: AuditActor;
  },
): Promise<void> {
  await db
    .with("ended", (qc) => {
      const all = qc.deleteFrom("auth.sessions").where("user_id", "=", user.id);
      if (scope === "global" || sessionId === undefined) return all.returning("id");
      return all.where("id", scope === "local" ? "=" : "!=", sessionId).returning("id");
    })
    .with("audit", (qc) => insertAuditEntry(qc, { action: "logout", ...actingFor(user, administrator), origin }))
    .selectFrom("ended")
    .select("id")
    .execute();
}
