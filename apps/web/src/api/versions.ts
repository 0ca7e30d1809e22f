import { queryOptions } from "@tanstack/react-query";
import { request } from "./request.ts";

export interface DashboardVersion {
  readonly version: number;
  readonly created: string;
  /** As people know them: mostly an address. */
  readonly createdBy: string;
  readonly message: string;
}

export function versionsQuery(uid: string) {
  return queryOptions({
    queryKey: ["dashboards", "versions", uid],
    queryFn: async ({ signal }) =>
      (
        await request<{ readonly versions: readonly DashboardVersion[] }>(pathOf(uid), {
          signal,
          like: { versions: [{ version: 0, created: "", createdBy: "", message: "" }] },
        })
      ).versions,
  });
}

export function versionQuery(uid: string, version: number) {
  return queryOptions({
    queryKey: ["dashboards", "versions", uid, version],
    queryFn: async ({ signal }) =>
      (await request<{ readonly data: unknown }>(`${pathOf(uid)}/${version}`, { signal })).data,
    staleTime: Number.POSITIVE_INFINITY,
  });
}

export function restoreVersion(uid: string, version: number): Promise<unknown> {
  const path = `/api/dashboards/uid/${encodeURIComponent(uid)}/restore`;
  return request(path, { method: "POST", body: { version }, like: { uid: "" } });
}

function pathOf(uid: string): string {
  return `/api/dashboards/uid/${encodeURIComponent(uid)}/versions`;
}
