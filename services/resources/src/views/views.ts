import { sql } from "kysely";
import type { Caller } from "../access/caller.ts";
import { isAllowed } from "../access/permissions.ts";
import { dashboardKind } from "../kinds/dashboard.ts";
import { readObject } from "../objects/read.ts";
import { IS_CURRENT, type Store } from "../objects/store.ts";

interface OneDashboard {
  readonly namespace: string;
  readonly name: string;
  readonly caller: Caller;
}

/** Notes that somebody opened a dashboard; programs do not count. @throws ResourceError as for the dashboard */
export async function countView(db: Store, { namespace, name, caller }: OneDashboard): Promise<void> {
  const { uid } = await readObject(db, { kind: dashboardKind, namespace, name, caller });
  if (caller.kind !== "user") return;
  await db
    .insertInto("vedette.dashboard_views")
    .values({ dashboard_uid: uid, day: TODAY, count: 1 })
    .onConflict((conflict) =>
      conflict.columns(["dashboard_uid", "day"]).doUpdateSet({ count: sql`vedette.dashboard_views.count + 1` }),
    )
    .execute();
}

/** How often dashboards were opened in the last 30 days, by name; of those that somebody may read. */
export async function viewsOf(
  db: Store,
  { namespace, names, caller }: { namespace: string; names: readonly string[]; caller: Caller },
): Promise<Record<string, number>> {
  if (names.length === 0) return {};
  const rows = await db
    .selectFrom("vedette.object_versions as dashboard")
    .innerJoin("vedette.dashboard_views as seen", "seen.dashboard_uid", "dashboard.uid")
    .select(["dashboard.name", "dashboard.folder", sql<number>`sum(seen.count)::integer`.as("views")])
    .where("resource", "=", "dashboards")
    .where("namespace", "=", namespace)
    .where("name", "in", names)
    .where(IS_CURRENT)
    .where("seen.day", ">", OLDEST)
    .groupBy(["dashboard.name", "dashboard.folder"])
    .execute();
  const { read } = dashboardKind.actions;
  const readable = rows.filter(({ name, folder }) =>
    isAllowed(caller.permissions, [{ action: read, scopes: dashboardKind.scopesOf({ name, folder }) }]),
  );
  return Object.fromEntries(readable.map(({ name, views }) => [name, views]));
}

/** How often each dashboard was opened in the last 30 days, by its uid. */
export function recentViews(db: Store) {
  return db
    .selectFrom("vedette.dashboard_views")
    .select(["dashboard_uid", sql<number>`sum(count)::integer`.as("views")])
    .where("day", ">", OLDEST)
    .groupBy("dashboard_uid");
}

/** Removes what nobody counts any more. */
export async function forgetViews(db: Store): Promise<void> {
  await db.deleteFrom("vedette.dashboard_views").where("day", "<=", OLDEST).execute();
}

const TODAY = sql<Date>`(now() at time zone 'UTC')::date`;
const OLDEST = sql<Date>`(now() at time zone 'UTC')::date - 30`;
