import { type Kysely, sql } from "kysely";
import { IdentityError } from "../errors.ts";
import type { IdentityTables, Metadata } from "../identity-tables.ts";
import { copiedClaims } from "../tokens/token-size.ts";
import { providersOf } from "../users/own-identity.ts";
import type { ExternalIdentity } from "./external-identity.ts";

/** The constraint that refuses a second user for one account of a provider. */
export const ACCOUNT_IS_UNIQUE = "identities_provider_id_provider_unique";

/**
 * Makes the account of a provider one of a user's ways to sign in, or brings it up to date.
 *
 * @throws IdentityError `identity_already_exists` when it is somebody else's
 */
export async function putExternalIdentity(
  trx: Kysely<IdentityTables>,
  userId: string,
  { provider, subject, claims }: ExternalIdentity,
): Promise<void> {
  const data = JSON.stringify(claims);
  const put = await trx
    .insertInto("auth.identities")
    .values({
      provider_id: subject,
      user_id: userId,
      identity_data: data,
      provider,
      last_sign_in_at: sql`now()`,
      created_at: sql`now()`,
      updated_at: sql`now()`,
    })
    .onConflict((conflict) =>
      conflict
        .columns(["provider_id", "provider"])
        .doUpdateSet({ identity_data: data, last_sign_in_at: sql`now()`, updated_at: sql`now()` })
        .where(sql<boolean>`identities.user_id = ${userId}`),
    )
    .returning("id")
    .executeTakeFirst();
  if (put !== undefined) return;
  throw new IdentityError("identity_already_exists", { message: "Identity is already linked to another user" });
}

/** Writes what the provider says of a user, beside what was known, and which providers there are now. */
export async function takeOverClaims(trx: Kysely<IdentityTables>, userId: string, claims: Metadata): Promise<void> {
  await trx
    .updateTable("auth.users")
    .set({
      raw_app_meta_data: providersOf(userId),
      raw_user_meta_data: sql<string>`coalesce(raw_user_meta_data, '{}') || ${JSON.stringify(copiedClaims(claims))}::jsonb`,
      updated_at: sql`now()`,
    })
    .where("id", "=", userId)
    .execute();
}
