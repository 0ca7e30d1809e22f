import { queryOptions } from "@tanstack/react-query";
import type { Like } from "./like.ts";
import { request } from "./request.ts";
import { isReadOnly } from "./ui-settings.ts";

/** A folder among those that lie beside it. */
export interface FolderName {
  readonly uid: string;
  readonly title: string;
}

const NAME_LIKE: Like<FolderName> = { uid: "", title: "" };

export interface Folder extends FolderName {
  readonly parentUid: string;
  /** The folders above it, the outermost first. */
  readonly parents: readonly FolderName[];
  readonly version: number;
  readonly canEdit: boolean;
  readonly canDelete: boolean;
  readonly canAdmin: boolean;
  /** Another program that keeps it and wants no changes here. */
  readonly managedBy?: string;
}

/** @param parent - empty for the root */
export function childFoldersQuery(parent: string) {
  return queryOptions({
    queryKey: ["folders", "in", parent],
    queryFn: ({ signal }) =>
      request<readonly FolderName[]>("/api/folders", {
        query: { parentUid: parent, limit: 500 },
        signal,
        like: [NAME_LIKE],
      }),
  });
}

/** A folder and the one above it; nothing for the root. */
export interface PlacedFolder extends FolderName {
  readonly folderUid?: string;
  readonly folderTitle?: string;
}

/** Folders that one answer may hold. */
const PAGE = 500;

/** Every folder, wherever it lies. */
export const allFoldersQuery = queryOptions({
  queryKey: ["folders", "all"],
  queryFn: async ({ signal }) => {
    const all: PlacedFolder[] = [];
    for (let page = 1; all.length === (page - 1) * PAGE; page++) {
      const query = { type: "dash-folder", limit: PAGE, page };
      all.push(...(await request<readonly PlacedFolder[]>("/api/search", { query, signal, like: [NAME_LIKE] })));
    }
    return all;
  },
});

export function folderQuery(uid: string) {
  return queryOptions({
    queryKey: ["folders", "one", uid],
    queryFn: async ({ signal, client }) => {
      const [folder, readOnly] = await Promise.all([
        request<Folder>(pathOf(uid), { signal, like: { title: "", parents: [NAME_LIKE] } }),
        isReadOnly(client),
      ]);
      return readOnly ? { ...folder, canEdit: false, canDelete: false, canAdmin: false } : folder;
    },
  });
}

export function makeFolder(title: string, parentUid: string): Promise<FolderName> {
  return request("/api/folders", { method: "POST", body: { title, parentUid }, like: { uid: "" } });
}

export function renameFolder({ uid, version }: Folder, title: string): Promise<FolderName> {
  return request(pathOf(uid), { method: "PUT", body: { title, version }, like: { uid: "" } });
}

/** With everything that lies in it. */
export function deleteFolder(uid: string): Promise<void> {
  return request(pathOf(uid), { method: "DELETE" });
}

function pathOf(uid: string): string {
  return `/api/folders/${encodeURIComponent(uid)}`;
}
