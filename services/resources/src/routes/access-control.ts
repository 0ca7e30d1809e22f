import type { Access, RoutePlugin } from "@vedette/http";
import type { FastifyRequest } from "fastify";
import { Type } from "typebox";
import { SIGNED_IN } from "../access/access.ts";
import type { Caller } from "../access/caller.ts";
import { permissionsOfServiceAccount, permissionsOfUser } from "../access/identified-caller.ts";
import { PERMISSIONS, type Permission } from "../access/permissions.ts";
import { timestamp } from "../objects/version.ts";
import type { Resources } from "../resources.ts";
import {
  assignRole,
  personOrProgram,
  rolesOfSubject,
  type Subject,
  teamSubject,
  unassignRole,
} from "../roles/assignments.ts";
import { type CustomRole, createRole, listRoles, removeRole, replaceRole, requireRole } from "../roles/roles.ts";
import { requireServiceAccount } from "../service-accounts/accounts.ts";
import { authorOfRequest } from "./author.ts";
import { DEFAULT_NAMESPACE } from "./namespace.ts";

/** Without halves of surrogate pairs, which the database does not keep. */
const text = (maxLength: number) => Type.String({ maxLength, pattern: "^\\P{Cs}*$" });
const Uid = Type.String({ minLength: 1, maxLength: 253 });
const RoleBody = Type.Object({
  uid: Type.Optional(Uid),
  name: Type.String({ minLength: 1, maxLength: 190, pattern: "^\\P{Cs}*$" }),
  displayName: Type.Optional(text(190)),
  description: Type.Optional(text(1000)),
  /** Of a role that is there: the one that was loaded; without it whatever is there is replaced. */
  version: Type.Optional(Type.Integer({ minimum: 0, maximum: 1_000_000_000 })),
  permissions: Type.Optional(
    Type.Array(Type.Object({ action: Type.String({ maxLength: 100 }), scope: Type.Optional(text(600)) }), {
      maxItems: 1000,
    }),
  ),
});
const RoleUid = Type.Object({ roleUid: Uid });
const Id = Type.String({ maxLength: 36, pattern: "^[0-9a-fA-F-]+$" });
const OneSubject = Type.Object({ id: Id });
const Held = Type.Object({ id: Id, roleUid: Uid });

/** /api/access-control: custom roles, who has them, and what the caller may do. */
export const accessControlRoutes: RoutePlugin<{ resources: Resources; access: Access<Caller> }> = async (
  app,
  { resources, access },
) => {
  const { db } = resources;
  const read = { permission: "roles:read" };
  const write = { permission: "roles:write" };

  app.get("/actions", { config: { permission: SIGNED_IN } }, async () =>
    Object.entries(PERMISSIONS).map(([action, { doc }]) => ({ action, doc })),
  );

  app.get("/user/permissions", { config: { permission: SIGNED_IN } }, async (request) => {
    return scopesByAction(access.callerOf(request).permissions);
  });

  app.get("/users/:id/permissions", { config: read, schema: { params: OneSubject } }, async ({ params }) => {
    const { kind, id } = await personOrProgram(resources, params.id);
    if (kind === "user") return scopesByAction(await permissionsOfUser(resources, id));
    return scopesByAction(
      await permissionsOfServiceAccount(resources.db, await requireServiceAccount(resources.db, id)),
    );
  });

  app.get("/roles", { config: read }, async () => (await listRoles(db)).map(viewOf));

  app.post("/roles", { config: write, schema: { body: RoleBody } }, async (request, reply) => {
    const author = authorOfRequest(access, request);
    const made = await createRole(resources, { uid: request.body.uid, draft: draftOf(request.body), author });
    return reply.code(201).send(viewOf(made));
  });

  app.get("/roles/:roleUid", { config: read, schema: { params: RoleUid } }, async ({ params }) =>
    viewOf(await requireRole(db, params.roleUid)),
  );

  app.put("/roles/:roleUid", { config: write, schema: { params: RoleUid, body: RoleBody } }, async (request) => {
    const { version } = request.body;
    const author = authorOfRequest(access, request);
    const change = { uid: request.params.roleUid, version, draft: draftOf(request.body), author };
    return viewOf(await replaceRole(resources, change));
  });

  app.delete(
    "/roles/:roleUid",
    { config: { permission: "roles:delete" }, schema: { params: RoleUid } },
    async (request) => {
      await removeRole(db, request.params.roleUid, authorOfRequest(access, request));
      return { message: "Role deleted" };
    },
  );

  subjectRoutes("/users", (id) => personOrProgram(resources, id));
  subjectRoutes("/teams", (id) => teamSubject(resources, DEFAULT_NAMESPACE, id));

  function subjectRoutes(path: string, find: (id: string) => Promise<Subject>): void {
    app.get(`${path}/:id/roles`, { config: read, schema: { params: OneSubject } }, async ({ params }) =>
      (await rolesOfSubject(db, await find(params.id))).map(viewOf),
    );

    app.post(`${path}/:id/roles`, { config: write, schema: { params: OneSubject, body: RoleUid } }, async (request) => {
      await assignRole(db, await changeOf(request, request.params.id, request.body.roleUid));
      return { message: "Role added" };
    });

    app.delete(`${path}/:id/roles/:roleUid`, { config: write, schema: { params: Held } }, async (request) => {
      await unassignRole(db, await changeOf(request, request.params.id, request.params.roleUid));
      return { message: "Role removed" };
    });

    async function changeOf(request: FastifyRequest, id: string, roleUid: string) {
      return { subject: await find(id), roleUid, author: authorOfRequest(access, request) };
    }
  }
};

function scopesByAction(permissions: readonly Permission[]): Record<string, readonly string[]> {
  const byAction = Map.groupBy(permissions, ({ action }) => action);
  return Object.fromEntries(
    [...byAction].map(([action, held]) => [action, [...new Set(held.map(({ scope }) => scope))]]),
  );
}

interface RoleText {
  readonly name: string;
  readonly displayName?: string;
  readonly description?: string;
  readonly permissions?: readonly { readonly action: string; readonly scope?: string }[];
}

/** A permission without a scope is one on everything, as actions without objects have it. */
function draftOf({ name, displayName = "", description = "", permissions = [] }: RoleText) {
  const all = permissions.map(({ action, scope }) => ({
    action,
    scope: scope === undefined || scope === "" ? "*" : scope,
  }));
  return { name, displayName, description, permissions: all };
}

function viewOf({ created, updated, ...role }: CustomRole) {
  return { ...role, group: "", hidden: false, global: false, created: timestamp(created), updated: timestamp(updated) };
}
