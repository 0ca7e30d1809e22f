import { type Kysely, sql } from "kysely";
import { type AuditAction, insertAuditEntry } from "../audit/audit-entry.ts";
import type { IdentityTables } from "../identity-tables.ts";
import { dropTokens } from "../one-time-tokens/token-store.ts";
import { unmatchedArgon2id } from "../passwords/argon2id.ts";
import type { RequestOrigin } from "../request-origin.ts";
import { markProven } from "./proven-user.ts";
import { findUser, type StoredUser } from "./stored-user.ts";

/**
 * Records that somebody has proved the e-mail address. All one-time tokens of the user are used up by it. Somebody
 * who has no password gets one that nobody knows: the application asks for a real one.
 *
 * The caller holds the lock of the user.
 */
export async function confirmUser(
  trx: Kysely<IdentityTables>,
  { user, action, origin }: { user: StoredUser; action: AuditAction | undefined; origin: RequestOrigin },
): Promise<StoredUser> {
  const verified = sql<string>`'{"email_verified": true}'::jsonb`;
  await dropTokens(trx, user.id);
  await trx
    .with("proven", (qc) => markProven(qc, user.id))
    .with("identity", (qc) =>
      qc
        .updateTable("auth.identities")
        .set({ identity_data: sql<string>`identity_data || ${verified}`, updated_at: sql`now()` })
        .where("user_id", "=", user.id)
        .where("provider", "=", "email")
        .returning("id"),
    )
    .updateTable("auth.users")
    .set({
      email_confirmed_at: sql<Date>`coalesce(email_confirmed_at, now())`,
      encrypted_password: user.encrypted_password || unmatchedArgon2id(),
      raw_user_meta_data: sql<string>`coalesce(raw_user_meta_data, '{}') || ${verified}`,
      is_anonymous: false,
      updated_at: sql`now()`,
    })
    .where("id", "=", user.id)
    .execute();
  if (action !== undefined) await insertAuditEntry(trx, { action, actor: user, origin }).execute();
  return (await findUser(trx, user.id)) ?? user;
}
