import { isUuid } from "@vedette/database";
import { creationTold, findUser, removalTold } from "@vedette/identity";
import type { Author } from "../access/caller.ts";
import { type Holder, requireGrantable } from "../access/grants.ts";
import { ROLES } from "../access/permissions.ts";
import { recordAudit } from "../audit/record.ts";
import { ResourceError } from "../errors.ts";
import type { Store } from "../objects/store.ts";
import type { Resources } from "../resources.ts";
import { requireServiceAccount } from "../service-accounts/accounts.ts";
import { requireTeam, TEAM_ID_PATTERN } from "../teams/teams.ts";
import { type CustomRole, listRoles, requireRole } from "./roles.ts";

/** Who holds a role. */
export type Subject = Holder;

/**
 * Whom an id in an address means: people have uuids, service accounts numbers.
 *
 * @throws ResourceError `user_not_found`, `service_account_not_found`
 */
export async function personOrProgram({ db, identity }: Resources, id: string): Promise<Subject> {
  if (new RegExp(TEAM_ID_PATTERN).test(id)) {
    await requireServiceAccount(db, id);
    return { kind: "service-account", id };
  }
  if (!isUuid(id) || (await findUser(identity.db, id)) === undefined) throw new ResourceError("user_not_found");
  return { kind: "user", id: id.toLowerCase() };
}

/** @throws ResourceError `team_not_found` */
export async function teamSubject(resources: Resources, namespace: string, id: string): Promise<Subject> {
  if (!new RegExp(TEAM_ID_PATTERN).test(id)) throw new ResourceError("team_not_found");
  return { kind: "team", id: (await requireTeam(resources, namespace, id)).key };
}

/** @throws ResourceError `role_not_found` */
export function basicRole(name: string): Subject {
  const role = ROLES.find((known) => known === name);
  if (role === undefined) throw new ResourceError("role_not_found");
  return { kind: "basic-role", id: role };
}

/** The custom roles of somebody, by name. */
export async function rolesOfSubject(db: Store, { kind, id }: Subject): Promise<CustomRole[]> {
  const rows = await db
    .selectFrom("vedette.role_assignments")
    .select("role_uid")
    .where("subject_kind", "=", kind)
    .where("subject", "=", id)
    .execute();
  const uids = new Set(rows.map(({ role_uid }) => role_uid));
  return (await listRoles(db)).filter(({ uid }) => uids.has(uid));
}

/** One change to who holds a role. */
export interface Assignment {
  readonly subject: Subject;
  readonly roleUid: string;
  readonly author: Author;
}

/** Given twice it is had once. @throws ResourceError `role_not_found`, `grant_refused` */
export async function assignRole(db: Store, { subject, roleUid, author }: Assignment): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const role = await requireRole(trx, roleUid);
    requireGrantable(author, role.permissions);
    await trx
      .insertInto("vedette.role_assignments")
      .values({ subject_kind: subject.kind, subject: subject.id, role_uid: roleUid })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    const changes = creationTold({ role: role.name }, ["role"]);
    await recordAudit(trx, author, { ...auditOf("roles.assign", { subject, roleUid }), changes });
  });
}

/** @throws ResourceError `role_not_found` for one that the subject does not have */
export async function unassignRole(db: Store, { subject, roleUid, author }: Assignment): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const role = await requireRole(trx, roleUid);
    const removed = await trx
      .deleteFrom("vedette.role_assignments")
      .where("subject_kind", "=", subject.kind)
      .where("subject", "=", subject.id)
      .where("role_uid", "=", role.uid)
      .returning("role_uid")
      .executeTakeFirst();
    if (removed === undefined) throw new ResourceError("role_not_found");
    const changes = removalTold({ role: role.name }, ["role"]);
    await recordAudit(trx, author, { ...auditOf("roles.unassign", { subject, roleUid }), changes });
  });
}

function auditOf(action: string, { subject, roleUid }: Omit<Assignment, "author">) {
  return { action, target: `roles/${roleUid}`, details: { subject: `${subject.kind}:${subject.id}` } };
}
