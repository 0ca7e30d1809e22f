import { type Access, HttpError, type RoutePlugin } from "@vedette/http";
import type { FastifyRequest } from "fastify";
import { Type } from "typebox";
import type { Caller } from "../access/caller.ts";
import type { Resources } from "../resources.ts";
import { matchesGroup } from "../teams/group-search.ts";
import { addGroup, listGroups, removeGroup } from "../teams/groups.ts";
import { findTeam, requireTeam, requireTeamAccess, TEAM_ID_PATTERN } from "../teams/teams.ts";
import { authorOfRequest } from "./author.ts";
import { DEFAULT_NAMESPACE } from "./namespace.ts";
import { PAGING, pageOf } from "./paging.ts";

const namespace = DEFAULT_NAMESPACE;
const TeamId = Type.Object({ teamId: Type.String({ pattern: TEAM_ID_PATTERN, maxLength: 18 }) });
/** Free text: a distinguished name, the name of a group, a uuid. Without halves of surrogate pairs. */
const GroupId = Type.String({ minLength: 1, maxLength: 1024, pattern: "^\\P{Cs}*$" });
const Group = Type.Object({ groupId: GroupId });
const OneGroup = Type.Object({ ...TeamId.properties, groupId: GroupId });
const GroupParameters = Type.Object({
  ...PAGING,
  query: Type.String({ maxLength: 1024 }),
  name: Type.Optional(Type.String({ maxLength: 1024 })),
});

/** /api/teams/:teamId/groups: groups of an identity provider whose people belong to a team. */
export const teamGroupRoutes: RoutePlugin<{ resources: Resources; access: Access<Caller> }> = async (
  app,
  { resources, access },
) => {
  const { db, settings } = resources;
  const read = { permission: "teams.permissions:read" } as const;
  const write = { permission: "teams.permissions:write" } as const;
  const path = "/:teamId/groups";

  app.addHook("onRequest", async () => {
    if (!settings["resources.team_sync_enabled"]) throw new HttpError("not_found");
  });

  app.get(path, { config: read, schema: { params: TeamId } }, async (request) => {
    const { teamId } = request.params;
    requireTeamAccess(access.callerOf(request).permissions, { action: read.permission, id: teamId });
    return await groupsOf(teamId);
  });

  app.post(path, { config: write, schema: { params: TeamId, body: Group } }, async (request) => {
    const { teamId } = request.params;
    requireTeamAccess(access.callerOf(request).permissions, { action: write.permission, id: teamId });
    const team = await requireTeam(resources, namespace, teamId);
    await addGroup(db, { team, groupId: request.body.groupId, author: authorOfRequest(access, request) });
    return { message: "Group added to Team" };
  });

  app.delete(path, { config: write, schema: { params: TeamId, querystring: Group } }, async (request) =>
    remove(request, request.params.teamId, request.query.groupId),
  );

  // As older clients do.
  app.delete(`${path}/:groupId`, { config: write, schema: { params: OneGroup } }, async (request) =>
    remove(request, request.params.teamId, request.params.groupId),
  );

  async function remove(request: FastifyRequest, teamId: string, groupId: string) {
    requireTeamAccess(access.callerOf(request).permissions, { action: write.permission, id: teamId });
    const team = await requireTeam(resources, namespace, teamId);
    await removeGroup(db, { team, groupId, author: authorOfRequest(access, request) });
    return { message: "Team Group removed" };
  }

  app.get(
    `${path}/search`,
    { config: read, schema: { params: TeamId, querystring: GroupParameters } },
    async (request) => {
      const { teamId } = request.params;
      requireTeamAccess(access.callerOf(request).permissions, { action: read.permission, id: teamId });
      const { query, name = "" } = request.query;
      const { page, perPage } = pageOf(request.query);
      const found = (await groupsOf(teamId)).filter(({ groupId }) => matchesGroup(groupId, { query, name }));
      const teamGroups = found.slice((page - 1) * perPage, page * perPage);
      return { totalCount: found.length, teamGroups, page, perPage };
    },
  );

  /** Of an unknown team there are none, as the contract of this API has no 404 here. */
  async function groupsOf(teamId: string) {
    const team = await findTeam(resources, namespace, teamId);
    if (team === undefined) return [];
    return (await listGroups(db, team.key)).map((groupId) => ({ orgId: 1, teamId: team.id, groupId }));
  }
};
