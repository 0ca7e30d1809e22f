import type { CallApi } from "./call-api.ts";
import { type Collection, type CollectionPlace, collection, type ResourceObject } from "./resources.ts";

export interface TeamSpec {
  /** The team's name; no other team has it. */
  readonly title: string;
  readonly email?: string;
}

/** Somebody in a team. */
export interface TeamMember {
  readonly userId: string;
  readonly email: string;
  readonly name: string;
}

/** Teams, who is in them, and which groups of an identity provider bring people into them. */
export interface Teams extends Collection<TeamSpec> {
  members(name: string): Promise<readonly TeamMember[]>;
  addMember(name: string, userId: string): Promise<void>;
  removeMember(name: string, userId: string): Promise<void>;
  /** External groups: a distinguished name, the name of a group, a uuid. */
  groups(name: string): Promise<readonly string[]>;
  addGroup(name: string, groupId: string): Promise<void>;
  removeGroup(name: string, groupId: string): Promise<void>;
}

const NUMBER_LABEL = "vedette.app/deprecatedInternalID";

export function teamsOf(call: CallApi, place: CollectionPlace): Teams {
  const teams = collection<TeamSpec>(call, place);
  /** Members and groups hang on the number of a team. */
  const pathOf = async (name: string) => `/api/teams/${numberOf(await teams.get(name))}`;
  const listOf = async (path: string): Promise<readonly unknown[]> => {
    const answer = await call(path);
    return Array.isArray(answer) ? answer : [];
  };
  return {
    ...teams,
    members: async (name) => (await listOf(`${await pathOf(name)}/members`)).map(memberOf),
    addMember: async (name, userId) =>
      void (await call(`${await pathOf(name)}/members`, { method: "POST", body: { userId } })),
    removeMember: async (name, userId) =>
      void (await call(`${await pathOf(name)}/members/${encodeURIComponent(userId)}`, { method: "DELETE" })),
    groups: async (name) => (await listOf(`${await pathOf(name)}/groups`)).map((group) => textOf(group, "groupId")),
    addGroup: async (name, groupId) =>
      void (await call(`${await pathOf(name)}/groups`, { method: "POST", body: { groupId } })),
    removeGroup: async (name, groupId) =>
      void (await call(`${await pathOf(name)}/groups`, { method: "DELETE", query: { groupId } })),
  };
}

function numberOf({ metadata }: ResourceObject<TeamSpec>): string {
  return encodeURIComponent(metadata.labels?.[NUMBER_LABEL] ?? "");
}

function memberOf(member: unknown): TeamMember {
  return { userId: textOf(member, "userId"), email: textOf(member, "email"), name: textOf(member, "name") };
}

function textOf(value: unknown, key: string): string {
  return String(Reflect.get(Object(value), key) ?? "");
}
