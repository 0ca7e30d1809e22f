import { createHash } from "node:crypto";
import { repeatable } from "@vedette/database";
import { type Kysely, sql } from "kysely";
import { type AuditActor, insertAuditEntry } from "../audit/audit-entry.ts";
import { IdentityError } from "../errors.ts";
import type { Identity } from "../identity.ts";
import type { IdentityTables } from "../identity-tables.ts";
import { dropTokens } from "../one-time-tokens/token-store.ts";
import type { RequestOrigin } from "../request-origin.ts";
import { lockUser, type StoredUser } from "../users/stored-user.ts";

/**
 * Deletes a user, with what the other services gave them: wholly, or so that the row stays and nobody can tell whose it was.
 *
 * @throws IdentityError `user_not_found`, `last_administrator`
 */
export async function deleteUser(
  { db, team }: Pick<Identity, "db" | "team">,
  {
    id,
    how,
    actor,
    origin,
  }: {
    id: string;
    how: "wholly" | "keeping_the_row";
    actor: AuditActor;
    origin: RequestOrigin;
  },
): Promise<void> {
  await repeatable(() =>
    db.transaction().execute(async (trx) => {
      const user = await lockUser(trx, id);
      if (user === undefined) throw new IdentityError("user_not_found");
      const traits = { user_id: id, user_email: user.email, user_phone: user.phone };
      await insertAuditEntry(trx, { action: "user_deleted", actor, origin, traits }).execute();
      if (await team.isLastAdministrator(trx, id)) throw new IdentityError("last_administrator");
      await team.forget(trx, id);
      if (how === "keeping_the_row") await blankOut(trx, user);
      else await trx.deleteFrom("auth.users").where("id", "=", id).execute();
    }),
  );
}

/** Addresses become hashes, so that they are free again and yet a later dispute can be settled. */
async function blankOut(trx: Kysely<IdentityTables>, user: StoredUser): Promise<void> {
  const { id } = user;
  await dropTokens(trx, id);
  await trx.deleteFrom("auth.sessions").where("user_id", "=", id).execute();
  await trx.deleteFrom("auth.mfa_factors").where("user_id", "=", id).execute();
  await trx.deleteFrom("vedette.recovery_code_sets").where("user_id", "=", id).execute();
  await trx.deleteFrom("vedette.user_names").where("user_id", "=", id).execute();
  await trx.deleteFrom("vedette.scim_users").where("user_id", "=", id).execute();
  await trx.deleteFrom("vedette.email_changes").where("user_id", "=", id).execute();
  await trx.deleteFrom("vedette.known_devices").where("user_id", "=", id).execute();
  await trx.deleteFrom("vedette.required_factors").where("user_id", "=", id).execute();
  await trx.deleteFrom("auth.oauth_authorizations").where("user_id", "=", id).execute();
  await trx.deleteFrom("auth.oauth_consents").where("user_id", "=", id).execute();
  await trx
    .deleteFrom("auth.flow_state")
    .where((eb) => eb.or([eb("user_id", "=", id), eb("linking_target_id", "=", id)]))
    .execute();
  await trx.deleteFrom("auth.webauthn_credentials").where("user_id", "=", id).execute();
  for (const identity of user.identities) {
    await trx
      .updateTable("auth.identities")
      .set({ provider_id: blanked(id, identity.provider_id), identity_data: "{}", updated_at: sql`now()` })
      .where("id", "=", identity.id)
      .execute();
  }
  await trx
    .updateTable("auth.users")
    .set({
      email: user.email && blanked(id, user.email),
      phone: user.phone && blanked(id, user.phone).slice(0, 15),
      email_change: "",
      phone_change: "",
      encrypted_password: null,
      raw_user_meta_data: "{}",
      raw_app_meta_data: "{}",
      deleted_at: sql`now()`,
      updated_at: sql`now()`,
    })
    .where("id", "=", id)
    .execute();
}

function blanked(userId: string, value: string): string {
  return createHash("sha256").update(userId).update(value).digest("base64url");
}
