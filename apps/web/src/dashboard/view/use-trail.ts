import { useQuery } from "@tanstack/react-query";
import { type Dashboard, dashboardSearchQuery, folderOf } from "../../api/dashboards.ts";
import { dashboardMessages } from "../messages.ts";

const DASHBOARDS = { label: dashboardMessages.page.dashboards, to: "/dashboards" };

/** What a dashboard lies in: a folder among them where the reader may know it. */
export function useTrail(uid: string, stored: Dashboard) {
  const isInFolder = folderOf(stored) !== "";
  const { data } = useQuery({ ...dashboardSearchQuery({ dashboardUIDs: [uid], limit: 1 }), enabled: isInFolder });
  const { folderUid, folderTitle } = (isInFolder && data?.rows[0]) || {};
  if (folderUid === undefined || folderTitle === undefined) return [DASHBOARDS];
  return [DASHBOARDS, { label: folderTitle, to: `/dashboards/f/${encodeURIComponent(folderUid)}` }];
}
