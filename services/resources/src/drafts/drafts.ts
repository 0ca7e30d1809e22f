import { sql } from "kysely";
import { authorOf, type Caller } from "../access/caller.ts";
import { dashboardKind } from "../kinds/dashboard.ts";
import { readObject } from "../objects/read.ts";
import { IS_CURRENT, type Store } from "../objects/store.ts";

/** A dashboard, and whose draft of it. */
export interface DraftPlace {
  readonly namespace: string;
  /** Name of the dashboard. */
  readonly name: string;
  readonly caller: Caller;
}

/** Of one person; the one that was longest untouched goes first. */
const MOST = 50;

/** What somebody changed of a dashboard and has not saved, as JSON text; `undefined` for nothing. */
export async function readDraft(db: Store, place: DraftPlace): Promise<string | undefined> {
  const key = await keyOf(db, place);
  const row = await db
    .selectFrom("vedette.drafts")
    .select("content")
    .where("owner", "=", key.owner)
    .where("dashboard_uid", "=", key.dashboard_uid)
    .executeTakeFirst();
  return row?.content;
}

/** @throws ResourceError `not_allowed`, `object_not_found` */
export async function keepDraft(db: Store, place: DraftPlace, content: string): Promise<void> {
  const key = await keyOf(db, place);
  await db.transaction().execute(async (trx) => {
    await trx
      .insertInto("vedette.drafts")
      .values({ ...key, content })
      .onConflict((conflict) =>
        // The content can be large: as a second parameter it would be sent twice.
        conflict
          .columns(["owner", "dashboard_uid"])
          .doUpdateSet({ content: sql<string>`excluded.content`, changed_at: sql<Date>`now()` }),
      )
      .execute();
    await sql`
      delete from vedette.drafts where owner = ${key.owner} and dashboard_uid in (
        select dashboard_uid from vedette.drafts where owner = ${key.owner} order by changed_at desc offset ${MOST})`.execute(
      trx,
    );
  });
}

export async function removeDraft(db: Store, place: DraftPlace): Promise<void> {
  const { owner, dashboard_uid } = await keyOf(db, place);
  await db.deleteFrom("vedette.drafts").where("owner", "=", owner).where("dashboard_uid", "=", dashboard_uid).execute();
}

/** The dashboards of which somebody keeps a draft, by name. */
export async function draftedDashboards(db: Store, namespace: string, caller: Caller): Promise<string[]> {
  const rows = await db
    .selectFrom("vedette.drafts as draft")
    .innerJoin("vedette.object_versions", "vedette.object_versions.uid", "draft.dashboard_uid")
    .select("vedette.object_versions.name")
    .where("draft.owner", "=", authorOf(caller))
    .where("namespace", "=", namespace)
    .where(IS_CURRENT)
    .orderBy("vedette.object_versions.name")
    .execute();
  return rows.map(({ name }) => name);
}

/** A draft holds what the dashboard holds: whoever may not read the one does not read the other. */
async function keyOf(db: Store, { namespace, name, caller }: DraftPlace) {
  const { uid } = await readObject(db, { kind: dashboardKind, namespace, name, caller });
  return { owner: authorOf(caller), dashboard_uid: uid };
}
