import { Link } from "react-router";
import { MarkedText } from "../control/marked-text.tsx";
import { SelectCard } from "../control/selection.tsx";
import { Status } from "../control/status.tsx";
import { Tag } from "../control/tag.tsx";
import { messages } from "../messages/en.ts";
import { Changed } from "./changed.tsx";
import { DashboardRowMenu } from "./dashboard-row-menu.tsx";
import type { DashboardRowsProps } from "./dashboard-table.tsx";
import { DashboardThumbnail } from "./dashboard-thumbnail.tsx";
import { FolderLink } from "./folder-link.tsx";
import { folderTexts } from "./folder-messages.ts";
import { FoundPanels } from "./found-panels.tsx";
import { StarButton } from "./star-button.tsx";
import { useDrafted } from "./use-drafted.ts";
import "./dashboard-cards.css";

/** The same as the table, for eyes that know a dashboard by its looks. */
export function DashboardCards({ rows, query, isStale, isEditor, selection, ...acts }: DashboardRowsProps) {
  const drafted = useDrafted(isEditor);
  return (
    <ul
      className="v-cards"
      aria-label={messages.dashboards.title}
      aria-busy={isStale}
      data-stale={isStale || undefined}
    >
      {rows.map((row) => (
        <li
          key={row.uid}
          className="v-dashboard-card"
          data-row
          data-selected={selection.selected.has(row.uid) || undefined}
        >
          <DashboardThumbnail uid={row.uid} size="card" />
          <div className="v-dashboard-card-head">
            <SelectCard label={folderTexts.select(row.title)} row={row} selection={selection} />
            <Link to={`/d/${encodeURIComponent(row.uid)}`}>
              <MarkedText text={row.title} query={query} />
            </Link>
            {drafted.has(row.uid) && <Status kind="info">{folderTexts.draft}</Status>}
            <span className="v-row-actions">
              <StarButton uid={row.uid} title={row.title} />
              <DashboardRowMenu dashboard={row} isEditor={isEditor} {...acts} />
            </span>
          </div>
          <FoundPanels dashboard={row} query={query} />
          <div className="v-dashboard-card-foot">
            <Changed dashboard={row} />
            {acts.showsFolder && <FolderLink dashboard={row} query={query} />}
            <div className="v-tags">
              {row.tags.map((tag) => (
                <Tag key={tag} name={tag} query={query} />
              ))}
            </div>
          </div>
        </li>
      ))}
    </ul>
  );
}
