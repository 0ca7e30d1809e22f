import { queryOptions } from "@tanstack/react-query";
import { request } from "./request.ts";

/** The dashboards that this person has marked. */
export const starsQuery = queryOptions({
  queryKey: ["stars"],
  queryFn: ({ signal }) => request<readonly string[]>("/api/user/stars", { signal, like: [""] }),
});

export function setStar(uid: string, isStarred: boolean): Promise<void> {
  const method = isStarred ? "POST" : "DELETE";
  return request(`/api/user/stars/dashboard/uid/${encodeURIComponent(uid)}`, {
    method,
    ...(isStarred ? { body: {} } : {}),
  });
}
