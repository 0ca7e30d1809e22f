import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { request } from "./request.ts";

/** What somebody may be given something on. */
export interface GrantedObject {
  readonly resource: "folders" | "dashboards";
  readonly uid: string;
  readonly title: string;
}

export type GrantLevel = "View" | "Edit" | "Admin";

/** What somebody may do with a dashboard, or in a folder. */
export interface Grant {
  readonly id: number;
  readonly permission: GrantLevel;
  /** Comes from a folder above. */
  readonly isInherited: boolean;
  readonly builtInRole?: string;
  readonly userId?: string | number;
  readonly userLogin?: string;
  readonly teamId?: number;
  readonly team?: string;
}

/** Whom a grant is for: `users/<id>`, `teams/<id>` or `builtInRoles/<role>`. */
export type GrantSubject = `${"users" | "teams" | "builtInRoles"}/${string}`;

/** Whom there is to give to. */
export interface GrantSubjects {
  readonly users: readonly { readonly uid: string; readonly login: string; readonly name: string }[];
  readonly teams: readonly { readonly id: number; readonly name: string }[];
}

const PATH = "/api/access-control";

export function grantsQuery(object: GrantedObject) {
  return queryOptions({
    queryKey: ["grants", object.resource, object.uid],
    queryFn: ({ signal }) =>
      request<readonly Grant[]>(pathOf(object), { signal, like: [{ id: 0, permission: "View" }] }),
  });
}

/** So many people, and teams, are offered: whom they do not have among them is searched for. */
const MOST_SUBJECTS = 20;

export function grantSubjectsQuery(query: string) {
  return queryOptions({
    queryKey: ["grants", "subjects", query],
    queryFn: ({ signal }) =>
      request<GrantSubjects>(`${PATH}/subjects`, {
        query: { query, limit: MOST_SUBJECTS },
        signal,
        like: { users: [{ uid: "", login: "", name: "" }], teams: [{ id: 0, name: "" }] },
      }),
    placeholderData: keepPreviousData,
  });
}

/** @param level - empty takes away what was given */
export function give(object: GrantedObject, subject: GrantSubject, level: GrantLevel | ""): Promise<void> {
  return request(`${pathOf(object)}/${subject}`, { method: "POST", body: { permission: level } });
}

function pathOf({ resource, uid }: GrantedObject): string {
  return `${PATH}/${resource}/${encodeURIComponent(uid)}`;
}
