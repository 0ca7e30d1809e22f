import { randomUUID } from "node:crypto";
import { sqlStateOf } from "@vedette/database";
import { changesTold, creationTold, removalTold } from "@vedette/identity";
import { sql } from "kysely";
import type { Author } from "../access/caller.ts";
import { requireGrantable } from "../access/grants.ts";
import type { Action, Permission } from "../access/permissions.ts";
import { type PermissionText, readPermissions } from "../access/read-permissions.ts";
import { recordAudit } from "../audit/record.ts";
import { ResourceError } from "../errors.ts";
import { isName } from "../objects/name.ts";
import type { Store } from "../objects/store.ts";
import type { Resources } from "../resources.ts";

/** Permissions under a name, to be given to people, teams and service accounts. */
export interface CustomRole {
  readonly uid: string;
  readonly name: string;
  readonly displayName: string;
  readonly description: string;
  /** Rises with every change. */
  readonly version: number;
  readonly permissions: readonly Permission[];
  readonly created: Date;
  readonly updated: Date;
}

/** What a role is to be; text from outside. */
export interface RoleDraft {
  readonly name: string;
  readonly displayName: string;
  readonly description: string;
  readonly permissions: readonly PermissionText[];
}

/** Every custom role, by name. What the server keeps for grants on single objects is none. */
export async function listRoles(db: Store): Promise<CustomRole[]> {
  return await readRoles(db, undefined);
}

/** @throws ResourceError `role_not_found` */
export async function requireRole(db: Store, uid: string): Promise<CustomRole> {
  const [role] = await readRoles(db, uid);
  if (role === undefined) throw new ResourceError("role_not_found");
  return role;
}

/** @throws ResourceError `role_invalid`, `grant_refused`, `name_taken` */
export async function createRole(
  { db, selectorFault }: Pick<Resources, "db" | "selectorFault">,
  { uid, draft, author }: { uid: string | undefined; draft: RoleDraft; author: Author },
): Promise<CustomRole> {
  const permissions = readGrantable(draft, author, selectorFault);
  if (uid !== undefined && !isName(uid)) throw new ResourceError("role_invalid", { detail: "uid is not a name" });
  const made = uid ?? randomUUID();
  return await whileFree(db, async (trx) => {
    const { name, displayName, description } = draft;
    await trx.insertInto("vedette.roles").values({ uid: made, name, display_name: displayName, description }).execute();
    await putPermissions(trx, made, permissions);
    const role = await requireRole(trx, made);
    const changes = creationTold(told(role), TOLD_FIELDS);
    await recordAudit(trx, author, { action: "roles.create", target: `roles/${made}`, details: { name }, changes });
    return role;
  });
}

/** @throws ResourceError `role_not_found`, `role_overtaken`, `role_invalid`, `grant_refused`, `name_taken` */
export async function replaceRole(
  { db, selectorFault }: Pick<Resources, "db" | "selectorFault">,
  { uid, version, draft, author }: { uid: string; version: number | undefined; draft: RoleDraft; author: Author },
): Promise<CustomRole> {
  const permissions = readGrantable(draft, author, selectorFault);
  return await whileFree(db, async (trx) => {
    const before = await requireRole(trx, uid);
    const changed = await trx
      .updateTable("vedette.roles")
      .set({
        name: draft.name,
        display_name: draft.displayName,
        description: draft.description,
        version: sql<number>`version + 1`,
        updated_at: sql<Date>`now()`,
      })
      .where("uid", "=", uid)
      .where("version", "=", version ?? before.version)
      .returning("version")
      .executeTakeFirst();
    if (changed === undefined) throw new ResourceError("role_overtaken");
    await trx.deleteFrom("vedette.role_permissions").where("role_uid", "=", uid).execute();
    await putPermissions(trx, uid, permissions);
    const after = await requireRole(trx, uid);
    const changes = changesTold(told(before), told(after), TOLD_FIELDS);
    const details = { name: draft.name };
    await recordAudit(trx, author, { action: "roles.update", target: `roles/${uid}`, details, changes });
    return after;
  });
}

const TOLD_FIELDS = ["name", "displayName", "description", "permissions"] as const;

/** As the audit log tells of it: what it allows in the order of its names. */
function told({ permissions, ...role }: CustomRole) {
  return { ...role, permissions: permissions.map(({ action, scope }) => `${action} ${scope}`.trim()).toSorted() };
}

/** Takes the role from everybody who has it. @throws ResourceError `role_not_found` */
export async function removeRole(db: Store, uid: string, author: Author): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const role = await requireRole(trx, uid);
    const { name } = role;
    await trx.deleteFrom("vedette.roles").where("uid", "=", uid).execute();
    await recordAudit(trx, author, {
      action: "roles.delete",
      target: `roles/${uid}`,
      details: { name },
      changes: removalTold(told(role), TOLD_FIELDS),
    });
  });
}

async function readRoles(db: Store, uid: string | undefined): Promise<CustomRole[]> {
  const { rows } = await sql<{
    uid: string;
    name: string;
    display_name: string;
    description: string;
    version: number;
    created_at: Date;
    updated_at: Date;
    permissions: { action: Action; scope: string }[];
  }>`
    select r.uid, r.name, r.display_name, r.description, r.version, r.created_at, r.updated_at,
      coalesce((
        select jsonb_agg(jsonb_build_object('action', p.action, 'scope', p.scope) order by p.action, p.scope)
        from vedette.role_permissions p where p.role_uid = r.uid), '[]') as permissions
    from vedette.roles r
    where not r.is_managed and (${uid ?? null}::text is null or r.uid = ${uid ?? null})
    order by r.name`.execute(db);
  return rows.map(({ display_name, created_at, updated_at, ...role }) => ({
    ...role,
    displayName: display_name,
    created: created_at,
    updated: updated_at,
  }));
}

/** Actions and scopes that exist, and that whoever writes them down holds themselves. */
function readGrantable(
  { permissions }: RoleDraft,
  author: Author,
  selectorFault: Resources["selectorFault"],
): Permission[] {
  const read = readPermissions(permissions, selectorFault, "role_invalid");
  requireGrantable(author, read);
  return read;
}

async function putPermissions(trx: Store, uid: string, permissions: readonly Permission[]): Promise<void> {
  if (permissions.length === 0) return;
  await trx
    .insertInto("vedette.role_permissions")
    .values(permissions.map((permission) => ({ role_uid: uid, ...permission })))
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

async function whileFree<Result>(db: Store, write: (trx: Store) => Promise<Result>): Promise<Result> {
  try {
    return await db.transaction().execute(write);
  } catch (error) {
    if (sqlStateOf(error) === "23505") throw new ResourceError("name_taken", { cause: error });
    throw error;
  }
}
