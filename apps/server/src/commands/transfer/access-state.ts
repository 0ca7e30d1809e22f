import { type Static, Type } from "typebox";
import { Check } from "typebox/value";
import { CommandError } from "../../start-failure.ts";
import { callServer, requireSuccess, type ServerAccess } from "../server-call.ts";

/** What can be granted to people one by one. */
export const PERMITTED_RESOURCES = ["folders", "dashboards"] as const;

const Text = Type.String({ maxLength: 1024 });
const Texts = Type.Array(Text);

/** Who may do what, in the words of the API; people are named by their addresses, objects by their names. */
const AccessState = Type.Object({
  roles: Type.Array(
    Type.Object({
      uid: Text,
      name: Text,
      displayName: Text,
      description: Text,
      permissions: Type.Array(Type.Object({ action: Text, scope: Text })),
    }),
  ),
  teams: Type.Array(Type.Object({ team: Text, members: Texts, groups: Texts, roles: Texts })),
  people: Type.Array(Type.Object({ email: Text, role: Text, roles: Texts })),
  grants: Type.Array(
    Type.Object({
      resource: Type.Enum(PERMITTED_RESOURCES),
      name: Text,
      /** `user:<address>`, `team:<name>` or `role:<basic role>`. */
      to: Text,
      permission: Text,
    }),
  ),
});

export type AccessState = Static<typeof AccessState>;

/** The kind that stands in a file of these. */
export const ACCESS_KIND = "Access";

/** What a server has, and the ids by which its API knows teams and people. */
export interface PresentAccess {
  readonly state: AccessState;
  readonly teamIds: ReadonlyMap<string, number>;
  readonly userIds: ReadonlyMap<string, string>;
}

/** An object on which something may have been granted. */
export type PermittedObject = Pick<AccessState["grants"][number], "resource" | "name">;

/** @throws CommandError for a file that says something else */
export function accessStateOf(value: unknown): AccessState {
  if (Check(AccessState, value)) return value;
  throw new CommandError("the file does not say who may do what: roles, teams, people and grants belong there");
}

/** Reads who may do what. @param objects - whose grants are of interest */
export async function readAccess(server: ServerAccess, objects: readonly PermittedObject[]): Promise<PresentAccess> {
  const get = async (path: string) => requireSuccess(await callServer(server, path)).json;
  const rolesOf = async (path: string) => await textsOf(get(`/api/access-control${path}/roles`), "uid");
  const [teamIds, userIds] = [new Map<string, number>(), new Map<string, string>()];
  const roles = listOf(await get("/api/access-control/roles")).map((role) => ({
    ...{ uid: textIn(role, "uid"), name: textIn(role, "name") },
    ...{ displayName: textIn(role, "displayName"), description: textIn(role, "description") },
    permissions: listOf(role["permissions"]).map((one) => ({
      action: textIn(one, "action"),
      scope: textIn(one, "scope"),
    })),
  }));
  const teams: AccessState["teams"] = [];
  for (const found of await allPages(get, "/api/teams/search", "teams")) {
    const [team, id] = [textIn(found, "uid"), Number(found["id"])];
    teamIds.set(team, id);
    // Whom a group brings is there because of the group.
    const members = listOf(await get(`/api/teams/${id}/members`)).filter(
      ({ labels }) => !(Array.isArray(labels) && labels.includes("group")),
    );
    const groups = await groupsOf(server, id);
    teams.push({ team, members: members.map(emailOf), groups, roles: await rolesOf(`/teams/${id}`) });
  }
  const people: AccessState["people"] = [];
  for (const found of await allPages(get, "/api/users", "users")) {
    const email = emailOf(found);
    if (email === "") continue; // whoever has no address cannot be found again
    userIds.set(email, textIn(found, "uid"));
    people.push({ email, role: textIn(found, "role"), roles: await rolesOf(`/users/${textIn(found, "uid")}`) });
  }
  const grants: AccessState["grants"] = [];
  for (const object of objects) grants.push(...(await grantsOn(server, object)));
  return { state: { roles, teams, people, grants }, teamIds, userIds };
}

/** None where the groups of teams are switched off. */
async function groupsOf(server: ServerAccess, teamId: number): Promise<string[]> {
  const answer = await callServer(server, `/api/teams/${teamId}/groups`);
  if (answer.status === 404) return [];
  return listOf(requireSuccess(answer).json).map((group) => textIn(group, "groupId"));
}

/** What is granted on the object itself to people, teams and basic roles; nothing for one that is not there. */
async function grantsOn(server: ServerAccess, { resource, name }: PermittedObject): Promise<AccessState["grants"]> {
  const answer = await callServer(server, `/api/access-control/${resource}/${encodeURIComponent(name)}`);
  if (answer.status === 404) return [];
  return listOf(requireSuccess(answer).json).flatMap((grant) => {
    const to = subjectOf(grant);
    const isOwn = grant["isInherited"] !== true && grant["isServiceAccount"] !== true;
    return isOwn && to !== undefined ? [{ resource, name, to, permission: textIn(grant, "permission") }] : [];
  });
}

function subjectOf(grant: Entry): string | undefined {
  const { userLogin, teamUid, builtInRole } = grant;
  if (typeof teamUid === "string") return `team:${teamUid}`;
  if (typeof builtInRole === "string") return `role:${builtInRole}`;
  return typeof userLogin === "string" ? `user:${userLogin}` : undefined;
}

const PER_PAGE = 500;

async function allPages(get: (path: string) => Promise<unknown>, path: string, member: string): Promise<Entry[]> {
  const all: Entry[] = [];
  for (let page = 1; ; page += 1) {
    const rows = listOf(entryOf(await get(`${path}?perpage=${PER_PAGE}&page=${page}`))[member]);
    all.push(...rows);
    if (rows.length < PER_PAGE) return all;
  }
}

type Entry = Readonly<Record<string, unknown>>;

function listOf(value: unknown): Entry[] {
  return Array.isArray(value) ? value.map(entryOf) : [];
}

function entryOf(value: unknown): Entry {
  return Object(value);
}

function textIn(entry: Entry, key: string): string {
  return String(entry[key] ?? "");
}

function emailOf(entry: Entry): string {
  return textIn(entry, "email");
}

async function textsOf(list: Promise<unknown>, key: string): Promise<string[]> {
  return listOf(await list).map((entry) => textIn(entry, key));
}
