import { Link } from "react-router";
import type { DashboardSummary } from "../api/dashboards.ts";
import { MarkedText } from "../control/marked-text.tsx";

interface FolderLinkProps {
  readonly dashboard: DashboardSummary;
  /** What was searched. */
  readonly query: string;
}

/** The folder that a dashboard lies in; nothing where that is none, or none that the reader may see. */
export function FolderLink({ dashboard: { folderUid, folderTitle }, query }: FolderLinkProps) {
  if (folderUid === undefined || folderTitle === undefined) return null;
  return (
    <Link to={`/dashboards/f/${encodeURIComponent(folderUid)}`}>
      <MarkedText text={folderTitle} query={query} />
    </Link>
  );
}
