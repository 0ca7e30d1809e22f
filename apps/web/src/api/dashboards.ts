import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { ApiError } from "./api-error.ts";
import { type Like, maybe } from "./like.ts";
import { request, requestAnswer } from "./request.ts";
import { isReadOnly } from "./ui-settings.ts";

const NAMESPACE = "/apis/dashboard.vedette.app/v1/namespaces/default";
const COLLECTION = `${NAMESPACE}/dashboards`;

/** The dashboard document as people write and import it; only the title is certain. */
export interface DashboardSpec {
  readonly title: string;
  readonly tags?: readonly string[];
  readonly [key: string]: unknown;
}

export interface ResourceMetadata {
  readonly name: string;
  readonly resourceVersion: string;
  readonly creationTimestamp: string;
  readonly annotations?: Readonly<Record<string, string>>;
}

export interface Dashboard {
  readonly metadata: ResourceMetadata;
  readonly spec: DashboardSpec;
  /** What the reader may do with it; lists and answers to saves do not say. */
  readonly access?: { readonly canSave: boolean; readonly canDelete?: boolean };
}

/** What every answer with a dashboard has. */
/** What the removal of a resource is answered with. */
export const REMOVED_LIKE = { kind: "Status", status: "Success" };

export const DASHBOARD_LIKE: Like<Dashboard> = { metadata: { name: "" }, spec: {} };

/**
 * Why nobody changes a dashboard on these pages; `undefined` where it can be: whoever reads it may not, or another
 * program keeps it and wants no changes here.
 */
export function readOnlyReason(dashboard: Dashboard): ReadOnlyReason | undefined {
  return dashboard.access?.canSave === false ? "not-allowed" : managedReason(dashboard);
}

/** As {@link readOnlyReason}, of who wants to delete it. */
export function keptReason(dashboard: Dashboard): ReadOnlyReason | undefined {
  return dashboard.access?.canDelete === false ? "not-allowed" : managedReason(dashboard);
}

export type ReadOnlyReason = "not-allowed" | "managed";

function managedReason({ metadata }: Dashboard): "managed" | undefined {
  const { "vedette.app/managedBy": manager = "", "vedette.app/managerAllowsEdits": allows } =
    metadata.annotations ?? {};
  return manager !== "" && allows !== "true" ? "managed" : undefined;
}

/** One row of the list. */
export interface DashboardSummary {
  readonly uid: string;
  readonly title: string;
  /** `dash-folder` for a folder, where those are searched, too. */
  readonly type?: string;
  readonly tags: readonly string[];
  readonly updatedAt?: string;
  /** As people know them: mostly an address. */
  readonly updatedBy?: string;
  readonly folderUid?: string;
  /** Of a folder that the reader may see. */
  readonly folderTitle?: string;
  /** Titles of panels for which it was found. */
  readonly panels?: readonly string[];
}

export const DASHBOARD_SORTS = [
  "alpha-asc",
  "alpha-desc",
  "updated-desc",
  "updated-asc",
  "views-desc",
  "views-asc",
] as const;
export type DashboardSort = (typeof DASHBOARD_SORTS)[number];

export const SUMMARIES_LIKE: Like<readonly DashboardSummary[]> = [
  { uid: "", title: "", tags: [""], panels: maybe([""]) },
];

interface DashboardSearch {
  readonly query?: string;
  /** Words of the query may be in tags, titles of panels and of the folder as well, and nearly the same. */
  readonly everywhere?: true;
  /** Folders among them, before dashboards. */
  readonly withFolders?: true;
  /** Only what lies directly in this folder. */
  readonly folderUIDs?: string | undefined;
  readonly starred?: "true" | undefined;
  /** Only these, by name. */
  readonly dashboardUIDs?: readonly string[];
  readonly tag?: string;
  readonly sort?: DashboardSort;
  readonly page?: number;
  /** Rows of a page. */
  readonly limit: number;
}

export interface DashboardPageOfList {
  readonly rows: readonly DashboardSummary[];
  readonly total: number;
}

export function dashboardSearchQuery(search: DashboardSearch) {
  return queryOptions({
    queryKey: ["dashboards", "search", search],
    queryFn: ({ signal }) => searchDashboards(search, signal),
    placeholderData: keepPreviousData,
  });
}

async function searchDashboards(search: DashboardSearch, signal: AbortSignal): Promise<DashboardPageOfList> {
  const { dashboardUIDs = [], everywhere, withFolders, ...query } = search;
  const path = everywhere === true ? `${NAMESPACE}/search` : "/api/search";
  const only = new URLSearchParams(dashboardUIDs.map((uid) => ["dashboardUIDs", uid]));
  const { body, headers } = await requestAnswer(path, {
    query: { type: withFolders === true ? undefined : "dash-db", ...query },
    only,
    signal,
    like: SUMMARIES_LIKE,
  });
  const rows = body as readonly DashboardSummary[]; // the answer's schema is the server's
  return { rows, total: Number(headers.get("x-total-count") ?? rows.length) };
}

export interface TagCount {
  readonly term: string;
  readonly count: number;
}

export const dashboardTagsQuery = queryOptions({
  queryKey: ["dashboards", "tags"],
  queryFn: ({ signal }) =>
    request<readonly TagCount[]>("/api/dashboards/tags", { signal, like: [{ term: "", count: 0 }] }),
});

export function dashboardQuery(name: string) {
  return queryOptions({
    queryKey: ["dashboards", "one", name],
    queryFn: async ({ signal, client }) => {
      const [dashboard, readOnly] = await Promise.all([loadDashboard(name, signal), isReadOnly(client)]);
      return readOnly ? { ...dashboard, access: { canSave: false, canDelete: false } } : dashboard;
    },
  });
}

export function loadDashboard(name: string, signal?: AbortSignal): Promise<Dashboard> {
  return request<Dashboard>(`${pathOf(name)}/dto`, { signal, like: DASHBOARD_LIKE });
}

export const FOLDER_ANNOTATION = "vedette.app/folder";

/** The folder a dashboard lies in; empty for none. */
export function folderOf({ metadata }: Dashboard): string {
  return metadata.annotations?.[FOLDER_ANNOTATION] ?? "";
}

/** The same dashboard in another folder, not saved yet. @param folder - empty for none */
export function inFolder(dashboard: Dashboard, folder: string): Dashboard {
  const { [FOLDER_ANNOTATION]: _, ...others } = dashboard.metadata.annotations ?? {};
  const annotations = folder === "" ? others : { ...others, [FOLDER_ANNOTATION]: folder };
  return { ...dashboard, metadata: { ...dashboard.metadata, annotations } };
}

/** What a new dashboard is called in its address: exactly so, or beginning so. */
export type NewName = { readonly name: string } | { readonly generateName: string };

/** Where a new dashboard is to lie: a folder, or nowhere in particular. */
export interface NewPlace {
  readonly annotations?: { readonly [FOLDER_ANNOTATION]: string };
}

export function createDashboard(metadata: NewName & NewPlace, spec: DashboardSpec): Promise<Dashboard> {
  return request(COLLECTION, { method: "POST", body: { metadata, spec }, like: DASHBOARD_LIKE });
}

/** As `createDashboard`, from JSON text that is stored letter by letter. */
export function createDashboardFromText(metadata: NewName & NewPlace, specText: string): Promise<Dashboard> {
  const bodyText = `{"metadata":${JSON.stringify(metadata)},"spec":${specText}}`;
  return request(COLLECTION, { method: "POST", bodyText, deadlineMs: 60_000, like: DASHBOARD_LIKE });
}

/**
 * Saves a dashboard over the version that was loaded.
 *
 * @throws ApiError 409 when somebody saved in between; nothing is changed then
 */
export function saveDashboard({ metadata, spec }: Dashboard, message: string): Promise<Dashboard> {
  const { name, resourceVersion } = metadata;
  const annotations = { ...metadata.annotations, "vedette.app/message": message };
  const body = { metadata: { name, resourceVersion, annotations }, spec };
  return request(pathOf(name), { method: "PUT", body, like: DASHBOARD_LIKE });
}

export function deleteDashboard(name: string): Promise<unknown> {
  return request<unknown>(pathOf(name), { method: "DELETE", like: REMOVED_LIKE });
}

export function isConflict(error: unknown): boolean {
  return error instanceof ApiError && error.status === 409;
}

function pathOf(name: string): string {
  return `${COLLECTION}/${encodeURIComponent(name)}`;
}
