import { type Kysely, sql } from "kysely";
import type { Store } from "../objects/store.ts";
import type { Role } from "./permissions.ts";

/** The organisation that there is. */
const ORGANISATION = 1;

/** Roles by user id, of those to whom somebody gave one. */
export async function rolesOf(db: Store, userIds: readonly string[]): Promise<Map<string, Role>> {
  if (userIds.length === 0) return new Map();
  const rows = await db
    .selectFrom("vedette.memberships")
    .select(["user_id", "role"])
    .where("organisation", "=", ORGANISATION)
    .where("user_id", "in", userIds)
    .execute();
  return new Map(rows.map(({ user_id, role }) => [user_id, role]));
}

export async function giveRole(trx: Store, userId: string, role: Role): Promise<void> {
  await trx
    .insertInto("vedette.memberships")
    .values({ user_id: userId, role })
    .onConflict((conflict) => conflict.columns(["organisation", "user_id"]).doUpdateSet({ role }))
    .execute();
}

/** Whether somebody with this address has been given a role here. */
export async function isTeamMember<Tables>(db: Kysely<Tables>, email: string): Promise<boolean> {
  const { rows } = await sql`
    select from vedette.memberships m join auth.users u on u.id = m.user_id
    where m.organisation = ${ORGANISATION} and m.role <> 'None' and u.email = ${email} limit 1`.execute(db);
  return rows.length > 0;
}

/** Takes away what somebody was given here: role, teams, permissions, stars, drafts, preferences. Their account is about to be gone. */
export async function forgetPerson<Tables>(trx: Kysely<Tables>, userId: string): Promise<void> {
  await sql`
    with membership as (delete from vedette.memberships where user_id = ${userId}::uuid),
      teams as (delete from vedette.team_members where user_id = ${userId}::uuid),
      stars as (delete from vedette.stars where user_id = ${userId}::uuid),
      drafts as (delete from vedette.drafts where owner = ${`user:${userId}`}),
      preferences as (delete from vedette.preferences where user_id = ${userId}::uuid),
      managed as (delete from vedette.roles where uid = ${`managed:user:${userId}`} and is_managed)
    delete from vedette.role_assignments where subject_kind = 'user' and subject = ${userId}`.execute(trx);
}

/**
 * Whether nobody else who can come in is an administrator. Others who take administrators away wait for the end of this
 * transaction.
 */
export async function isLastAdministrator<Tables>(trx: Kysely<Tables>, userId: string): Promise<boolean> {
  const administrators = sql`
    select u.id, u.deleted_at is null and (u.banned_until is null or u.banned_until <= now()) as may_come
    from vedette.memberships m join auth.users u on u.id = m.user_id
    where m.organisation = ${ORGANISATION} and m.role = 'Admin'`;
  const isOne = await sql`select from (${administrators}) a where a.id = ${userId}::uuid`.execute(trx);
  if (isOne.rows.length === 0) return false;
  await sql`select from vedette.installation for update`.execute(trx);
  const others =
    await sql`select from (${administrators}) a where a.id <> ${userId}::uuid and a.may_come limit 1`.execute(trx);
  return others.rows.length === 0;
}

export async function hasAdministrator(db: Store): Promise<boolean> {
  const row = await db
    .selectFrom("vedette.memberships")
    .select("user_id")
    .where("organisation", "=", ORGANISATION)
    .where("role", "=", "Admin")
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}
