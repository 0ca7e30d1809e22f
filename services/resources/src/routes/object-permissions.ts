import type { Access, RoutePlugin } from "@vedette/http";
import type { FastifyRequest } from "fastify";
import { Type } from "typebox";
import type { Caller } from "../access/caller.ts";
import { NAME_PATTERN } from "../objects/name.ts";
import { listPeople } from "../people/people.ts";
import type { Resources } from "../resources.ts";
import { basicRole, personOrProgram, type Subject, teamSubject } from "../roles/assignments.ts";
import { changeGrant, type Level, objectGrants, type PermittedResource } from "../roles/object-permissions.ts";
import { shownSubjects } from "../roles/subjects.ts";
import { searchTeams } from "../teams/teams.ts";
import { authorOfRequest } from "./author.ts";
import { DEFAULT_NAMESPACE } from "./namespace.ts";
import { PAGING_BY_LIMIT, pageOfLimit } from "./paging.ts";

const namespace = DEFAULT_NAMESPACE;
const Uid = Type.String({ pattern: NAME_PATTERN.source, maxLength: 253 });
const OneObject = Type.Object({ uid: Uid });
const OneGrant = Type.Object({ uid: Uid, id: Type.String({ maxLength: 36, pattern: "^[0-9A-Za-z-]+$" }) });
const Grant = Type.Object({
  /** Empty takes away what was given. */
  permission: Type.Enum(["View", "Edit", "Admin", ""]),
});

const SubjectParameters = Type.Object({
  limit: PAGING_BY_LIMIT.limit,
  query: Type.Optional(Type.String({ maxLength: 190 })),
});

const MESSAGES = { set: "Permission updated", removed: "Permission removed" } as const;

/** /api/access-control/folders/:uid and dashboards/:uid: who may do what with one object, and whom there is to give to. */
export const objectPermissionRoutes: RoutePlugin<{ resources: Resources; access: Access<Caller> }> = async (
  app,
  { resources, access },
) => {
  const { db } = resources;
  permissionsOf("folders");
  permissionsOf("dashboards");

  // Whoever may give has to find those to give to, administrator or not: names alone.
  app.get(
    "/subjects",
    { config: { permission: "dashboards.permissions:write" }, schema: { querystring: SubjectParameters } },
    async ({ query: { query = "", limit } }) => {
      const page = { query, page: 1, perPage: pageOfLimit(limit === undefined ? {} : { limit }).limit };
      const { people } = await listPeople(resources, page);
      const { teams } = await searchTeams(resources, { ...page, namespace, visibleNames: undefined, name: "" });
      return {
        users: people.map(({ uid, email, name }) => ({ uid, login: email, name })),
        teams: teams.map(({ id, name }) => ({ id, name })),
      };
    },
  );

  function permissionsOf(resource: PermittedResource): void {
    const read = { permission: `${resource}.permissions:read` };
    const config = { permission: `${resource}.permissions:write` };
    const schema = { params: OneGrant, body: Grant };
    const path = `/${resource}/:uid`;

    app.get(path, { config: read, schema: { params: OneObject } }, async (request) => {
      const caller = access.callerOf(request);
      const grants = await objectGrants(db, { resource, namespace, name: request.params.uid, caller });
      return await shownSubjects(resources, namespace, grants);
    });

    app.post(`${path}/users/:id`, { config, schema }, async (request) =>
      change(resource, request, { ...wishOf(request), subject: await personOrProgram(resources, request.params.id) }),
    );

    app.post(`${path}/teams/:id`, { config, schema }, async (request) =>
      change(resource, request, {
        ...wishOf(request),
        subject: await teamSubject(resources, namespace, request.params.id),
      }),
    );

    app.post(`${path}/builtInRoles/:id`, { config, schema }, async (request) =>
      change(resource, request, { ...wishOf(request), subject: basicRole(request.params.id) }),
    );
  }

  async function change(resource: PermittedResource, request: FastifyRequest, wish: Wish) {
    const author = authorOfRequest(access, request);
    await changeGrant(db, { resource, namespace, caller: author.caller, author, ...wish });
    return { message: wish.level === undefined ? MESSAGES.removed : MESSAGES.set };
  }
};

/** What a request says of one grant. */
interface Wish {
  readonly name: string;
  readonly level: Level | undefined;
  readonly subject: Subject;
}

function wishOf({
  params,
  body,
}: {
  params: { uid: string };
  body: { permission: Level | "" };
}): Omit<Wish, "subject"> {
  return { name: params.uid, level: body.permission === "" ? undefined : body.permission };
}
