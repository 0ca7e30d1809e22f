import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { request } from "./request.ts";
import type { Role } from "./user.ts";

export interface Person {
  readonly uid: string;
  readonly email: string;
  readonly name: string;
  readonly role: Role;
  readonly state: "confirmed" | "unconfirmed" | "invited" | "banned";
  readonly createdAt: string;
  readonly lastSignInAt: string | null;
  /** When the link of the newest invitation stops working. */
  readonly invitedUntil?: string;
}

/** What people can be filtered by. */
export const PERSON_FILTERS = ["confirmed", "unconfirmed", "invited", "banned", "anonymous", "sso"] as const;

export type PersonFilter = (typeof PERSON_FILTERS)[number];

interface PeopleSearch {
  readonly query: string;
  readonly page: number;
  /** Rows of a page. */
  readonly perpage: number;
  /** Only these; everybody unless given. */
  readonly state?: PersonFilter | undefined;
}

export function peopleQuery(search: PeopleSearch) {
  return queryOptions({
    queryKey: ["people", search],
    queryFn: ({ signal }) =>
      request<{ readonly totalCount: number; readonly users: readonly Person[] }>("/api/users", {
        query: { ...search },
        signal,
      }),
    placeholderData: keepPreviousData,
  });
}

export interface Invitation {
  readonly email: string;
  readonly name?: string;
  readonly role: Role;
}

export function invite(invitation: Invitation): Promise<void> {
  return request("/api/org/invites", { method: "POST", body: invitation });
}

export function basicRoleQuery(uid: string) {
  return queryOptions({
    queryKey: ["people", "role", uid],
    queryFn: async ({ signal }) =>
      (await request<{ readonly role: Role }>(`/api/users/${encodeURIComponent(uid)}`, { signal })).role,
  });
}

export function changeBasicRole(uid: string, role: Role): Promise<void> {
  return request(`/api/org/users/${encodeURIComponent(uid)}`, { method: "PATCH", body: { role } });
}
