import type { Kysely } from "kysely";
import { insertAuditEntry } from "../audit/audit-entry.ts";
import type { IdentityTables } from "../identity-tables.ts";
import type { RequestOrigin } from "../request-origin.ts";
import { findUser } from "../users/stored-user.ts";

/** Whose sessions an identity provider wants to end. */
export interface EndedPerson {
  readonly providerId: string;
  readonly nameId: string;
  /** One of its sessions; all if absent. */
  readonly sessionIndex: string | undefined;
}

/**
 * Ends the sessions that came from those of an identity provider.
 *
 * @returns how many there were
 */
export async function endSignedOnSessions(
  db: Kysely<IdentityTables>,
  { providerId, nameId, sessionIndex }: EndedPerson,
  origin: RequestOrigin,
): Promise<number> {
  return db.transaction().execute(async (trx) => {
    let query = trx
      .selectFrom("vedette.saml_sign_ins as i")
      .innerJoin("auth.sessions as s", "s.id", "i.session_id")
      .where("i.sso_provider_id", "=", providerId)
      .where("i.name_id", "=", nameId)
      .select(["s.id", "s.user_id"]);
    if (sessionIndex !== undefined) query = query.where("i.session_index", "=", sessionIndex);
    const sessions = await query.execute();
    for (const userId of new Set(sessions.map(({ user_id }) => user_id))) {
      const actor = await findUser(trx, userId);
      if (actor !== undefined) await insertAuditEntry(trx, { action: "logout", actor, origin }).execute();
    }
    const ids = sessions.map(({ id }) => id);
    if (ids.length > 0) await trx.deleteFrom("auth.sessions").where("id", "in", ids).execute();
    return ids.length;
  });
}

/** What an identity provider must be told to end the session that one here comes from. */
export async function findSignIn(db: Kysely<IdentityTables>, sessionId: string) {
  return db.selectFrom("vedette.saml_sign_ins").where("session_id", "=", sessionId).selectAll().executeTakeFirst();
}
