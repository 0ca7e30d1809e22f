import type { Visibility } from "../lists/visibility.ts";
import { ancestorsOf } from "../objects/folder.ts";
import { IS_CURRENT, type Store } from "../objects/store.ts";

/** Where a folder is and what it is called. */
export interface FolderName {
  readonly uid: string;
  readonly title: string;
}

/** The folders above one, the outermost first, without itself. */
export async function parentsOf(db: Store, namespace: string, parent: string): Promise<FolderName[]> {
  const names = await ancestorsOf(db, namespace, parent);
  const titles = await folderTitles(db, namespace, names);
  return names.toReversed().map((uid) => ({ uid, title: titles.get(uid) ?? uid }));
}

/** Titles of folders by their names; of those that are not there, none. */
export async function folderTitles(
  db: Store,
  namespace: string,
  names: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  if (names.length === 0) return new Map();
  const rows = await folders(db, namespace).select(["name", "title"]).where("name", "in", names).execute();
  return new Map(rows.map(({ name, title }) => [name, title]));
}

/** One page of the folders that lie directly in another one (empty for the root), by title. */
export async function childFolders(
  db: Store,
  wish: { namespace: string; parent: string; visibility: Visibility; page: number; limit: number },
): Promise<(FolderName & { id: number })[]> {
  const { namespace, parent, visibility, page, limit } = wish;
  const rows = await folders(db, namespace)
    .select(["internal_id", "name", "title"])
    .where("folder", "=", parent)
    .where(({ eb }) => (visibility.kind === "all" ? eb.lit(true) : eb("name", "in", ["", ...visibility.names])))
    .orderBy("title")
    .orderBy("name")
    .limit(limit)
    .offset((page - 1) * limit)
    .execute();
  return rows.map(({ internal_id, name, title }) => ({ id: Number(internal_id), uid: name, title }));
}

/** How many objects of each kind lie in a folder, at every depth. */
export async function countContent(db: Store, namespace: string, folder: string): Promise<Record<string, number>> {
  const counts: Record<string, number> = { folders: 0, dashboards: 0 };
  let level = [folder];
  // As many rounds as folders may lie in each other.
  while (level.length > 0) {
    const rows = await db
      .selectFrom("vedette.object_versions")
      .select(["resource", "name"])
      .where("namespace", "=", namespace)
      .where("folder", "in", level)
      .where(IS_CURRENT)
      .execute();
    for (const { resource } of rows) counts[resource] = (counts[resource] ?? 0) + 1;
    level = rows.filter(({ resource }) => resource === "folders").map(({ name }) => name);
  }
  return counts;
}

function folders(db: Store, namespace: string) {
  return db
    .selectFrom("vedette.object_versions")
    .where("resource", "=", "folders")
    .where("namespace", "=", namespace)
    .where(IS_CURRENT);
}
