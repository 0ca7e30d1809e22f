import { Link } from "react-router";
import type { DashboardSummary } from "../api/dashboards.ts";

/** The folder that a dashboard lies in; nothing where that is none, or none that the reader may see. */
export function FolderLink({ dashboard: { folderUid, folderTitle } }: { readonly dashboard: DashboardSummary }) {
  if (folderUid === undefined || folderTitle === undefined) return null;
  return <Link to={`/dashboards/f/${encodeURIComponent(folderUid)}`}>{folderTitle}</Link>;
}
