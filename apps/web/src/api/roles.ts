import { queryOptions } from "@tanstack/react-query";
import { ownWords } from "../messages/server-words.ts";
import { ApiError } from "./api-error.ts";
import { every, type Like } from "./like.ts";
import { request } from "./request.ts";

export interface CustomRole {
  readonly uid: string;
  readonly name: string;
  readonly description: string;
  readonly version: number;
  readonly permissions: readonly RolePermission[];
}

export interface RolePermission {
  readonly action: string;
  readonly scope: string;
}

/** What somebody may, by action: the scopes. */
export const PERMISSIONS_LIKE = every([""]);

const ROLES_LIKE: Like<readonly CustomRole[]> = [
  { uid: "", name: "", description: "", version: 0, permissions: [{ action: "", scope: "" }] },
];

/** Who can have custom roles, as addresses name them. */
export type RoleHolder = "users" | "teams";

export const rolesQuery = queryOptions({
  queryKey: ["roles"],
  queryFn: ({ signal }) => request<readonly CustomRole[]>("/api/access-control/roles", { signal, like: ROLES_LIKE }),
});

/** What each permission lets do, in the language of the page. */
export const actionsQuery = queryOptions({
  queryKey: ["roles", "actions"],
  queryFn: async ({ signal }) => {
    const known = await request<readonly { readonly action: string; readonly doc: string }[]>(
      "/api/access-control/actions",
      { signal, like: [{ action: "", doc: "" }] },
    );
    const words = known.map(async ({ action, doc }) => [action, await ownWords(doc)] as const);
    return Object.fromEntries(await Promise.all(words));
  },
  staleTime: Number.POSITIVE_INFINITY,
});

export function heldRolesQuery(holder: RoleHolder, id: string) {
  return queryOptions({
    queryKey: ["roles", holder, id],
    queryFn: ({ signal }) => request<readonly CustomRole[]>(holderPath(holder, id), { signal, like: ROLES_LIKE }),
  });
}

export interface RoleDraft {
  readonly name: string;
  readonly description: string;
  readonly permissions: readonly RolePermission[];
}

export function makeRole(draft: RoleDraft): Promise<CustomRole> {
  return request("/api/access-control/roles", { method: "POST", body: draft, like: { uid: "" } });
}

/** Saves over the version that was seen. @throws ApiError `role_overtaken` when somebody saved in between */
export function saveRole(uid: string, version: number, draft: RoleDraft): Promise<CustomRole> {
  return request(rolePath(uid), { method: "PUT", body: { ...draft, version }, like: { uid: "" } });
}

/** Whether somebody saved between loading and saving. */
export function isRoleOvertaken(error: Error | null): boolean {
  return error instanceof ApiError && error.code === "role_overtaken";
}

export function deleteRole(uid: string): Promise<void> {
  return request(rolePath(uid), { method: "DELETE" });
}

export function giveRole(holder: RoleHolder, id: string, roleUid: string): Promise<void> {
  return request(holderPath(holder, id), { method: "POST", body: { roleUid } });
}

export function takeRole(holder: RoleHolder, id: string, roleUid: string): Promise<void> {
  return request(`${holderPath(holder, id)}/${encodeURIComponent(roleUid)}`, { method: "DELETE" });
}

function rolePath(uid: string): string {
  return `/api/access-control/roles/${encodeURIComponent(uid)}`;
}

function holderPath(holder: RoleHolder, id: string): string {
  return `/api/access-control/${holder}/${encodeURIComponent(id)}/roles`;
}
