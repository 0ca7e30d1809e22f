import { changesTold } from "@vedette/identity";
import { sql } from "kysely";
import type { Author, Caller } from "../access/caller.ts";
import { type Action, isAllowed, type SubjectKind } from "../access/permissions.ts";
import { recordAudit } from "../audit/record.ts";
import { lacking, ResourceError } from "../errors.ts";
import { dashboardKind } from "../kinds/dashboard.ts";
import { folderKind } from "../kinds/folder.ts";
import { type Kind, subjectOf } from "../kinds/kind.ts";
import { ancestorsOf } from "../objects/folder.ts";
import { readCurrent, type Store } from "../objects/store.ts";
import { takeTurn } from "../objects/write-version.ts";
import type { Subject } from "./assignments.ts";

const DASHBOARD_VIEW: readonly Action[] = ["dashboards:read"];
const DASHBOARD_EDIT: readonly Action[] = [...DASHBOARD_VIEW, "dashboards:write", "dashboards:delete"];
const FOLDER_VIEW: readonly Action[] = ["folders:read", "dashboards:read"];
const FOLDER_EDIT: readonly Action[] = [
  ...FOLDER_VIEW,
  "folders:create",
  "folders:write",
  "folders:delete",
  "dashboards:create",
  "dashboards:write",
  "dashboards:delete",
];

/** What a level on one object lets somebody do; on a folder also with all that lies in it. */
const LEVELS = {
  dashboards: {
    View: DASHBOARD_VIEW,
    Edit: DASHBOARD_EDIT,
    Admin: [...DASHBOARD_EDIT, "dashboards.permissions:read", "dashboards.permissions:write"],
  },
  folders: {
    View: FOLDER_VIEW,
    Edit: FOLDER_EDIT,
    Admin: [
      ...FOLDER_EDIT,
      "folders.permissions:read",
      "folders.permissions:write",
      "dashboards.permissions:read",
      "dashboards.permissions:write",
    ],
  },
} as const satisfies Record<string, Record<string, readonly Action[]>>;

export type Level = "View" | "Edit" | "Admin";
export type PermittedResource = keyof typeof LEVELS;

const KIND_BY_RESOURCE: Readonly<Record<PermittedResource, Kind>> = { dashboards: dashboardKind, folders: folderKind };

/** An object that permissions are about, and who asks. */
export interface Permitted {
  readonly resource: PermittedResource;
  readonly namespace: string;
  readonly name: string;
  readonly caller: Caller;
}

/** What one subject holds on an object, or on a folder that it lies in. */
export interface ObjectGrant {
  readonly subjectKind: SubjectKind;
  readonly subject: string;
  readonly permission: Level;
  readonly actions: readonly string[];
  /** Comes from a folder above. */
  readonly isInherited: boolean;
}

/** @throws ResourceError `not_allowed`, `object_not_found` */
export async function objectGrants(db: Store, permitted: Permitted): Promise<ObjectGrant[]> {
  const folder = await requirePermitted(db, permitted, "read");
  const { resource, namespace, name } = permitted;
  const above = (await ancestorsOf(db, namespace, folder)).map((one) => `folders:uid:${one}`);
  const own = `${resource}:uid:${name}`;
  const { rows } = await sql<{ kind: SubjectKind; subject: string; scope: string; actions: string[] }>`
    select a.subject_kind as kind, a.subject, p.scope, array_agg(p.action order by p.action) as actions
    from vedette.roles r
    join vedette.role_permissions p on p.role_uid = r.uid
    join vedette.role_assignments a on a.role_uid = r.uid
    where r.is_managed and p.scope in (${sql.join([own, ...above])})
    group by a.subject_kind, a.subject, p.scope
    order by a.subject_kind, a.subject, p.scope`.execute(db);
  return rows.flatMap(({ kind, subject, scope, actions }) => {
    const permission = levelOf(scope === own ? resource : "folders", actions);
    const isInherited = scope !== own;
    return permission === undefined ? [] : [{ subjectKind: kind, subject, permission, actions, isInherited }];
  });
}

/** One wish to let somebody do more or less with an object. */
export interface GrantChange extends Permitted {
  readonly subject: Subject;
  /** `undefined` takes away what was given. */
  readonly level: Level | undefined;
  readonly author: Author;
}

/** @throws ResourceError `not_allowed`, `object_not_found`, `grant_refused` */
export async function changeGrant(db: Store, change: GrantChange): Promise<void> {
  await db.transaction().execute(async (trx) => {
    // Nothing is granted on an object that goes or moves meanwhile.
    await takeTurn(trx);
    await putGrant(trx, change, await requirePermitted(trx, change, "write"));
  });
}

/** One wish that subjects hold these levels on an object, and nobody else anything. */
export interface GrantsReplacement extends Permitted {
  readonly grants: readonly Pick<GrantChange, "subject" | "level">[];
  readonly author: Author;
}

/** @throws ResourceError `not_allowed`, `object_not_found`, `grant_refused` */
export async function replaceGrants(db: Store, { grants, ...replacement }: GrantsReplacement): Promise<void> {
  const { resource, name } = replacement;
  await db.transaction().execute(async (trx) => {
    await takeTurn(trx);
    const folder = await requirePermitted(trx, replacement, "write");
    const present = await trx
      .selectFrom("vedette.roles as r")
      .innerJoin("vedette.role_permissions as p", "p.role_uid", "r.uid")
      .innerJoin("vedette.role_assignments as a", "a.role_uid", "r.uid")
      .select(["a.subject_kind as kind", "a.subject as id"])
      .distinct()
      .where("r.is_managed", "=", true)
      .where("p.scope", "=", `${resource}:uid:${name}`)
      .execute();
    const isNamed = ({ kind, id }: Subject) => grants.some(({ subject }) => subject.kind === kind && subject.id === id);
    const gone = present.filter((subject) => !isNamed(subject)).map((subject) => ({ subject, level: undefined }));
    for (const grant of [...gone, ...grants]) await putGrant(trx, { ...replacement, ...grant }, folder);
  });
}

/** @param folder - that the object lies in */
async function putGrant(trx: Store, change: GrantChange, folder: string): Promise<void> {
  const { resource, namespace, name, subject, level, author } = change;
  const scope = `${resource}:uid:${name}`;
  const actions = level === undefined ? [] : LEVELS[resource][level];
  requireGrantableHere(author, actions, KIND_BY_RESOURCE[resource].scopesOf({ name, folder }));
  const uid = await managedRole(trx, subject);
  const gone = await trx
    .deleteFrom("vedette.role_permissions")
    .where("role_uid", "=", uid)
    .where("scope", "=", scope)
    .returning("action")
    .execute();
  if (actions.length > 0) {
    const rows = actions.map((action) => ({ role_uid: uid, action, scope }));
    await trx.insertInto("vedette.role_permissions").values(rows).execute();
  }
  const held = levelOf(
    resource,
    gone.map(({ action }) => action),
  );
  await recordAudit(trx, author, {
    action: `${resource}.permissions`,
    target: `${resource}/${namespace}/${name}`,
    details: { subject: `${subject.kind}:${subject.id}`, permission: level ?? "none" },
    changes: changesTold({ permission: held }, { permission: level }, ["permission"]),
  });
}

/** As `requireGrantable`; whoever holds an action in a folder may hand it on for what lies there. */
function requireGrantableHere({ caller }: Author, actions: readonly Action[], scopes: readonly string[]): void {
  if (actions.every((action) => isAllowed(caller.permissions, [{ action, scopes }]))) return;
  throw new ResourceError("grant_refused");
}

/** @returns the folder that the object lies in, of a folder the one above it */
async function requirePermitted(db: Store, permitted: Permitted, verb: "read" | "write"): Promise<string> {
  const { resource, namespace, name, caller } = permitted;
  const kind = KIND_BY_RESOURCE[resource];
  const stored = await readCurrent(db, { resource, namespace, name });
  const place = { name, ...(stored === undefined ? {} : { folder: stored.folder }) };
  const needs = [{ action: `${resource}.permissions:${verb}` as const, scopes: kind.scopesOf(place) }];
  const subject = subjectOf(kind, name);
  if (!isAllowed(caller.permissions, needs)) throw lacking(`${resource}.permissions:${verb}`, subject);
  if (stored === undefined) throw new ResourceError("object_not_found", { subject });
  return stored.folder;
}

/** The role in which the server keeps what a subject was granted on single objects. */
async function managedRole(trx: Store, { kind, id }: Subject): Promise<string> {
  const uid = `managed:${kind}:${id}`;
  await trx
    .insertInto("vedette.roles")
    .values({ uid, name: uid, is_managed: true })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  await trx
    .insertInto("vedette.role_assignments")
    .values({ subject_kind: kind, subject: id, role_uid: uid })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  return uid;
}

function levelOf(resource: PermittedResource, actions: readonly string[]): Level | undefined {
  const levels = ["Admin", "Edit", "View"] as const;
  return levels.find((level) => LEVELS[resource][level].every((action) => actions.includes(action)));
}
