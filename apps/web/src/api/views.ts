import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { request } from "./request.ts";

/** How often people opened dashboards in the last 30 days, by name; nothing stands for never. */
export function viewsQuery(uids: readonly string[]) {
  const only = new URLSearchParams(uids.map((uid) => ["dashboardUIDs", uid]));
  return queryOptions({
    queryKey: ["views", uids],
    queryFn: ({ signal }) => request<Readonly<Record<string, number>>>("/api/dashboards/views", { only, signal }),
    placeholderData: keepPreviousData,
  });
}

export function countView(uid: string): Promise<void> {
  return request(`/api/dashboards/uid/${encodeURIComponent(uid)}/views`, { method: "POST", body: {} });
}
