import { sql } from "kysely";
import type { Store } from "../objects/store.ts";
import type { Permission } from "./permissions.ts";

/** The folder that objects in no folder count as. */
export const ROOT_FOLDER = "general";

const FOLDER = "folders:uid:";
const TEAM = "teams:id:";

/** `*`, `dashboards:*`, `dashboards:uid:x`, `teams:id:7`, each also with `*` at its end. */
const SCOPE_PATTERN = /^(?:\*|[a-z][a-z.]*:(?:\*|(?:uid|id|name):[A-Za-z0-9._*-]{1,253}))$/;

/** Whether a scope is one that a permission can have. */
export function isScope(text: string): boolean {
  return SCOPE_PATTERN.test(text) && !/\*./.test(text);
}

/**
 * Adds what scopes reach without naming it: a folder's reaches the folders below it, a team's number its name. So a
 * check, and a list that is narrowed before it is counted, need to look at one object alone.
 */
export async function withDescendants(db: Store, granted: readonly Permission[]): Promise<Permission[]> {
  const folders = await descendants(db, namesOf(granted, FOLDER));
  const teams = await teamNames(db, namesOf(granted, TEAM));
  return granted.flatMap((permission) => {
    const { action, scope } = permission;
    const below = scope.startsWith(FOLDER) ? (folders.get(scope.slice(FOLDER.length)) ?? []) : [];
    const team = scope.startsWith(TEAM) ? teams.get(scope.slice(TEAM.length)) : undefined;
    return [
      permission,
      ...below.map((name) => ({ action, scope: `${FOLDER}${name}` })),
      ...(team === undefined ? [] : [{ action, scope: `teams:uid:${team}` }]),
    ];
  });
}

function namesOf(granted: readonly Permission[], prefix: string): string[] {
  const names = granted.flatMap(({ scope }) => (scope.startsWith(prefix) ? [scope.slice(prefix.length)] : []));
  return [...new Set(names.filter((name) => !name.endsWith("*")))];
}

/** The folders below each of some folders, at every depth. */
async function descendants(db: Store, roots: readonly string[]): Promise<Map<string, string[]>> {
  if (roots.length === 0) return new Map();
  const { rows } = await sql<{ root: string; name: string }>`
    with recursive below (root, namespace, name) as (
      select folder, namespace, name from vedette.object_versions
      where resource = 'folders' and folder in (${sql.join(roots)}) and superseded_by is null and not is_deleted
      union
      select below.root, child.namespace, child.name
      from below join vedette.object_versions child
        on child.resource = 'folders' and child.namespace = below.namespace and child.folder = below.name
      where child.superseded_by is null and not child.is_deleted
    )
    select root, name from below`.execute(db);
  const byRoot = Map.groupBy(rows, ({ root }) => root);
  return new Map([...byRoot].map(([root, found]) => [root, found.map(({ name }) => name)]));
}

async function teamNames(db: Store, ids: readonly string[]): Promise<Map<string, string>> {
  const numbers = ids.filter((id) => /^[1-9]\d{0,17}$/.test(id));
  if (numbers.length === 0) return new Map();
  const rows = await db
    .selectFrom("vedette.object_versions")
    .select(["internal_id", "name"])
    .where("resource", "=", "teams")
    .where(sql<boolean>`superseded_by is null and not is_deleted`)
    .where("internal_id", "in", numbers)
    .execute();
  return new Map(rows.map(({ internal_id, name }) => [internal_id, name]));
}
