import { creationTold, removalTold } from "@vedette/identity";
import type { Author } from "../access/caller.ts";
import { requireGrantableHoldings } from "../access/grants.ts";
import { recordAudit } from "../audit/record.ts";
import { ResourceError } from "../errors.ts";
import type { Store } from "../objects/store.ts";
import type { Team } from "./teams.ts";

/** The external groups of a team, in the order of their bytes. */
export async function listGroups(db: Store, teamKey: string): Promise<string[]> {
  const rows = await db
    .selectFrom("vedette.team_groups")
    .select("group_id")
    .where("team_uid", "=", teamKey)
    .orderBy("group_id")
    .execute();
  return rows.map(({ group_id }) => group_id);
}

/** One change to the groups of a team. */
export interface GroupChange {
  readonly team: Team;
  readonly groupId: string;
  readonly author: Author;
}

/**
 * From now on whoever the identity provider says is in the group belongs to the team.
 *
 * @throws ResourceError `grant_refused` for a team whose roles the author could not give, `group_added`; of several that add one at once, one succeeds
 */
export async function addGroup(db: Store, { team, groupId, author }: GroupChange): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await requireGrantableHoldings(trx, author, { kind: "team", id: team.key });
    const added = await trx
      .insertInto("vedette.team_groups")
      .values({ team_uid: team.key, group_id: groupId })
      .onConflict((conflict) => conflict.doNothing())
      .returning("group_id")
      .executeTakeFirst();
    if (added === undefined) throw new ResourceError("group_added");
    const target = `teams/${team.uid}`;
    await recordAudit(trx, author, {
      action: "teams.groups.add",
      target,
      details: { group: groupId },
      changes: creationTold({ group: groupId }, ["group"]),
    });
  });
}

/** @throws ResourceError `group_not_found` unless the very same text was added */
export async function removeGroup(db: Store, { team, groupId, author }: GroupChange): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const removed = await trx
      .deleteFrom("vedette.team_groups")
      .where("team_uid", "=", team.key)
      .where("group_id", "=", groupId)
      .returning("group_id")
      .executeTakeFirst();
    if (removed === undefined) throw new ResourceError("group_not_found");
    const target = `teams/${team.uid}`;
    await recordAudit(trx, author, {
      action: "teams.groups.remove",
      target,
      details: { group: groupId },
      changes: removalTold({ group: groupId }, ["group"]),
    });
  });
}
