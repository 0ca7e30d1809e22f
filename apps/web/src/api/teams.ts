import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { ApiError } from "./api-error.ts";
import { request } from "./request.ts";

export interface Team {
  readonly id: number;
  readonly uid: string;
  readonly name: string;
  readonly email: string;
  /** Counts the changes of name and e-mail. */
  readonly version: number;
  readonly memberCount: number;
}

export interface TeamMember {
  readonly userId: string;
  readonly email: string;
  readonly name: string;
  /** `group` for somebody whom a group of the identity provider brings. */
  readonly labels: readonly string[];
  /** The team's groups that bring them. */
  readonly groups: readonly string[];
  /** When the identity provider last said so; RFC 3339. */
  readonly syncedAt: string | null;
}

export function teamsQuery(search: { query: string; page: number; perpage: number }) {
  return queryOptions({
    queryKey: ["teams", "list", search],
    queryFn: ({ signal }) =>
      request<{ readonly totalCount: number; readonly teams: readonly Team[] }>("/api/teams/search", {
        query: { ...search },
        signal,
        like: { totalCount: 0, teams: [{ id: 0, name: "", email: "", memberCount: 0 }] },
      }),
    placeholderData: keepPreviousData,
  });
}

export function teamQuery(id: string) {
  return queryOptions({
    queryKey: ["teams", id],
    queryFn: ({ signal }) => request<Team>(pathOf(id), { signal, like: { name: "", email: "", version: 0 } }),
  });
}

export function teamMembersQuery(id: string) {
  return queryOptions({
    queryKey: ["teams", id, "members"],
    queryFn: ({ signal }) =>
      request<readonly TeamMember[]>(`${pathOf(id)}/members`, {
        signal,
        like: [{ userId: "", email: "", name: "", labels: [""], groups: [""] }],
      }),
  });
}

export function teamGroupsQuery(id: string, search: { query: string; page: number; perpage: number }) {
  const { query, page, perpage } = search;
  // The search wants to be told what for, also when for everything.
  const parameters = new URLSearchParams({ query, page: String(page), perpage: String(perpage) });
  return queryOptions({
    queryKey: ["teams", id, "groups", search],
    queryFn: ({ signal }) =>
      request<{ readonly totalCount: number; readonly teamGroups: readonly { readonly groupId: string }[] }>(
        `${pathOf(id)}/groups/search?${parameters}`,
        { signal, like: { totalCount: 0, teamGroups: [{ groupId: "" }] } },
      ),
    placeholderData: keepPreviousData,
  });
}

export function makeTeam(team: { name: string; email: string }): Promise<{ readonly teamId: number }> {
  return request("/api/teams", { method: "POST", body: team, like: { teamId: 0 } });
}

/** Saves over the version that was seen. @throws ApiError `team_overtaken` when somebody saved in between */
export function changeTeam(id: string, team: Pick<Team, "name" | "email" | "version">): Promise<void> {
  return request(pathOf(id), { method: "PUT", body: team });
}

/** Whether somebody saved between loading and saving. */
export function isTeamOvertaken(error: Error | null): boolean {
  return error instanceof ApiError && error.code === "team_overtaken";
}

export function deleteTeam(id: string): Promise<void> {
  return request(pathOf(id), { method: "DELETE" });
}

export function addTeamMember(id: string, userId: string): Promise<void> {
  return request(`${pathOf(id)}/members`, { method: "POST", body: { userId } });
}

export function removeTeamMember(id: string, userId: string): Promise<void> {
  return request(`${pathOf(id)}/members/${encodeURIComponent(userId)}`, { method: "DELETE" });
}

export function addTeamGroup(id: string, groupId: string): Promise<void> {
  return request(`${pathOf(id)}/groups`, { method: "POST", body: { groupId } });
}

export function removeTeamGroup(id: string, groupId: string): Promise<void> {
  return request(`${pathOf(id)}/groups`, { method: "DELETE", query: { groupId } });
}

function pathOf(id: string): string {
  return `/api/teams/${encodeURIComponent(id)}`;
}
