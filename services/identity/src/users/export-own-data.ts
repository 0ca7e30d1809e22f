import { sql } from "kysely";
import type { Identity } from "../identity.ts";
import { listGrants } from "../oauth-server/consents.ts";
import { listPasskeys } from "../passkeys/passkey-store.ts";
import { listSessions } from "../sessions/sessions-of-user.ts";
import { findUser } from "./stored-user.ts";
import { userAnswer } from "./user-answer.ts";

/** Newest entries of a log that an export holds. */
export const MOST_EXPORTED_ENTRIES = 5_000;

/**
 * Reads what this service stores about a user, for the user's own export: profile with identities and factors, sessions,
 * passkeys, granted OAuth clients and the newest audit entries. No secret and no hash is part of it.
 *
 * @returns `undefined` for an unknown user
 */
export async function exportOwnData(
  identity: Pick<Identity, "db">,
  { userId, sessionId }: { readonly userId: string; readonly sessionId: string | undefined },
): Promise<object | undefined> {
  const { db } = identity;
  const user = await findUser(db, userId);
  if (user === undefined) return undefined;
  const auditEntries = await db
    .selectFrom("auth.audit_log_entries")
    .where(sql<boolean>`payload->>'actor_id' = ${userId}`)
    .select(["created_at", "ip_address", "payload"])
    .orderBy("created_at", "desc")
    .limit(MOST_EXPORTED_ENTRIES)
    .execute();
  return {
    user: userAnswer(user),
    sessions: await listSessions(identity, { userId, sessionId }),
    passkeys: await listPasskeys(db, userId),
    oauth_grants: await listGrants(identity, userId),
    audit_log: auditEntries,
  };
}
