import { changesTold, creationTold, removalTold } from "@vedette/identity";
import { type Selectable, sql } from "kysely";
import { type Author, authorOf, type Caller } from "../access/caller.ts";
import { isAllowed } from "../access/permissions.ts";
import { recordAudit } from "../audit/record.ts";
import { lackingOn, ResourceError } from "../errors.ts";
import { dashboardKind } from "../kinds/dashboard.ts";
import { hasObjectAccess, requireObjectAccess } from "../objects/access.ts";
import { readObject } from "../objects/read.ts";
import { IS_CURRENT, type Store } from "../objects/store.ts";
import type { ResourceDatabase } from "../resource-tables.ts";
import { readTagQuestions } from "../walls/tag-questions.ts";

/** Of one dashboard, and of those that belong to none. */
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

/** Where something happened: everywhere, where no dashboard is named. */
interface AnnotationPlace {
  readonly namespace: string;
  readonly name: string | undefined;
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

/** What happened at any dashboard, or everywhere, under some tags, the newest first, as far as the caller may know of it. */
export async function listTaggedAnnotations(db: Store, search: TagSearch): Promise<PlacedAnnotation[]> {
  const { namespace, caller, from, to, tags, isAny, limit } = search;
  const found = await placedAnnotations(db)
    .where(({ eb, and, or }) => {
      const tagged = tags.map((tag) => sql<boolean>`annotation.tags @> ${JSON.stringify([tag])}::jsonb`);
      return and([
        or([eb("dashboard.namespace", "=", namespace), eb("annotation.dashboard_uid", "is", null)]),
        ...(from === undefined ? [] : [eb("annotation.ends_at", ">=", from)]),
        ...(to === undefined ? [] : [eb("annotation.begins_at", "<=", to)]),
        isAny ? or(tagged) : and(tagged),
      ]);
    })
    .orderBy("annotation.begins_at", "desc")
    .orderBy("annotation.id", "desc")
    .limit(MOST_LOOKED_AT)
    .execute();
  const places = found.map(placed);
  const isForWall = caller.kind === "wall" && places.some(isOfEverywhere);
  const isAsked = isForWall ? await readTagQuestions(db, caller.permissions) : () => false;
  return places.filter((one) => mayRead(caller, one) || (isOfEverywhere(one) && isAsked(one.tags))).slice(0, limit);
}

function placedAnnotations(db: Store) {
  return db
    .selectFrom("vedette.annotations as annotation")
    .leftJoin("vedette.object_versions as dashboard", (join) =>
      join.onRef("dashboard.uid", "=", "annotation.dashboard_uid").on(IS_CURRENT),
    )
    .selectAll("annotation")
    .select(["dashboard.namespace", "dashboard.name as dashboard", "dashboard.folder"])
    .where(({ eb, or }) => or([eb("annotation.dashboard_uid", "is", null), eb("dashboard.name", "is not", null)]));
}

/**
 * Whoever may change the dashboard may say what happened; whoever may change all of them, what happened everywhere.
 *
 * @returns its id
 * @throws ResourceError `annotations_full`, `request_invalid`, `not_allowed`, and as for the dashboard
 */
export async function addAnnotation(
  db: Store,
  { namespace, name, draft, author }: AnnotationPlace & { readonly draft: AnnotationDraft; readonly author: Author },
): Promise<number> {
  const { caller } = author;
  const uid = name === undefined ? null : await uidOfChangeable(db, { namespace, name }, caller);
  if (name === undefined) {
    requireChangeEverywhere(caller);
    requireTags(draft);
  }
  return await db.transaction().execute(async (trx) => {
    const { count } = await trx
      .selectFrom("vedette.annotations")
      .select(sql<number>`count(*)::integer`.as("count"))
      .where("dashboard_uid", uid === null ? "is" : "=", uid)
      .executeTakeFirstOrThrow();
    if (count >= MOST) throw new ResourceError("annotations_full", uid === null ? { detail: FULL_EVERYWHERE } : {});
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
      target: targetOf({ namespace, name }, id),
      changes: creationTold(draft, TOLD_FIELDS),
    });
    return Number(id);
  });
}

const FULL_EVERYWHERE = "There are as many annotations of no dashboard as there may be. Delete some first.";

async function uidOfChangeable(db: Store, { namespace, name }: DashboardPlace, caller: Caller): Promise<string> {
  const { uid, folder } = await readObject(db, { kind: dashboardKind, namespace, name, caller });
  requireObjectAccess(caller, dashboardKind, "update", { name, folder });
  return uid;
}

/** @throws ResourceError `not_allowed` */
function requireChangeEverywhere({ permissions }: Caller): void {
  const action = dashboardKind.actions.update;
  if (!isAllowed(permissions, [{ action, scopes: [EVERY_DASHBOARD] }])) throw lackingOn(action, EVERY_DASHBOARD);
}

const EVERY_DASHBOARD = "dashboards:*";

/** What happened everywhere is found by its tags alone. @throws ResourceError `request_invalid` */
function requireTags({ tags }: AnnotationDraft): void {
  if (tags.length === 0) throw new ResourceError("request_invalid", { detail: "dashboardUID or tags are required" });
}

/** One annotation and where its dashboard lies now; without one, it is of everywhere. */
interface PlacedAnnotation extends StoredAnnotation {
  readonly dashboard: (DashboardPlace & { readonly folder: string }) | undefined;
}

type PlacedRow = Awaited<ReturnType<ReturnType<typeof placedAnnotations>["executeTakeFirstOrThrow"]>>;

function placed({ namespace, dashboard: name, folder, ...stored }: PlacedRow): PlacedAnnotation {
  const isPlaced = namespace !== null && name !== null && folder !== null;
  return { ...stored, dashboard: isPlaced ? { namespace, name, folder } : undefined };
}

function isOfEverywhere({ dashboard }: PlacedAnnotation): boolean {
  return dashboard === undefined;
}

/** What is of everywhere is for everybody who may read any dashboard; walls are told what their dashboards ask for. */
function mayRead(caller: Caller, { dashboard }: PlacedAnnotation): boolean {
  return dashboard === undefined
    ? caller.kind !== "wall"
    : hasObjectAccess(caller, dashboardKind, "read", { name: dashboard.name, folder: dashboard.folder });
}

/** @throws ResourceError `annotation_not_found`, also where its dashboard may not be read */
export async function readAnnotation(db: Store, id: string, caller: Caller): Promise<PlacedAnnotation> {
  const row = await placedAnnotations(db).where("annotation.id", "=", id).executeTakeFirst();
  const found = row === undefined ? undefined : placed(row);
  if (found === undefined || !mayRead(caller, found)) throw new ResourceError("annotation_not_found");
  return found;
}

/** @throws ResourceError `annotation_not_found`, `not_allowed`, `request_invalid` */
export async function changeAnnotation(
  db: Store,
  { id, change, author }: { id: string; change: (stored: AnnotationDraft) => AnnotationDraft; author: Author },
): Promise<void> {
  const { dashboard } = await requireChangeable(db, id, author);
  await db.transaction().execute(async (trx) => {
    const before = draftOf(await holdAnnotation(trx, id));
    const after = change(before);
    if (dashboard === undefined) requireTags(after);
    await trx
      .updateTable("vedette.annotations")
      .set({ ...columnsOf(after), changed_at: sql<Date>`now()` })
      .where("id", "=", id)
      .execute();
    await recordAudit(trx, author, {
      action: "annotations.update",
      target: targetOf(dashboard, id),
      changes: changesTold(before, after, TOLD_FIELDS),
    });
  });
}

/** @throws ResourceError `annotation_not_found`, `not_allowed` */
export async function removeAnnotation(db: Store, id: string, author: Author): Promise<void> {
  const { dashboard } = await requireChangeable(db, id, author);
  await db.transaction().execute(async (trx) => {
    const stored = await holdAnnotation(trx, id);
    await trx.deleteFrom("vedette.annotations").where("id", "=", id).execute();
    await recordAudit(trx, author, {
      action: "annotations.delete",
      target: targetOf(dashboard, id),
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
    .where("dashboard_uid", "is not", null)
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
  const { dashboard } = stored;
  if (dashboard === undefined) requireChangeEverywhere(caller);
  else requireObjectAccess(caller, dashboardKind, "update", { name: dashboard.name, folder: dashboard.folder });
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

function targetOf(place: AnnotationPlace | undefined, id: string | number): string {
  const { namespace, name } = place ?? {};
  return name === undefined ? `annotations/${id}` : `dashboards/${namespace}/${name}/annotations/${id}`;
}
