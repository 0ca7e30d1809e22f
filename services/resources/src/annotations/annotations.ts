import { changesTold, creationTold, removalTold } from "@vedette/identity";
import { type Selectable, sql } from "kysely";
import { type Author, authorOf, type Caller } from "../access/caller.ts";
import { recordAudit } from "../audit/record.ts";
import { ResourceError } from "../errors.ts";
import { dashboardKind } from "../kinds/dashboard.ts";
import { hasObjectAccess, requireObjectAccess } from "../objects/access.ts";
import { readObject } from "../objects/read.ts";
import { IS_CURRENT, type Store } from "../objects/store.ts";
import type { ResourceDatabase } from "../resource-tables.ts";

/** Of one dashboard. */
const MOST = 10_000;

/** Something that happened, a moment or a span of time. */
export interface AnnotationDraft {
  /** Of the panel that it is drawn in; nothing for all of the dashboard. */
  readonly panelId: number | undefined;
  readonly from: Date;
  readonly to: Date;
  readonly text: string;
  readonly tags: readonly string[];
}

export type StoredAnnotation = Selectable<ResourceDatabase["vedette.annotations"]>;

interface DashboardPlace {
  readonly namespace: string;
  /** Of the dashboard. */
  readonly name: string;
}

interface RangeSearch {
  readonly caller: Caller;
  readonly from: Date | undefined;
  readonly to: Date | undefined;
  readonly tags: readonly string[];
  readonly limit: number;
}

/** All of the tags must be there. */
interface AnnotationSearch extends RangeSearch, DashboardPlace {
  readonly panelId: number | undefined;
}

interface TagSearch extends RangeSearch {
  readonly namespace: string;
  /** One of the tags is enough. */
  readonly isAny: boolean;
}

/** The newest of so many are looked at for those that somebody may read. */
const MOST_LOOKED_AT = 5000;

/** What happened in a range, or reaches into it, the newest first. @throws ResourceError as for the dashboard */
export async function listAnnotations(db: Store, search: AnnotationSearch): Promise<StoredAnnotation[]> {
  const { namespace, name, caller, from, to, panelId, tags, limit } = search;
  const { uid } = await readObject(db, { kind: dashboardKind, namespace, name, caller });
  return await db
    .selectFrom("vedette.annotations")
    .selectAll()
    .where("dashboard_uid", "=", uid)
    .where(({ eb, and }) =>
      and([
        ...(from === undefined ? [] : [eb("ends_at", ">=", from)]),
        ...(to === undefined ? [] : [eb("begins_at", "<=", to)]),
        ...(panelId === undefined ? [] : [eb("panel_id", "=", panelId)]),
        ...(tags.length === 0 ? [] : [sql<boolean>`tags @> ${JSON.stringify(tags)}::jsonb`]),
      ]),
    )
    .orderBy("begins_at", "desc")
    .orderBy("id", "desc")
    .limit(limit)
    .execute();
}

/** What happened at any dashboard under some tags, the newest first, as far as the caller may read the dashboards. */
export async function listTaggedAnnotations(db: Store, search: TagSearch): Promise<PlacedAnnotation[]> {
  const { namespace, caller, from, to, tags, isAny, limit } = search;
  const found = await placedAnnotations(db)
    .where("dashboard.namespace", "=", namespace)
    .where(({ eb, and, or }) => {
      const tagged = tags.map((tag) => sql<boolean>`annotation.tags @> ${JSON.stringify([tag])}::jsonb`);
      return and([
        ...(from === undefined ? [] : [eb("annotation.ends_at", ">=", from)]),
        ...(to === undefined ? [] : [eb("annotation.begins_at", "<=", to)]),
        isAny ? or(tagged) : and(tagged),
      ]);
    })
    .orderBy("annotation.begins_at", "desc")
    .orderBy("annotation.id", "desc")
    .limit(MOST_LOOKED_AT)
    .execute();
  return found
    .filter(({ dashboard: name, folder }) => hasObjectAccess(caller, dashboardKind, "read", { name, folder }))
    .slice(0, limit);
}

function placedAnnotations(db: Store) {
  return db
    .selectFrom("vedette.annotations as annotation")
    .innerJoin("vedette.object_versions as dashboard", "dashboard.uid", "annotation.dashboard_uid")
    .selectAll("annotation")
    .select(["dashboard.namespace", "dashboard.name as dashboard", "dashboard.folder"])
    .where(IS_CURRENT);
}

/**
 * Whoever may change the dashboard may say what happened.
 *
 * @returns its id
 * @throws ResourceError `annotations_full`, and as for the dashboard
 */
export async function addAnnotation(
  db: Store,
  { namespace, name, draft, author }: DashboardPlace & { readonly draft: AnnotationDraft; readonly author: Author },
): Promise<number> {
  const { caller } = author;
  const { uid, folder } = await readObject(db, { kind: dashboardKind, namespace, name, caller });
  requireObjectAccess(caller, dashboardKind, "update", { name, folder });
  return await db.transaction().execute(async (trx) => {
    const { count } = await trx
      .selectFrom("vedette.annotations")
      .select(sql<number>`count(*)::integer`.as("count"))
      .where("dashboard_uid", "=", uid)
      .executeTakeFirstOrThrow();
    if (count >= MOST) throw new ResourceError("annotations_full");
    const { id } = await trx
      .insertInto("vedette.annotations")
      .values({
        dashboard_uid: uid,
        ...columnsOf(draft),
        created_by: authorOf(caller),
        created_login: caller.login,
      })
      .returning("id")
      .executeTakeFirstOrThrow();
    await recordAudit(trx, author, {
      action: "annotations.create",
      target: targetOf(namespace, name, id),
      changes: creationTold(draft, TOLD_FIELDS),
    });
    return Number(id);
  });
}

/** One annotation and where its dashboard lies now. */
interface PlacedAnnotation extends StoredAnnotation {
  readonly namespace: string;
  readonly dashboard: string;
  readonly folder: string;
}

/** @throws ResourceError `annotation_not_found`, also where its dashboard may not be read */
export async function readAnnotation(db: Store, id: string, caller: Caller): Promise<PlacedAnnotation> {
  const found = await placedAnnotations(db).where("annotation.id", "=", id).executeTakeFirst();
  if (found === undefined) throw new ResourceError("annotation_not_found");
  const { dashboard: name, folder } = found;
  try {
    requireObjectAccess(caller, dashboardKind, "read", { name, folder });
  } catch (cause) {
    throw new ResourceError("annotation_not_found", { cause });
  }
  return found;
}

/** @throws ResourceError `annotation_not_found`, `not_allowed` */
export async function changeAnnotation(
  db: Store,
  { id, change, author }: { id: string; change: (stored: AnnotationDraft) => AnnotationDraft; author: Author },
): Promise<void> {
  const { namespace, dashboard } = await requireChangeable(db, id, author);
  await db.transaction().execute(async (trx) => {
    const before = draftOf(await holdAnnotation(trx, id));
    const after = change(before);
    await trx
      .updateTable("vedette.annotations")
      .set({ ...columnsOf(after), changed_at: sql<Date>`now()` })
      .where("id", "=", id)
      .execute();
    await recordAudit(trx, author, {
      action: "annotations.update",
      target: targetOf(namespace, dashboard, id),
      changes: changesTold(before, after, TOLD_FIELDS),
    });
  });
}

/** @throws ResourceError `annotation_not_found`, `not_allowed` */
export async function removeAnnotation(db: Store, id: string, author: Author): Promise<void> {
  const { namespace, dashboard } = await requireChangeable(db, id, author);
  await db.transaction().execute(async (trx) => {
    const stored = await holdAnnotation(trx, id);
    await trx.deleteFrom("vedette.annotations").where("id", "=", id).execute();
    await recordAudit(trx, author, {
      action: "annotations.delete",
      target: targetOf(namespace, dashboard, id),
      changes: removalTold(draftOf(stored), TOLD_FIELDS),
    });
  });
}

/** What the audit log tells of an annotation. */
const TOLD_FIELDS = ["text", "tags", "from", "to", "panelId"] as const satisfies readonly (keyof AnnotationDraft)[];

function draftOf({ panel_id, begins_at, ends_at, text, tags }: StoredAnnotation): AnnotationDraft {
  return { panelId: panel_id ?? undefined, from: begins_at, to: ends_at, text, tags };
}

/** Removes those of dashboards of which nothing is kept any more. */
export async function forgetAnnotations(db: Store): Promise<void> {
  await db
    .deleteFrom("vedette.annotations")
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom("vedette.object_versions")
            .select("uid")
            .whereRef("vedette.object_versions.uid", "=", "vedette.annotations.dashboard_uid"),
        ),
      ),
    )
    .execute();
}

async function requireChangeable(db: Store, id: string, { caller }: Author): Promise<PlacedAnnotation> {
  const stored = await readAnnotation(db, id, caller);
  requireObjectAccess(caller, dashboardKind, "update", { name: stored.dashboard, folder: stored.folder });
  return stored;
}

/**
 * What it is now, and stays until the transaction ends: of two that change it at once, each tells what it really found.
 *
 * @throws ResourceError `annotation_not_found` where somebody else was quicker to remove it
 */
async function holdAnnotation(trx: Store, id: string): Promise<StoredAnnotation> {
  const stored = await trx
    .selectFrom("vedette.annotations")
    .selectAll()
    .where("id", "=", id)
    .forUpdate()
    .executeTakeFirst();
  if (stored === undefined) throw new ResourceError("annotation_not_found");
  return stored;
}

function columnsOf({ panelId, from, to, text, tags }: AnnotationDraft) {
  return { panel_id: panelId ?? null, begins_at: from, ends_at: to, text, tags: JSON.stringify(tags) };
}

function targetOf(namespace: string, name: string, id: string | number): string {
  return `dashboards/${namespace}/${name}/annotations/${id}`;
}
