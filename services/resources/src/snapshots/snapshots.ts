import { randomBytes } from "node:crypto";
import { creationTold, removalTold } from "@vedette/identity";
import { sql } from "kysely";
import { type Author, authorOf, type Caller } from "../access/caller.ts";
import { isAllowed } from "../access/permissions.ts";
import { recordAudit } from "../audit/record.ts";
import { lacking, ResourceError } from "../errors.ts";
import { dashboardKind } from "../kinds/dashboard.ts";
import { readObject } from "../objects/read.ts";
import { IS_CURRENT, type Store } from "../objects/store.ts";
import type { Resources } from "../resources.ts";

/** Who may look: those who may read the dashboard, everybody who is signed in, or whoever has the address. */
export const AUDIENCES = ["readers", "everyone", "public"] as const;

type Audience = (typeof AUDIENCES)[number];

/** Nobody guesses it: 192 bits. It is stored as it is, since whoever reads the store reads what it opens. */
export const KEY_PATTERN = "^[0-9A-Za-z_-]{32}$";

/** Of one author. */
const MOST = 500;
/** Seconds, when nobody says. */
const USUAL_AGE = 604_800;

export interface NewSnapshot {
  readonly name: string;
  /** Name of the dashboard it was taken of; nothing for one that is stored nowhere. */
  readonly dashboard: string | undefined;
  readonly audience: Audience | undefined;
  /** Seconds; 0 for as long as the settings allow. */
  readonly expires: number | undefined;
  /** The document with its data, as JSON text. */
  readonly content: string;
  readonly author: Author;
}

/**
 * Keeps a dashboard as it looks now.
 *
 * @returns its key
 * @throws ResourceError `not_allowed`, `object_not_found`, `snapshot_public_off`, `snapshot_age`, `snapshots_full`
 */
export async function createSnapshot(
  { db, settings }: Resources,
  namespace: string,
  {
    name,
    dashboard,
    audience = dashboard === undefined ? "everyone" : "readers",
    expires,
    content,
    author,
  }: NewSnapshot,
): Promise<string> {
  const { caller } = author;
  if (audience === "public" && !settings["resources.snapshots.public"]) throw new ResourceError("snapshot_public_off");
  const of =
    dashboard === undefined
      ? undefined
      : await readObject(db, { kind: dashboardKind, namespace, name: dashboard, caller });
  const age = ageOf(expires, settings["resources.snapshots.max_age"]);
  const key = randomBytes(24).toString("base64url");
  await db.transaction().execute(async (trx) => {
    const { count } = await trx
      .selectFrom("vedette.snapshots")
      .select(sql<number>`count(*)::integer`.as("count"))
      .where("created_by", "=", authorOf(caller))
      .executeTakeFirstOrThrow();
    if (count >= MOST) throw new ResourceError("snapshots_full");
    await trx
      .insertInto("vedette.snapshots")
      .values({
        key,
        name,
        audience,
        dashboard_uid: of?.uid ?? null,
        content,
        created_by: authorOf(caller),
        created_login: caller.login,
        expires_at: age === 0 ? null : sql<Date>`now() + make_interval(secs => ${age})`,
      })
      .execute();
    const target = `snapshots/${namespace}/${of?.name ?? name}`;
    await recordAudit(trx, author, {
      action: "snapshots.create",
      target,
      details: { audience, seconds: age },
      changes: creationTold({ name, audience }, ["name", "audience"]),
    });
  });
  return key;
}

/** Seconds that a snapshot is kept; 0 for ever. */
function ageOf(asked: number | undefined, most: number): number {
  const age = asked ?? (most === 0 ? USUAL_AGE : Math.min(USUAL_AGE, most));
  if (most === 0) return age;
  if (age > most)
    throw new ResourceError("snapshot_age", { detail: `Snapshots are kept for ${most} seconds at most.` });
  return age === 0 ? most : age;
}

export interface SnapshotFacts {
  readonly key: string;
  readonly name: string;
  readonly audience: Audience;
  readonly created_at: Date;
  readonly created_by: string;
  readonly created_login: string;
  readonly expires_at: Date | null;
  /** Of the dashboard it was taken of; nothing when that is gone, or never was. */
  readonly dashboard: string | null;
  readonly folder: string | null;
}

export interface Snapshot extends SnapshotFacts {
  readonly content: string;
}

/**
 * @param caller - `undefined` for somebody who is not signed in
 * @throws ResourceError `snapshot_not_found`, also where it may not be seen
 */
export async function readSnapshot(
  { db, settings }: Pick<Resources, "db" | "settings">,
  key: string,
  caller: Caller | undefined,
): Promise<Snapshot> {
  const found = await known(db).select("content").where("key", "=", key).executeTakeFirst();
  const isOpen = found?.audience === "public" && settings["resources.snapshots.public"];
  if (found === undefined || !(isOpen || (caller !== undefined && maySee(caller, found)))) {
    throw new ResourceError("snapshot_not_found");
  }
  return found;
}

/** The newest first, as many as are asked for, of those that somebody may see. */
export async function listSnapshots(
  db: Store,
  caller: Caller,
  { query, limit }: { readonly query: string; readonly limit: number },
): Promise<SnapshotFacts[]> {
  const rows = await known(db)
    .where(sql<boolean>`strpos(lower(snapshot.name), ${query.toLowerCase()}) > 0 or ${query} = ''`)
    .orderBy("snapshot.created_at", "desc")
    .limit(5000)
    .execute();
  return rows.filter((row) => maySee(caller, row)).slice(0, limit);
}

/** @throws ResourceError `snapshot_not_found`, `not_allowed` for one of somebody else */
export async function removeSnapshot(resources: Resources, key: string, author: Author): Promise<void> {
  const { caller } = author;
  const snapshot = await readSnapshot(resources, key, caller);
  const { created_by, dashboard } = snapshot;
  const isOwn = created_by === authorOf(caller);
  if (!isOwn && !mayAll(caller, "snapshots:delete")) throw lacking("snapshots:delete");
  await resources.db.transaction().execute(async (trx) => {
    await trx.deleteFrom("vedette.snapshots").where("key", "=", key).execute();
    await recordAudit(trx, author, {
      action: "snapshots.delete",
      target: `snapshots/default/${dashboard ?? snapshot.name}`,
      changes: removalTold(snapshot, ["name", "audience"]),
    });
  });
}

/** Removes what nobody can see any more, and drafts that nobody came back to for a quarter. */
export async function forgetSnapshotsAndDrafts(db: Store): Promise<void> {
  await db.deleteFrom("vedette.snapshots").where("expires_at", "<", sql<Date>`now()`).execute();
  await db.deleteFrom("vedette.drafts").where("changed_at", "<", sql<Date>`now() - interval '90 days'`).execute();
}

/** Snapshots that have not expired, with where their dashboards lie now. */
function known(db: Store) {
  return db
    .selectFrom("vedette.snapshots as snapshot")
    .leftJoin(
      (of) =>
        of.selectFrom("vedette.object_versions").select(["uid", "name", "folder"]).where(IS_CURRENT).as("current"),
      (join) => join.onRef("current.uid", "=", "snapshot.dashboard_uid"),
    )
    .select(["snapshot.key", "snapshot.name", "audience", "created_at", "created_by", "created_login", "expires_at"])
    .select(["current.name as dashboard", "current.folder"])
    .where((is) => is.or([is("expires_at", "is", null), is("expires_at", ">", sql<Date>`now()`)]));
}

function mayAll({ permissions }: Caller, action: "snapshots:read" | "snapshots:delete"): boolean {
  return isAllowed(permissions, [{ action, scopes: ["snapshots:*"] }]);
}

/** Whoever took one sees it always, a wall none; of a dashboard that is gone nobody else does but administrators. */
function maySee(caller: Caller, { audience, created_by, dashboard, folder }: SnapshotFacts): boolean {
  if (caller.kind === "wall") return false;
  if (created_by === authorOf(caller) || mayAll(caller, "snapshots:delete")) return true;
  if (audience !== "readers") return mayAll(caller, "snapshots:read");
  if (dashboard === null || folder === null) return false;
  const scopes = dashboardKind.scopesOf({ name: dashboard, folder });
  return isAllowed(caller.permissions, [{ action: dashboardKind.actions.read, scopes }]);
}
