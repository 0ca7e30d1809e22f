import { type RawBuilder, sql } from "kysely";
import type { Store } from "../objects/store.ts";
import type { Resources } from "../resources.ts";
import { isAction, type Permission, type Role } from "./permissions.ts";
import { withDescendants } from "./scopes.ts";
import { type TokenGroups, teamPeople } from "./team-people.ts";

/** What somebody is and may do beyond that. */
interface Standing {
  readonly role: Role;
  /** Uids and names of the custom roles, held directly or through a team or the basic role. */
  readonly customRoles: readonly string[];
  readonly permissions: readonly Permission[];
}

/**
 * Reads a user's basic role, and the permissions of every custom role that the user, a team of theirs or the basic
 * role itself has. Anonymous people are nothing unless somebody made them something.
 *
 * @param present - what the token in use says, of somebody without a user here
 */
export async function standingOfUser(
  { db, ...rules }: Pick<Resources, "db" | "settings" | "identity">,
  userId: string,
  present?: TokenGroups,
): Promise<Standing> {
  const { settings } = rules;
  const defaultRole = settings["resources.default_role"];
  const me = sql`
    select coalesce(m.role, case when u.is_anonymous then 'None' else ${defaultRole}::text end) as role
    from (select ${userId}::uuid as id) asked
    left join auth.users u on u.id = asked.id
    left join vedette.memberships m on m.organisation = 1 and m.user_id = asked.id`;
  const mine = sql<boolean>`
    (a.subject_kind = 'user' and a.subject = ${userId})
    or (a.subject_kind = 'basic-role' and a.subject = me.role)
    or (a.subject_kind = 'team' and a.subject in (
      select people.team_uid::text from (${teamPeople(rules, present)}) people where people.user_id = ${userId}::uuid))`;
  return await standing(db, me, mine);
}

/** As {@link standingOfUser}, for a service account with this role. */
export async function standingOfServiceAccount(db: Store, accountId: string, role: Role): Promise<Standing> {
  return await standing(
    db,
    sql`select ${role}::text as role`,
    sql<boolean>`(a.subject_kind = 'service-account' and a.subject = ${accountId})
      or (a.subject_kind = 'basic-role' and a.subject = me.role)`,
  );
}

async function standing(db: Store, me: RawBuilder<unknown>, mine: RawBuilder<boolean>): Promise<Standing> {
  const { rows } = await sql<StandingRow>`
    with me as (${me}),
      held as (select distinct a.role_uid from me, vedette.role_assignments a where ${mine})
    select me.role,
      coalesce((
        select jsonb_agg(distinct jsonb_build_array(p.action, p.scope))
        from held join vedette.role_permissions p on p.role_uid = held.role_uid), '[]') as granted,
      coalesce((
        select jsonb_agg(jsonb_build_array(r.uid, r.name))
        from held join vedette.roles r on r.uid = held.role_uid where not r.is_managed), '[]') as roles
    from me`.execute(db);
  const [row] = rows;
  const granted = (row?.granted ?? []).flatMap(([action, scope]) => (isAction(action) ? [{ action, scope }] : []));
  const permissions = await withDescendants(db, granted);
  return { role: row?.role ?? "None", customRoles: (row?.roles ?? []).flat(), permissions };
}

interface StandingRow {
  readonly role: Role;
  readonly granted: readonly (readonly [action: string, scope: string])[];
  readonly roles: readonly (readonly [uid: string, name: string])[];
}
