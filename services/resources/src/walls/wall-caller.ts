import type { Caller } from "../access/caller.ts";
import { isAllowed, type Permission } from "../access/permissions.ts";
import { listDataSources } from "../datasources/data-sources.ts";
import { BUILT_IN_DATA_SOURCE, dataSourceKind } from "../kinds/data-source.ts";
import type { Store } from "../objects/store.ts";
import type { Resources } from "../resources.ts";
import { permissionsOfGiver } from "./giver.ts";
import {
  dashboardsOfPlaylist,
  mayReadDashboard,
  mayReadPlaylist,
  type PlayedDashboard,
  WALL_NAMESPACE,
} from "./playlist-content.ts";
import { findWall } from "./walls.ts";

/** Who asks by a wall's key, and the dashboards that the key shows now. */
export interface WallSight {
  readonly caller: Caller;
  readonly dashboards: readonly PlayedDashboard[];
}

/**
 * What a wall's key is good for: to read one playlist, the dashboards that it stands for now, and to ask the data
 * sources that these use; of all that, what whoever let the wall in may read and ask. Looked up with every request, so
 * that a change or removal counts at once.
 *
 * @returns `undefined` for a key that belongs to no wall any more
 */
export async function wallSight(
  resources: Pick<Resources, "db" | "identity" | "settings">,
  key: string,
): Promise<WallSight | undefined> {
  const { db } = resources;
  const wall = await findWall(db, key);
  if (wall === undefined) return undefined;
  const given = await permissionsOfGiver(resources, wall.given_by);
  const isPlayed = mayReadPlaylist(given, wall.playlist);
  const content = isPlayed ? await dashboardsOfPlaylist(db, wall.playlist) : [];
  const dashboards = content.filter((dashboard) => mayReadDashboard(given, dashboard));
  const caller = {
    kind: "wall",
    uid: wall.id,
    login: wall.name,
    role: "None",
    isServerAdmin: false,
    via: "key",
    permissions: isPlayed ? permissionsOf(wall.playlist, dashboards, given) : [],
  } as const;
  return { caller, dashboards };
}

function permissionsOf(
  playlist: string,
  dashboards: readonly PlayedDashboard[],
  given: readonly Permission[],
): Permission[] {
  return [
    { action: "playlists:read", scope: `playlists:uid:${playlist}` },
    // Of an empty playlist, too: the scope of no dashboard, so that it is found empty and not forbidden.
    ...(dashboards.length > 0 ? dashboards : [{ name: "" }]).map(
      ({ name }) => ({ action: "dashboards:read", scope: `dashboards:uid:${name}` }) as const,
    ),
    ...given.filter(({ action }) => action === "datasources:query"),
  ];
}

/**
 * Whether a wall may ask a data source: those that its dashboards name by uid or name, any where they let people choose
 * one, and the default one, which is asked where a panel names none.
 */
export async function isWallSource(db: Store, { caller, dashboards }: WallSight, uid: string): Promise<boolean> {
  const scopes = dataSourceKind.scopesOf({ name: uid });
  if (!isAllowed(caller.permissions, [{ action: "datasources:query", scopes }])) return false;
  const source = (await listDataSources(db, WALL_NAMESPACE)).find((candidate) => candidate.uid === uid);
  if (source?.isDefault === true || uid === BUILT_IN_DATA_SOURCE) return true;
  if (source === undefined || dashboards.length === 0) return false;
  const row = await db
    .selectFrom("vedette.object_versions")
    .select("name")
    .where(
      "resource_version",
      "in",
      dashboards.map(({ resourceVersion }) => resourceVersion),
    )
    .where((eb) =>
      eb.or([
        ...[uid, source.name].map((text) => eb("spec", "like", `%${escaped(JSON.stringify(text))}%`)),
        eb("spec", "~", '"type"\\s*:\\s*"datasource"'),
      ]),
    )
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

function escaped(text: string): string {
  return text.replace(/[\\%_]/g, "\\$&");
}
