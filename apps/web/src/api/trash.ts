import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import type { Like } from "./like.ts";
import { request, requestAnswer } from "./request.ts";

/** A dashboard that was deleted. */
export interface RemovedDashboard {
  readonly uid: string;
  readonly title: string;
  /** The folder that it lay in, if that is still there. */
  readonly folderTitle?: string;
  readonly deleted: string;
  readonly deletedBy: string;
  readonly canRestore: boolean;
}

/**
 * Dashboards that were deleted and whose name is free, the last deleted first.
 *
 * @param wish - `query`: part of the title; `page` from 1
 */
const REMOVED_LIKE: Like<readonly RemovedDashboard[]> = [{ uid: "", title: "", deleted: "", deletedBy: "" }];

export function trashQuery(wish: { readonly query: string; readonly page: number; readonly limit: number }) {
  return queryOptions({
    queryKey: ["dashboards", "trash", wish],
    queryFn: async ({ signal }) => {
      const { body, headers } = await requestAnswer("/api/dashboards/trash", {
        query: wish,
        signal,
        like: REMOVED_LIKE,
      });
      const rows = body as readonly RemovedDashboard[]; // the answer's schema is the server's
      return { rows, total: Number(headers.get("x-total-count") ?? rows.length) };
    },
    placeholderData: keepPreviousData,
  });
}

/** Makes a deleted dashboard again, where it lay if that folder is still there. */
export function restoreDashboard({ uid }: Pick<RemovedDashboard, "uid">): Promise<unknown> {
  return request(`/api/dashboards/uid/${encodeURIComponent(uid)}/trash`, {
    method: "PATCH",
    body: {},
    like: { uid: "" },
  });
}
