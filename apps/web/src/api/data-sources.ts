import { queryOptions } from "@tanstack/react-query";
import { ApiError } from "./api-error.ts";
import { proxyOf } from "./data-source-proxy.ts";
import type { Like } from "./like.ts";
import { request } from "./request.ts";

/** A place that answers Prometheus queries: the built-in store, or a server of one's own. */
export interface DataSource {
  readonly uid: string;
  readonly name: string;
  readonly type: string;
  readonly url: string;
  readonly isDefault: boolean;
  /** Belongs to the server: cannot be changed or deleted. */
  readonly readOnly: boolean;
  readonly jsonData?: {
    /** How often it scrapes, such as `60s`. */
    readonly timeInterval?: string;
  };
  /** Counts the changes; nobody knows it where only what was answered is kept. */
  readonly version?: number;
}

export type DataSourceDraft = Pick<DataSource, "name" | "url" | "isDefault" | "jsonData">;

export const SOURCES_LIKE: Like<readonly DataSource[]> = [{ uid: "", name: "", type: "" }];

export const dataSourcesQuery = queryOptions({
  queryKey: ["data-sources"],
  queryFn: ({ signal }) => request<readonly DataSource[]>("/api/datasources", { signal, like: SOURCES_LIKE }),
});

/** What the server says of one that it keeps now. */
interface SavedDataSource {
  readonly datasource: Pick<DataSource, "uid">;
}

const SAVED_LIKE: Like<SavedDataSource> = { datasource: { uid: "" } };

export function addDataSource(draft: DataSourceDraft): Promise<SavedDataSource> {
  return request("/api/datasources", { method: "POST", body: { ...draft, ...KIND }, like: SAVED_LIKE });
}

/**
 * Saves over the version that was seen.
 *
 * @throws ApiError `data_source_overtaken` when somebody saved in between, or made another one the default
 */
export function changeDataSource(
  { uid, version, isDefault }: DataSource,
  draft: DataSourceDraft,
): Promise<SavedDataSource> {
  const body = { ...draft, ...KIND, version, seen: { isDefault } };
  return request(pathOf(uid), { method: "PUT", body, like: SAVED_LIKE });
}

/** Whether somebody saved between loading and saving. */
export function isDataSourceOvertaken(error: Error | null): boolean {
  return error instanceof ApiError && error.code === "data_source_overtaken";
}

export function deleteDataSource(uid: string): Promise<void> {
  return request(pathOf(uid), { method: "DELETE" });
}

/**
 * Asks a data source for 1 + 1, the way a dashboard asks it.
 *
 * @returns milliseconds until the answer stood
 * @throws ApiError with the server's reason: unreachable, refused address, wrong answer
 */
export async function testDataSource(uid: string): Promise<number> {
  const started = performance.now();
  await request(`${proxyOf(uid)}/api/v1/query`, { query: { query: "1+1" } });
  return Math.round(performance.now() - started);
}

const KIND = { type: "prometheus", access: "proxy" } as const;

function pathOf(uid: string): string {
  return `/api/datasources/uid/${encodeURIComponent(uid)}`;
}
