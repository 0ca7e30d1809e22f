import { type RawBuilder, sql } from "kysely";
import { isAllowed, type Permission } from "../access/permissions.ts";
import { ROOT_FOLDER } from "../access/scopes.ts";
import { isJsonObject } from "../kinds/kind.ts";
import { playlistKind } from "../kinds/playlist.ts";
import { IS_CURRENT, readCurrent, type Store } from "../objects/store.ts";

/** The namespace that walls show. */
export const WALL_NAMESPACE = "default";

/** Dashboards that a wall shows; those that its playlist stands for beyond are not played. */
export const MOST_DASHBOARDS = 500;

/** A dashboard that a playlist stands for. */
export interface PlayedDashboard {
  readonly name: string;
  readonly resourceVersion: string;
}

/**
 * The dashboards that a playlist's items stand for now and that somebody may read, by title.
 *
 * @see spec 2, Playlist: item types
 */
export async function dashboardsOfPlaylist(
  db: Store,
  playlist: string,
  { permissions, most }: { readonly permissions: readonly Permission[]; readonly most: number },
): Promise<PlayedDashboard[]> {
  const { names, ids, tags } = await itemsOf(db, playlist);
  if (names.length + ids.length + tags.length === 0) return [];
  const rows = await currentDashboards(db)
    .select(["name", "resource_version"])
    .where((eb) =>
      eb.or([isNamed(names, ids), ...tags.map((tag) => sql<boolean>`tags @> ${JSON.stringify([tag])}::jsonb`)]),
    )
    // What may not be read takes nobody's place.
    .where(isReadable(permissions))
    .orderBy("title")
    .orderBy("name")
    .limit(most)
    .execute();
  return rows.map(({ name, resource_version }) => ({ name, resourceVersion: resource_version }));
}

/** Whether a playlist says by its uid or number, and not only by a tag, a dashboard that somebody may not read. */
export async function namesHidden(db: Store, playlist: string, permissions: readonly Permission[]): Promise<boolean> {
  const { names, ids } = await itemsOf(db, playlist);
  const hidden = await currentDashboards(db)
    .select("name")
    .where(isNamed(names, ids))
    .where(sql<boolean>`not ${isReadable(permissions)}`)
    .limit(1)
    .executeTakeFirst();
  return hidden !== undefined;
}

/** Those that somebody may read, as the store has them now. */
export function readableDashboards(db: Store, permissions: readonly Permission[]) {
  return currentDashboards(db).where(isReadable(permissions));
}

function currentDashboards(db: Store) {
  return db
    .selectFrom("vedette.object_versions")
    .where("resource", "=", "dashboards")
    .where("namespace", "=", WALL_NAMESPACE)
    .where(IS_CURRENT);
}

async function itemsOf(db: Store, playlist: string) {
  const stored = await readCurrent(db, { resource: "playlists", namespace: WALL_NAMESPACE, name: playlist });
  const valuesOf = valuesByType(stored?.spec);
  return {
    names: valuesOf("dashboard_by_uid"),
    ids: valuesOf("dashboard_by_id").filter((id) => /^\d{1,18}$/.test(id)),
    tags: valuesOf("dashboard_by_tag"),
  };
}

function isNamed(names: readonly string[], ids: readonly string[]): RawBuilder<boolean> {
  return sql<boolean>`(name = any(${names}::text[]) or internal_id = any(${ids}::bigint[]))`;
}

/** As `isAllowed` decides, said to the store, so that it narrows before it counts. */
function isReadable(permissions: readonly Permission[]): RawBuilder<boolean> {
  const scopes = permissions.filter(({ action }) => action === "dashboards:read").map(({ scope }) => scope);
  const [starts, whole] = [
    scopes.filter((scope) => scope.endsWith("*")),
    scopes.filter((scope) => !scope.endsWith("*")),
  ];
  const prefixes = [...new Set(starts.map((scope) => scope.slice(0, -1)))];
  const own = sql`('dashboards:uid:' || name)`;
  const folder = sql`('folders:uid:' || case folder when '' then ${ROOT_FOLDER} else folder end)`;
  return sql<boolean>`(${own} = any(${whole}::text[]) or ${folder} = any(${whole}::text[]) or exists (
    select from unnest(${prefixes}::text[]) prefix where starts_with(${own}, prefix) or starts_with(${folder}, prefix)))`;
}

export function mayReadPlaylist(permissions: readonly Permission[], name: string): boolean {
  return isAllowed(permissions, [{ action: "playlists:read", scopes: playlistKind.scopesOf({ name }) }]);
}

function valuesByType(spec: string | undefined): (type: string) => string[] {
  const parsed: unknown = spec === undefined ? undefined : JSON.parse(spec);
  const items: unknown = isJsonObject(parsed) ? parsed["items"] : undefined;
  const known = Array.isArray(items) ? items.filter(isJsonObject) : [];
  return (type) => [
    ...new Set(known.filter((item) => item["type"] === type).map((item) => String(item["value"]).toWellFormed())),
  ];
}
