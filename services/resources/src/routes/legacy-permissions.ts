import type { Access, RoutePlugin } from "@vedette/http";
import { type Static, Type } from "typebox";
import type { Caller } from "../access/caller.ts";
import { ResourceError } from "../errors.ts";
import { NAME_PATTERN } from "../objects/name.ts";
import type { Resources } from "../resources.ts";
import { basicRole, personOrProgram, type Subject, teamSubject } from "../roles/assignments.ts";
import { type Level, objectGrants, type PermittedResource, replaceGrants } from "../roles/object-permissions.ts";
import { shownSubjects } from "../roles/subjects.ts";
import { authorOfRequest } from "./author.ts";
import { DEFAULT_NAMESPACE } from "./namespace.ts";

const namespace = DEFAULT_NAMESPACE;
const OneObject = Type.Object({ uid: Type.String({ pattern: NAME_PATTERN.source, maxLength: 253 }) });
const Id = Type.Union([Type.Integer({ minimum: 0 }), Type.String({ maxLength: 36, pattern: "^[0-9A-Za-z-]*$" })]);
const Item = Type.Object({
  role: Type.Optional(Type.String({ maxLength: 20 })),
  teamId: Type.Optional(Id),
  userId: Type.Optional(Id),
  permission: Type.Enum([1, 2, 4]),
});
const Permissions = Type.Object({ items: Type.Array(Item, { maxItems: 1000 }) });

/** Levels as older clients number them. */
const NUMBER_OF: Readonly<Record<Level, 1 | 2 | 4>> = { View: 1, Edit: 2, Admin: 4 };

/** /api/folders/:uid/permissions and /api/dashboards/uid/:uid/permissions: who may do what, all of it at once. */
export const legacyPermissionRoutes: RoutePlugin<{ resources: Resources; access: Access<Caller> }> = async (
  app,
  { resources, access },
) => {
  const { db } = resources;
  permissionsOf("folders", "/folders/:uid/permissions", "Folder permissions updated");
  permissionsOf("dashboards", "/dashboards/uid/:uid/permissions", "Dashboard permissions updated");

  function permissionsOf(resource: PermittedResource, path: string, message: string): void {
    const read = { config: { permission: `${resource}.permissions:read` }, schema: { params: OneObject } };
    app.get(path, read, async (request) => {
      const name = request.params.uid;
      const permitted = { resource, namespace, name, caller: access.callerOf(request) };
      const shown = await shownSubjects(resources, namespace, await objectGrants(db, permitted));
      return shown.map((grant) => viewOf(grant, { resource, name }));
    });

    const config = { permission: `${resource}.permissions:write` };
    app.post(path, { config, schema: { params: OneObject, body: Permissions } }, async (request) => {
      const author = authorOfRequest(access, request);
      const grants: { subject: Subject; level: Level }[] = [];
      for (const item of request.body.items) {
        grants.push({ subject: await subjectOf(item), level: levelOf(item.permission) });
      }
      const name = request.params.uid;
      await replaceGrants(db, { resource, namespace, name, caller: author.caller, author, grants });
      return { message };
    });
  }

  async function subjectOf({ role = "", teamId = "", userId = "" }: Static<typeof Item>): Promise<Subject> {
    const [team, user] = [teamId, userId].map((id) => (id === 0 ? "" : String(id)));
    const named = [role, team, user].filter((name) => name !== "");
    if (named.length !== 1) {
      throw new ResourceError("request_invalid", { detail: "each item names a role, a teamId or a userId" });
    }
    if (role !== "") return basicRole(role);
    return team ? await teamSubject(resources, namespace, team) : await personOrProgram(resources, user ?? "");
  }
};

type ShownGrant = Awaited<ReturnType<typeof shownSubjects>>[number];

function viewOf(grant: ShownGrant, { resource, name }: { resource: PermittedResource; name: string }) {
  const { userId, userLogin, teamId, team, builtInRole }: Partial<Record<string, unknown>> = grant;
  const isFolder = resource === "folders";
  return {
    id: grant.id,
    uid: name,
    userId: userId ?? 0,
    userLogin: userLogin ?? "",
    teamId: teamId ?? 0,
    team: team ?? "",
    ...(builtInRole === undefined ? {} : { role: builtInRole }),
    permission: NUMBER_OF[grant.permission],
    permissionName: grant.permission,
    inherited: grant.isInherited,
    isFolder,
  };
}

function levelOf(number: 1 | 2 | 4): Level {
  if (number === NUMBER_OF.Admin) return "Admin";
  return number === NUMBER_OF.Edit ? "Edit" : "View";
}
