import { sql } from "kysely";
import { isAllowed, type Permission } from "../access/permissions.ts";
import { dashboardKind } from "../kinds/dashboard.ts";
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
  readonly folder: string;
  readonly resourceVersion: string;
  /** The playlist says it by its uid or number, and not only by a tag. */
  readonly isNamed: boolean;
}

/** The dashboards that a playlist's items stand for now, by title. @see spec 2, Playlist: item types */
export async function dashboardsOfPlaylist(
  db: Store,
  playlist: string,
  most = MOST_DASHBOARDS,
): Promise<PlayedDashboard[]> {
  const stored = await readCurrent(db, { resource: "playlists", namespace: WALL_NAMESPACE, name: playlist });
  const valuesOf = valuesByType(stored?.spec);
  const names = valuesOf("dashboard_by_uid");
  const tags = valuesOf("dashboard_by_tag");
  const ids = valuesOf("dashboard_by_id").filter((id) => /^\d{1,18}$/.test(id));
  if (names.length + tags.length + ids.length === 0) return [];
  const rows = await db
    .selectFrom("vedette.object_versions")
    .select(["name", "folder", "resource_version", "internal_id"])
    .where("resource", "=", "dashboards")
    .where("namespace", "=", WALL_NAMESPACE)
    .where(IS_CURRENT)
    .where((eb) =>
      eb.or([
        ...(names.length > 0 ? [eb("name", "in", names)] : []),
        ...(ids.length > 0 ? [eb("internal_id", "in", ids)] : []),
        ...tags.map((tag) => sql<boolean>`tags @> ${JSON.stringify([tag])}::jsonb`),
      ]),
    )
    .orderBy("title")
    .orderBy("name")
    .limit(most)
    .execute();
  return rows.map(({ name, folder, resource_version, internal_id }) => ({
    name,
    folder,
    resourceVersion: resource_version,
    isNamed: names.includes(name) || ids.includes(internal_id),
  }));
}

export function mayReadPlaylist(permissions: readonly Permission[], name: string): boolean {
  return isAllowed(permissions, [{ action: "playlists:read", scopes: playlistKind.scopesOf({ name }) }]);
}

export function mayReadDashboard(permissions: readonly Permission[], { name, folder }: PlayedDashboard): boolean {
  return isAllowed(permissions, [{ action: "dashboards:read", scopes: dashboardKind.scopesOf({ name, folder }) }]);
}

function valuesByType(spec: string | undefined): (type: string) => string[] {
  const parsed: unknown = spec === undefined ? undefined : JSON.parse(spec);
  const items: unknown = isJsonObject(parsed) ? parsed["items"] : undefined;
  const known = Array.isArray(items) ? items.filter(isJsonObject) : [];
  return (type) => [
    ...new Set(known.filter((item) => item["type"] === type).map((item) => String(item["value"]).toWellFormed())),
  ];
}
