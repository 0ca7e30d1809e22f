import { IS_CURRENT, type Store } from "../objects/store.ts";

/** A dashboard that somebody marks for themselves. */
export interface Star {
  readonly userId: string;
  /** `metadata.uid` of the dashboard. */
  readonly objectUid: string;
}

/** @returns whether it was not there before */
export async function addStar(db: Store, { userId, objectUid }: Star): Promise<boolean> {
  const added = await db
    .insertInto("vedette.stars")
    .values({ user_id: userId, object_uid: objectUid })
    .onConflict((conflict) => conflict.doNothing())
    .returning("object_uid")
    .executeTakeFirst();
  return added !== undefined;
}

export async function removeStar(db: Store, { userId, objectUid }: Star): Promise<void> {
  await db.deleteFrom("vedette.stars").where("user_id", "=", userId).where("object_uid", "=", objectUid).execute();
}

/** The names of the dashboards that somebody has marked, in their order. */
export async function starredDashboards(db: Store, namespace: string, userId: string): Promise<string[]> {
  const rows = await db
    .selectFrom("vedette.stars as star")
    .innerJoin("vedette.object_versions", "vedette.object_versions.uid", "star.object_uid")
    .select("vedette.object_versions.name")
    .where("star.user_id", "=", userId)
    .where("resource", "=", "dashboards")
    .where("namespace", "=", namespace)
    .where(IS_CURRENT)
    .orderBy("vedette.object_versions.name")
    .execute();
  return rows.map(({ name }) => name);
}
