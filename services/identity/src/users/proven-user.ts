import { type Expression, type Kysely, type QueryCreator, type RawBuilder, sql } from "kysely";
import type { IdentityTables } from "../identity-tables.ts";

/** Records that a user has proved an identifier. Unlinking, changes of address and administrators never undo it. */
export function markProven(db: QueryCreator<IdentityTables>, userId: string | Expression<string>) {
  return db
    .insertInto("vedette.proven_users")
    .values({ user_id: userId })
    .onConflict((conflict) => conflict.column("user_id").doNothing());
}

/**
 * Whether the user of the row `u` has ever proved an identifier. A confirmation date counts too: the reference service
 * can run on the same database and records nothing else.
 */
export function isProven(): RawBuilder<boolean> {
  return sql<boolean>`(u.email_confirmed_at is not null or u.phone_confirmed_at is not null
    or exists (select from vedette.proven_users p where p.user_id = u.id))`;
}

/**
 * Records that a passwordless sign-in was requested for a user without a proven identifier. The record remains when a
 * later message replaces the code: any confirmation can be that of a user who did not choose the password.
 */
export async function recordPasswordlessRequest(trx: Kysely<IdentityTables>, userId: string): Promise<void> {
  await trx
    .insertInto("vedette.passwordless_requests")
    .values({ user_id: userId })
    .onConflict((conflict) => conflict.column("user_id").doNothing())
    .execute();
}

/** Whether a passwordless sign-in was requested for the user before anything was proven. Deletes the record. */
export async function takePasswordlessRequest(trx: Kysely<IdentityTables>, userId: string): Promise<boolean> {
  const { numDeletedRows } = await trx
    .deleteFrom("vedette.passwordless_requests")
    .where("user_id", "=", userId)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}
