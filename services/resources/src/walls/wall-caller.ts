import type { Caller } from "../access/caller.ts";
import type { Permission } from "../access/permissions.ts";
import { mayQuery, visibleSeries } from "../access/series-scope.ts";
import { listDataSources } from "../datasources/data-sources.ts";
import type { Resources } from "../resources.ts";
import { permissionsOfGiver } from "./giver.ts";
import {
  dashboardsOfPlaylist,
  MOST_DASHBOARDS,
  mayReadPlaylist,
  type PlayedDashboard,
  WALL_NAMESPACE,
} from "./playlist-content.ts";
import { type Question, readAsking } from "./wall-question.ts";
import { findWall } from "./walls.ts";

/** Who asks by a wall's key, and what may be asked by it. */
export interface WallSight {
  readonly caller: Caller;
  /** Whether the dashboards that the key shows now ask this. */
  asks(question: Question): boolean;
  /** What of the built-in store may be shown: all, or what any of these selectors finds. */
  readonly series: "all" | readonly string[];
}

/**
 * What a wall's key is good for: to read one playlist, the dashboards that it stands for now, and to ask the data
 * sources that these ask what these ask of them; of all that, what whoever let the wall in may read and ask. Looked up
 * with every request, so that a change or removal counts at once.
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
  const given = await permissionsOfGiver(resources, wall);
  const isPlayed = mayReadPlaylist(given, wall.playlist);
  const readable = { permissions: given, most: MOST_DASHBOARDS };
  const dashboards = isPlayed ? await dashboardsOfPlaylist(db, wall.playlist, readable) : [];
  const known = dashboards.length === 0 ? [] : await listDataSources(db, WALL_NAMESPACE);
  const sources = known.filter(({ uid }) => mayQuery(given, uid));
  const asking = await readAsking(db, dashboards, sources);
  const caller = {
    kind: "wall",
    uid: wall.id,
    login: wall.name,
    role: "None",
    isServerAdmin: false,
    via: "key",
    permissions: isPlayed ? permissionsOf(wall.playlist, dashboards, asking.sources) : [],
  } as const;
  return { caller, asks: (question) => asking.asks(question), series: visibleSeries(given) };
}

function permissionsOf(
  playlist: string,
  dashboards: readonly PlayedDashboard[],
  sources: ReadonlySet<string>,
): Permission[] {
  return [
    { action: "playlists:read", scope: `playlists:uid:${playlist}` },
    // Of a playlist that shows nothing, too: the scope of nothing, so that it is found empty and not forbidden.
    ...orNothing(dashboards.map(({ name }) => name)).map(
      (name) => ({ action: "dashboards:read", scope: `dashboards:uid:${name}` }) as const,
    ),
    ...orNothing([...sources]).map(
      (uid) => ({ action: "datasources:query", scope: `datasources:uid:${uid}` }) as const,
    ),
  ];
}

function orNothing(names: readonly string[]): readonly string[] {
  return names.length > 0 ? names : [""];
}
