import { creationTold, findUser, removalTold } from "@vedette/identity";
import { sql } from "kysely";
import type { Author } from "../access/caller.ts";
import { requireGrantableHoldings } from "../access/grants.ts";
import { type TeamRules, teamPeople } from "../access/team-people.ts";
import { recordAudit } from "../audit/record.ts";
import { ResourceError } from "../errors.ts";
import { nameOf } from "../people/people.ts";
import type { Resources } from "../resources.ts";
import type { Team } from "./teams.ts";

/** Somebody in a team. */
export interface TeamMember {
  readonly userId: string;
  readonly email: string;
  readonly name: string;
  /** A group of the identity provider brings them; taking the group away ends that. */
  readonly isSynced: boolean;
  /** The team's groups that bring them, in the order of their bytes. */
  readonly groups: readonly string[];
  /** When an identity provider last said that they are in one. */
  readonly toldAt: Date | undefined;
}

/** Everybody in a team, by address. */
export async function listMembers(
  { db, ...rules }: Pick<Resources, "db"> & TeamRules,
  team: Team,
): Promise<TeamMember[]> {
  const { rows } = await sql<MemberRow>`
    select u.id, coalesce(u.email, '') as email, u.raw_user_meta_data as data, bool_or(people.is_manual) as is_manual,
      coalesce(array_agg(distinct people.group_id) filter (where people.group_id is not null), '{}') as groups,
      max(people.told_at) as told_at
    from (${teamPeople(rules)}) people join auth.users u on u.id = people.user_id
    where people.team_uid = ${team.key}::uuid and u.deleted_at is null
    group by u.id, u.email, u.raw_user_meta_data
    order by email, u.id`.execute(db);
  return rows.map(({ id, email, data, is_manual, groups, told_at }) => ({
    userId: id,
    email,
    name: nameOf({ raw_user_meta_data: data ?? {} }),
    isSynced: !is_manual,
    groups,
    toldAt: told_at ?? undefined,
  }));
}

interface MemberRow {
  readonly id: string;
  readonly email: string;
  readonly data: Record<string, unknown> | null;
  readonly is_manual: boolean;
  readonly groups: readonly string[];
  readonly told_at: Date | null;
}

/** One change to who is in a team by hand. */
export interface MemberChange {
  readonly team: Team;
  readonly userId: string;
  readonly author: Author;
}

/** @throws ResourceError `user_not_found`, `grant_refused` for a team whose roles the author could not give, `member_added` */
export async function addMember({ db, identity }: Resources, { team, userId, author }: MemberChange): Promise<void> {
  const user = await findUser(identity.db, userId);
  if (user === undefined) throw new ResourceError("user_not_found");
  await db.transaction().execute(async (trx) => {
    await requireGrantableHoldings(trx, author, { kind: "team", id: team.key });
    const added = await trx
      .insertInto("vedette.team_members")
      .values({ team_uid: team.key, user_id: userId })
      .onConflict((conflict) => conflict.doNothing())
      .returning("user_id")
      .executeTakeFirst();
    if (added === undefined) throw new ResourceError("member_added");
    const target = `teams/${team.uid}`;
    await recordAudit(trx, author, {
      action: "teams.members.add",
      target,
      details: { user: userId },
      changes: creationTold(memberTold(user, userId), ["member"]),
    });
  });
}

/** @throws ResourceError `member_not_found`, `member_synced` for somebody whom a group brings */
export async function removeMember(resources: Resources, { team, userId, author }: MemberChange): Promise<void> {
  const user = await findUser(resources.identity.db, userId);
  await resources.db.transaction().execute(async (trx) => {
    const removed = await trx
      .deleteFrom("vedette.team_members")
      .where("team_uid", "=", team.key)
      .where("user_id", "=", userId)
      .returning("user_id")
      .executeTakeFirst();
    if (removed === undefined) {
      const members = await listMembers({ ...resources, db: trx }, team);
      const isThere = members.some((member) => member.userId === userId);
      throw new ResourceError(isThere ? "member_synced" : "member_not_found");
    }
    const target = `teams/${team.uid}`;
    await recordAudit(trx, author, {
      action: "teams.members.remove",
      target,
      details: { user: userId },
      changes: removalTold(memberTold(user, userId), ["member"]),
    });
  });
}

/** Somebody as the audit log names them. */
function memberTold(
  user: { readonly email: string | null; readonly phone: string | null } | undefined,
  userId: string,
) {
  return { member: user?.email || user?.phone || userId };
}
