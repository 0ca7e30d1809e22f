import type { Access, RoutePlugin } from "@vedette/http";
import { Type } from "typebox";
import { SIGNED_IN } from "../access/access.ts";
import type { Caller } from "../access/caller.ts";
import { slugOf } from "../dashboards/slug.ts";
import { ResourceError } from "../errors.ts";
import { teamKind } from "../kinds/team.ts";
import { visibilityOf } from "../lists/visibility.ts";
import { createObject } from "../objects/create.ts";
import { removeObject } from "../objects/remove.ts";
import { replaceObject } from "../objects/replace.ts";
import { timestamp } from "../objects/version.ts";
import type { Resources } from "../resources.ts";
import { addMember, listMembers, removeMember } from "../teams/members.ts";
import {
  findTeamByName,
  requireTeam,
  requireTeamAccess,
  searchTeams,
  TEAM_ID_PATTERN,
  type Team,
  teamsOfUser,
} from "../teams/teams.ts";
import { authorOfRequest } from "./author.ts";
import { DEFAULT_NAMESPACE } from "./namespace.ts";
import { PAGING, pageOf } from "./paging.ts";

const namespace = DEFAULT_NAMESPACE;
const TeamId = Type.Object({ teamId: Type.String({ pattern: TEAM_ID_PATTERN, maxLength: 18 }) });
const Member = Type.Object({
  teamId: Type.String({ pattern: TEAM_ID_PATTERN, maxLength: 18 }),
  userId: Type.String({ format: "uuid" }),
});
/** Without halves of surrogate pairs, which the database does not keep. */
const text = (maxLength: number) => Type.String({ maxLength, pattern: "^\\P{Cs}*$" });
const TeamBody = Type.Object({
  name: Type.String({ minLength: 1, maxLength: 190, pattern: "^\\P{Cs}*$" }),
  email: Type.Optional(text(320)),
});
const ChangedTeam = Type.Object({
  ...TeamBody.properties,
  /** Of the state that was changed; without it the last of two changes stands. */
  version: Type.Optional(Type.Integer({ minimum: 0 })),
});
const TeamParameters = Type.Object({
  ...PAGING,
  query: Type.Optional(Type.String({ maxLength: 190 })),
  name: Type.Optional(Type.String({ maxLength: 190 })),
});
const NewMember = Type.Object({ userId: Type.String({ format: "uuid" }) });

/** /api/teams: teams by number, and who is in them. */
export const teamRoutes: RoutePlugin<{ resources: Resources; access: Access<Caller> }> = async (
  app,
  { resources, access },
) => {
  const { db } = resources;

  app.post("/", { config: { permission: "teams:create" }, schema: { body: TeamBody } }, async (request) => {
    const { name, email = "" } = request.body;
    const value = { metadata: { generateName: `${slugOf(name)}-` }, spec: { title: name, email } };
    const author = authorOfRequest(access, request);
    const body = { value, text: JSON.stringify(value) };
    const made = await createObject(db, { kind: teamKind, namespace, body, author, mode: "store", now: new Date() });
    const team = await findTeamByName(resources, namespace, made.name);
    return { message: "Team created", teamId: team?.id, uid: made.name };
  });

  app.get(
    "/search",
    { config: { permission: "teams:read" }, schema: { querystring: TeamParameters } },
    async (request) => {
      const { query = "", name = "" } = request.query;
      const { page, perPage } = pageOf(request.query);
      const visibility = visibilityOf(access.callerOf(request), teamKind);
      const visibleNames = visibility.kind === "all" ? undefined : visibility.names;
      const { teams, total } = await searchTeams(resources, { namespace, visibleNames, query, name, page, perPage });
      return { totalCount: total, teams: teams.map(viewOf), page, perPage };
    },
  );

  app.get("/:teamId", { config: { permission: "teams:read" }, schema: { params: TeamId } }, async (request) => {
    const { teamId: id } = request.params;
    requireTeamAccess(access.callerOf(request).permissions, { action: "teams:read", id });
    return viewOf(await requireTeam(resources, namespace, id));
  });

  app.put(
    "/:teamId",
    { config: { permission: "teams:write" }, schema: { params: TeamId, body: ChangedTeam } },
    async (request) => {
      const { teamId: id } = request.params;
      requireTeamAccess(access.callerOf(request).permissions, { action: "teams:write", id });
      const team = await requireTeam(resources, namespace, id);
      const { uid } = team;
      const { name, email = "", version } = request.body;
      if (version !== undefined && version !== team.version) throw new ResourceError("team_overtaken");
      const resourceVersion = version === undefined ? {} : { resourceVersion: team.resourceVersion };
      const value = { metadata: { name: uid, ...resourceVersion }, spec: { title: name, email } };
      const author = authorOfRequest(access, request);
      const body = { value, text: JSON.stringify(value) };
      const write = { kind: teamKind, namespace, name: uid, body, author, mode: "store", now: new Date() } as const;
      await replaceObject(db, { ...write, keeps: "metadata and spec" });
      return { message: "Team updated" };
    },
  );

  app.delete("/:teamId", { config: { permission: "teams:delete" }, schema: { params: TeamId } }, async (request) => {
    const { teamId: id } = request.params;
    requireTeamAccess(access.callerOf(request).permissions, { action: "teams:delete", id });
    const { uid } = await requireTeam(resources, namespace, id);
    const preconditions = { uid: undefined, resourceVersion: undefined };
    const author = authorOfRequest(access, request);
    await removeObject(db, { kind: teamKind, namespace, name: uid, preconditions, author, mode: "store" });
    return { message: "Team deleted" };
  });

  app.get("/:teamId/members", { config: { permission: "teams:read" }, schema: { params: TeamId } }, async (request) => {
    const { teamId: id } = request.params;
    requireTeamAccess(access.callerOf(request).permissions, { action: "teams:read", id });
    const team = await requireTeam(resources, namespace, id);
    return (await listMembers(resources, team)).map(({ userId, email, name, isSynced, groups, toldAt }) => ({
      orgId: 1,
      teamId: team.id,
      teamUID: team.uid,
      userId,
      userUID: userId,
      auth_module: "",
      email,
      name,
      login: email,
      avatarUrl: "",
      labels: isSynced ? ["group"] : [],
      permission: 0,
      groups,
      syncedAt: toldAt?.toISOString() ?? null,
    }));
  });

  app.post(
    "/:teamId/members",
    { config: { permission: "teams.permissions:write" }, schema: { params: TeamId, body: NewMember } },
    async (request) => {
      await changeMembers(request.params.teamId, request.body.userId, { request, change: addMember });
      return { message: "Member added to Team" };
    },
  );

  app.delete(
    "/:teamId/members/:userId",
    { config: { permission: "teams.permissions:write" }, schema: { params: Member } },
    async (request) => {
      await changeMembers(request.params.teamId, request.params.userId, { request, change: removeMember });
      return { message: "Team Member removed" };
    },
  );

  async function changeMembers(
    id: string,
    userId: string,
    { request, change }: { request: Parameters<typeof authorOfRequest>[1]; change: typeof addMember },
  ): Promise<void> {
    requireTeamAccess(access.callerOf(request).permissions, { action: "teams.permissions:write", id });
    const team = await requireTeam(resources, namespace, id);
    await change(resources, { team, userId: userId.toLowerCase(), author: authorOfRequest(access, request) });
  }
};

/** GET /api/user/teams: the teams of whoever asks. */
export const ownTeamRoutes: RoutePlugin<{ resources: Resources; access: Access<Caller> }> = async (
  app,
  { resources, access },
) => {
  app.get("/user/teams", { config: { permission: SIGNED_IN, isOwnAccount: true } }, async (request) => {
    const caller = access.callerOf(request);
    return caller.kind === "user" ? (await teamsOfUser(resources, namespace, caller)).map(viewOf) : [];
  });
};

/** A team in the answers of the older API. */
function viewOf({ id, uid, name, email, version, memberCount, created, updated }: Team) {
  return {
    id,
    uid,
    orgId: 1,
    name,
    email,
    avatarUrl: "",
    memberCount,
    permission: 0,
    version,
    created: timestamp(created),
    updated: timestamp(updated),
  };
}
