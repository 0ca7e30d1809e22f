import { queryOptions } from "@tanstack/react-query";
import { request } from "./request.ts";

/** A folder among those that lie beside it. */
export interface FolderName {
  readonly uid: string;
  readonly title: string;
}

export interface Folder extends FolderName {
  readonly parentUid: string;
  /** The folders above it, the outermost first. */
  readonly parents: readonly FolderName[];
  readonly version: number;
  readonly canEdit: boolean;
  readonly canDelete: boolean;
  readonly canAdmin: boolean;
}

export type FolderLevel = "View" | "Edit" | "Admin";

/** What somebody may do in a folder. */
export interface FolderGrant {
  readonly id: number;
  readonly permission: FolderLevel;
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

/** @param parent - empty for the root */
export function childFoldersQuery(parent: string) {
  return queryOptions({
    queryKey: ["folders", "in", parent],
    queryFn: ({ signal }) =>
      request<readonly FolderName[]>("/api/folders", { query: { parentUid: parent, limit: 500 }, signal }),
  });
}

/** Every folder, wherever it lies; `folderTitle` is the one above it. */
export const allFoldersQuery = queryOptions({
  queryKey: ["folders", "all"],
  queryFn: ({ signal }) =>
    request<readonly (FolderName & { readonly folderTitle?: string })[]>("/api/search", {
      query: { type: "dash-folder", limit: 500 },
      signal,
    }),
});

export function folderQuery(uid: string) {
  return queryOptions({
    queryKey: ["folders", "one", uid],
    queryFn: ({ signal }) => request<Folder>(pathOf(uid), { signal }),
  });
}

export function folderGrantsQuery(uid: string) {
  return queryOptions({
    queryKey: ["folders", "grants", uid],
    queryFn: ({ signal }) => request<readonly FolderGrant[]>(grantsPath(uid), { signal }),
  });
}

export function makeFolder(title: string, parentUid: string): Promise<FolderName> {
  return request("/api/folders", { method: "POST", body: { title, parentUid } });
}

export function renameFolder({ uid, version }: Folder, title: string): Promise<FolderName> {
  return request(pathOf(uid), { method: "PUT", body: { title, version } });
}

/** With everything that lies in it. */
export function deleteFolder(uid: string): Promise<void> {
  return request(pathOf(uid), { method: "DELETE" });
}

/** @param permission - empty takes away what was given */
export function grantFolder(uid: string, subject: GrantSubject, permission: FolderLevel | ""): Promise<void> {
  return request(`${grantsPath(uid)}/${subject}`, { method: "POST", body: { permission } });
}

function pathOf(uid: string): string {
  return `/api/folders/${encodeURIComponent(uid)}`;
}

function grantsPath(uid: string): string {
  return `/api/access-control/folders/${encodeURIComponent(uid)}`;
}
