import type { RoutePlugin } from "@vedette/http";
import type { FastifyReply, FastifyRequest } from "fastify";
import { type Static, Type } from "typebox";
import { listAnswer } from "../scim/discovery.ts";
import { changeGroup, createGroup, removeGroup } from "../scim/group-directory.ts";
import { findGroup, listGroups } from "../scim/groups.ts";
import { GROUP_ATTRIBUTES, withSchemaNames } from "../scim/scim-attributes.ts";
import { ScimError } from "../scim/scim-error.ts";
import { groupAnswer, readGroup, ScimGroupBody, type StoredGroup } from "../scim/scim-group.ts";
import { patched, ScimPatchBody } from "../scim/scim-patch.ts";
import {
  isReturned,
  ProjectionQuery,
  pageOf,
  projected,
  queryOfSearch,
  ScimListQuery,
  ScimSearchBody,
} from "../scim/scim-query.ts";
import { DIRECTORY } from "./access.ts";
import { originOf } from "./request-reading.ts";
import type { RouteOptions } from "./route-options.ts";

const GroupPath = Type.Object({ id: Type.String({ maxLength: 64 }) });

/** /scim/v2/Groups: the groups of a directory, which fill teams (RFC 7643, 4.2). */
export const scimGroupRoutes: RoutePlugin<RouteOptions> = async (app, { identity }) => {
  const base = `${identity.addresses.externalUrl}/scim/v2`;
  const config = { permission: DIRECTORY };
  const one = { params: GroupPath, querystring: ProjectionQuery };
  const maxMembers = () => identity.settings["auth.scim.max_group_members"];
  const preValidation = async (request: FastifyRequest) => {
    if (request.body !== null && typeof request.body === "object") {
      request.body = withSchemaNames(GROUP_ATTRIBUTES, request.body);
    }
  };

  const list = async (query: Static<typeof ScimListQuery>) => {
    const { startIndex, ...page } = pageOf(query);
    const withMembers = isReturned("members", query);
    const { groups, total } = await listGroups(identity.db, { ...page, withMembers });
    const resources = groups.map((group) => projected(groupAnswer(group, base), query));
    return listAnswer(resources, { total, startIndex });
  };

  app.get("/scim/v2/Groups", { config, schema: { querystring: ScimListQuery } }, async ({ query }) => list(query));

  app.post("/scim/v2/Groups/.search", { config, schema: { body: ScimSearchBody } }, async ({ body }) =>
    list(queryOfSearch(body)),
  );

  app.post(
    "/scim/v2/Groups",
    { config, preValidation, schema: { querystring: ProjectionQuery, body: ScimGroupBody } },
    async (request, reply) => {
      const group = await createGroup(identity, readGroup(request.body, maxMembers()), originOf(request));
      return send(reply.code(201), group, request.query);
    },
  );

  app.get("/scim/v2/Groups/:id", { config, schema: one }, async ({ params, query }, reply) =>
    send(reply, required(await findGroup(identity.db, params.id)), query),
  );

  app.put(
    "/scim/v2/Groups/:id",
    { config, preValidation, schema: { ...one, body: ScimGroupBody } },
    async (request, reply) => {
      const group = readGroup(request.body, maxMembers());
      const { id } = request.params;
      const changed = await changeGroup(identity, { id, change: () => group, origin: originOf(request) });
      return send(reply, required(changed), request.query);
    },
  );

  app.patch("/scim/v2/Groups/:id", { config, schema: { ...one, body: ScimPatchBody } }, async (request, reply) => {
    const { Operations: operations } = request.body;
    const change = (group: StoredGroup) =>
      readGroup(patched(GROUP_ATTRIBUTES, groupAnswer(group, base), operations), maxMembers());
    const { id } = request.params;
    const changed = await changeGroup(identity, { id, change, origin: originOf(request) });
    return send(reply, required(changed), request.query);
  });

  app.delete("/scim/v2/Groups/:id", { config, schema: { params: GroupPath } }, async (request, reply) => {
    const isRemoved = await removeGroup(identity, { id: request.params.id, origin: originOf(request) });
    if (!isRemoved) throw unknownGroup();
    return reply.code(204).send();
  });

  function send(reply: FastifyReply, group: StoredGroup, query: Static<typeof ProjectionQuery>): FastifyReply {
    const resource = groupAnswer(group, base);
    return reply.header("location", resource.meta.location).send(projected(resource, query));
  }
};

function required(group: StoredGroup | undefined): StoredGroup {
  if (group === undefined) throw unknownGroup();
  return group;
}

function unknownGroup(): ScimError {
  return new ScimError(404, "There is no such group in the directory");
}
