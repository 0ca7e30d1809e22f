import { sql } from "kysely";
import type { Author } from "../access/caller.ts";
import { ResourceError } from "../errors.ts";
import { dashboardKind } from "../kinds/dashboard.ts";
import { subjectOf } from "../kinds/kind.ts";
import { narrowed } from "../lists/store.ts";
import type { Visibility } from "../lists/visibility.ts";
import { requireObjectAccess } from "../objects/access.ts";
import { createObject, type Written } from "../objects/create.ts";
import { ANNOTATIONS } from "../objects/server-metadata.ts";
import { isThere, type Store } from "../objects/store.ts";
import { readStored } from "../objects/stored-state.ts";
import type { StoredVersion } from "../resource-tables.ts";
import { containing } from "../search/containing.ts";

/** A dashboard that was deleted and whose name is free. */
export type Removed = Pick<StoredVersion, "name" | "title" | "folder" | "written_at" | "written_by">;

/** Which part of the trash, and for whom. */
export interface TrashWish {
  readonly namespace: string;
  readonly visibility: Visibility;
  /** Part of the last title, case ignored; empty for all. */
  readonly query: string;
  /** From 1. */
  readonly page: number;
  readonly limit: number;
}

/** One page of the dashboards in the trash, the last deleted first, and how many there are. */
export async function listRemoved(db: Store, wish: TrashWish): Promise<{ removed: Removed[]; total: number }> {
  const { namespace, visibility, query, page, limit } = wish;
  const gone = narrowed(db, { resource: dashboardKind.plural, namespace, labels: [], fields: [], visibility })
    .distinctOn("name")
    .select(["name", "title", "folder", "written_at", "written_by", "resource_version"])
    .where(sql<boolean>`is_deleted`)
    .where(
      sql<boolean>`not exists (
        select from vedette.object_versions living
        where living.resource = object_versions.resource and living.namespace = object_versions.namespace
          and living.name = object_versions.name and living.superseded_by is null and not living.is_deleted)`,
    )
    .orderBy("name")
    .orderBy("resource_version", "desc");
  const found = db.selectFrom(gone.as("gone")).where("title", "ilike", containing(query));
  const removed = await found
    .selectAll()
    .orderBy("resource_version", "desc")
    .limit(limit)
    .offset((page - 1) * limit)
    .execute();
  const counted = found.select(({ fn }) => fn.countAll<string>().as("total"));
  return { removed, total: Number((await counted.executeTakeFirstOrThrow()).total) };
}

/** One wish to bring a dashboard back. */
export interface Restoration {
  readonly namespace: string;
  readonly name: string;
  /** Where to; absent for where it lay, or the root if that folder is gone. */
  readonly folder: string | undefined;
  readonly author: Author;
  readonly now: Date;
}

/** A dashboard that is back. */
export interface Restored extends Written {
  readonly title: string;
}

/**
 * Makes a deleted dashboard again, letter by letter as it was, with its labels and annotations.
 *
 * @throws ResourceError `object_not_found`, `not_allowed`, and those of `createObject`
 */
export async function restoreRemoved(db: Store, restoration: Restoration): Promise<Restored> {
  const { namespace, name, author, now } = restoration;
  const kind = dashboardKind;
  const stored = await lastRemoved(db, namespace, name);
  const place = stored === undefined ? { name } : { name, folder: stored.folder };
  requireObjectAccess(author.caller, kind, "read", place);
  if (stored === undefined) throw new ResourceError("object_not_found", { subject: subjectOf(kind, name) });
  const { labels, annotations } = readStored(stored, { spec: {}, specText: stored.spec });
  const { [ANNOTATIONS.folder]: _folder, [ANNOTATIONS.message]: _message, ...kept } = annotations;
  const folder = restoration.folder ?? (await presentFolder(db, stored));
  const placed = folder === "" ? {} : { [ANNOTATIONS.folder]: folder };
  const metadata = {
    name,
    labels,
    annotations: { ...kept, ...placed, [ANNOTATIONS.message]: "Restored from the trash" },
  };
  const value = { metadata, spec: JSON.parse(stored.spec) };
  const body = { value, text: `{"metadata":${JSON.stringify(metadata)},"spec":${stored.spec}}` };
  const { title } = stored;
  return { title, ...(await createObject(db, { kind, namespace, body, author, mode: "store", now })) };
}

async function lastRemoved(db: Store, namespace: string, name: string): Promise<StoredVersion | undefined> {
  return await db
    .selectFrom("vedette.object_versions")
    .selectAll()
    .where("resource", "=", dashboardKind.plural)
    .where("namespace", "=", namespace)
    .where("name", "=", name)
    .where(sql<boolean>`is_deleted`)
    .orderBy("resource_version", "desc")
    .limit(1)
    .executeTakeFirst();
}

async function presentFolder(db: Store, { namespace, folder }: StoredVersion): Promise<string> {
  return folder !== "" && (await isThere(db, { resource: "folders", namespace, name: folder })) ? folder : "";
}
