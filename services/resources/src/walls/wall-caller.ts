import { sql } from "kysely";
import type { Caller } from "../access/caller.ts";
import type { Permission } from "../access/permissions.ts";
import { listDataSources } from "../datasources/data-sources.ts";
import { ResourceError } from "../errors.ts";
import { BUILT_IN_DATA_SOURCE } from "../kinds/data-source.ts";
import { isJsonObject } from "../kinds/kind.ts";
import { IS_CURRENT, readCurrent, type Store } from "../objects/store.ts";
import { findWall } from "./walls.ts";

const NAMESPACE = "default";
const DASHBOARD_SCOPE = "dashboards:uid:";

/** Dashboards that one tag can stand for; those beyond are not played. */
const MOST_DASHBOARDS = 500;

/**
 * What a wall's key is good for: to read one playlist, the dashboards that it stands for now, and to ask the data
 * sources that these use. Looked up with every request, so that a change or removal counts at once.
 *
 * @returns `undefined` for a key that belongs to no wall any more
 */
export async function wallCaller(db: Store, key: string): Promise<Caller | undefined> {
  const wall = await findWall(db, key);
  if (wall === undefined) return undefined;
  return {
    kind: "wall",
    uid: wall.id,
    login: wall.name,
    role: "None",
    isServerAdmin: false,
    via: "key",
    permissions: await permissionsOf(db, wall.playlist),
  };
}

async function permissionsOf(db: Store, playlist: string): Promise<Permission[]> {
  const dashboards = await dashboardsOf(db, playlist);
  return [
    { action: "playlists:read", scope: `playlists:uid:${playlist}` },
    // Of an empty playlist, too: the scope of no dashboard, so that it is found empty and not forbidden.
    ...(dashboards.length > 0 ? dashboards : [""]).map(
      (name) => ({ action: "dashboards:read", scope: `${DASHBOARD_SCOPE}${name}` }) as const,
    ),
    { action: "datasources:query", scope: "*" },
  ];
}

/** The names of the dashboards that a playlist's items stand for. @see spec 2, Playlist: item types */
async function dashboardsOf(db: Store, playlist: string): Promise<string[]> {
  const stored = await readCurrent(db, { resource: "playlists", namespace: NAMESPACE, name: playlist });
  const valuesOf = valuesByType(stored?.spec);
  const names = valuesOf("dashboard_by_uid");
  const tags = valuesOf("dashboard_by_tag");
  const ids = valuesOf("dashboard_by_id").filter((id) => /^\d{1,18}$/.test(id));
  if (names.length + tags.length + ids.length === 0) return [];
  const rows = await db
    .selectFrom("vedette.object_versions")
    .select("name")
    .where("resource", "=", "dashboards")
    .where("namespace", "=", NAMESPACE)
    .where(IS_CURRENT)
    .where((eb) =>
      eb.or([
        ...(names.length > 0 ? [eb("name", "in", names)] : []),
        ...(ids.length > 0 ? [eb("internal_id", "in", ids)] : []),
        ...tags.map((tag) => sql<boolean>`tags @> ${JSON.stringify([tag])}::jsonb`),
      ]),
    )
    .limit(MOST_DASHBOARDS)
    .execute();
  return rows.map(({ name }) => name);
}

function valuesByType(spec: string | undefined): (type: string) => string[] {
  const parsed: unknown = spec === undefined ? undefined : JSON.parse(spec);
  const items: unknown = isJsonObject(parsed) ? parsed["items"] : undefined;
  const known = Array.isArray(items) ? items.filter(isJsonObject) : [];
  return (type) => [
    ...new Set(known.filter((item) => item["type"] === type).map((item) => String(item["value"]).toWellFormed())),
  ];
}

/**
 * A wall asks the data sources that its dashboards use: those they name by uid or name, any where they let people
 * choose one, and the default one, which is asked where a panel names none.
 *
 * @throws ResourceError `not_allowed`
 */
export async function requireWallSource(db: Store, { permissions }: Caller, uid: string): Promise<void> {
  const source = (await listDataSources(db, NAMESPACE)).find((candidate) => candidate.uid === uid);
  if (source?.isDefault === true || uid === BUILT_IN_DATA_SOURCE) return;
  const dashboards = permissions
    .filter(({ action }) => action === "dashboards:read")
    .map(({ scope }) => scope.slice(DASHBOARD_SCOPE.length));
  const row = await db
    .selectFrom("vedette.object_versions")
    .select("name")
    .where("resource", "=", "dashboards")
    .where("namespace", "=", NAMESPACE)
    .where(IS_CURRENT)
    .where("name", "in", dashboards)
    .where((eb) =>
      eb.or([
        ...[uid, source?.name ?? uid].map((text) => eb("spec", "like", `%${escaped(JSON.stringify(text))}%`)),
        eb("spec", "~", '"type"\\s*:\\s*"datasource"'),
      ]),
    )
    .limit(1)
    .executeTakeFirst();
  if (source === undefined || row === undefined) throw new ResourceError("not_allowed");
}

function escaped(text: string): string {
  return text.replace(/[\\%_]/g, "\\$&");
}
