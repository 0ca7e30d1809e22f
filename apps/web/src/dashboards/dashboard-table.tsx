import { useQuery } from "@tanstack/react-query";
import { Link } from "react-router";
import type { DashboardSort, DashboardSummary } from "../api/dashboards.ts";
import { viewsQuery } from "../api/views.ts";
import { MarkedText } from "../control/marked-text.tsx";
import { MissingPart } from "../control/missing-part.tsx";
import { type Selection, SelectRow, SelectRows } from "../control/selection.tsx";
import { Status } from "../control/status.tsx";
import { ActionsHead, SortHead, Table, WideHead } from "../control/table.tsx";
import { SecondLine, TableRow } from "../control/table-row.tsx";
import { messages } from "../messages/en.ts";
import { Changed } from "./changed.tsx";
import type { DashboardAct } from "./dashboard-acts.tsx";
import { DashboardRowMenu } from "./dashboard-row-menu.tsx";
import { DashboardThumbnail } from "./dashboard-thumbnail.tsx";
import { FolderLink } from "./folder-link.tsx";
import { folderTexts } from "./folder-messages.ts";
import { FoundPanels } from "./found-panels.tsx";
import { StarButton } from "./star-button.tsx";
import { TagLine } from "./tag-line.tsx";
import { useDrafted } from "./use-drafted.ts";

export interface DashboardRowsProps {
  readonly rows: readonly DashboardSummary[];
  /** What was searched. */
  readonly query: string;
  readonly isStale: boolean;
  readonly isEditor: boolean;
  /** Whoever looks may say who may do what with them. */
  readonly isAdmin: boolean;
  readonly onAct: (act: DashboardAct) => void;
  readonly selection: Selection<DashboardSummary>;
  /** Rows may lie in different folders. */
  readonly showsFolder: boolean;
}

export function DashboardTable({ sort, ...props }: DashboardRowsProps & { readonly sort: DashboardSort }) {
  const { rows, isStale, isEditor, selection, showsFolder } = props;
  const drafted = useDrafted(isEditor);
  const viewing = useQuery(viewsQuery(rows.map(({ uid }) => uid)));
  const { data: views } = viewing;
  const head = (
    <>
      <SelectRows label={folderTexts.selectAll} rows={rows} selection={selection} />
      <SortHead
        label={messages.dashboards.columns.title}
        direction={directionOf(sort, "alpha")}
        changes={{ sort: sort === "alpha-asc" ? "alpha-desc" : "" }}
      />
      {showsFolder && <WideHead>{folderTexts.folder}</WideHead>}
      <WideHead>{messages.dashboards.columns.tags}</WideHead>
      <SortHead
        label={messages.dashboards.columns.changed}
        direction={directionOf(sort, "updated")}
        isWide
        changes={{ sort: sort === "updated-desc" ? "updated-asc" : "updated-desc" }}
      />
      <SortHead
        isWide
        isNumber
        label={folderTexts.views}
        title={folderTexts.viewsTitle}
        direction={directionOf(sort, "views")}
        changes={{ sort: sort === "views-desc" ? "views-asc" : "views-desc" }}
      />
      <ActionsHead />
    </>
  );
  return (
    <>
      <MissingPart name={folderTexts.views} query={viewing} />
      <Table hasSheets label={messages.dashboards.title} head={head} isStale={isStale}>
        {rows.map((row) => (
          <DashboardRow
            key={row.uid}
            {...props}
            row={row}
            isDrafted={drafted.has(row.uid)}
            views={views && (views[row.uid] ?? 0)}
          />
        ))}
      </Table>
    </>
  );
}

interface DashboardRowProps extends Omit<DashboardRowsProps, "rows" | "isStale"> {
  readonly row: DashboardSummary;
  /** Whoever looks has changed it and not saved. */
  readonly isDrafted: boolean;
  /** Of the last 30 days; nothing while that is not known. */
  readonly views: number | undefined;
}

function DashboardRow(props: DashboardRowProps) {
  const { row, query, isEditor, isAdmin, isDrafted, views, onAct, selection, showsFolder } = props;
  return (
    <TableRow isSelected={selection.selected.has(row.uid)} name={row.title}>
      <SelectRow label={folderTexts.select(row.title)} row={row} selection={selection} />
      <th scope="row">
        <span className="v-dashboard-name">
          <DashboardThumbnail uid={row.uid} />
          <Link to={`/d/${encodeURIComponent(row.uid)}`} title={row.title}>
            <MarkedText text={row.title} query={query} />
          </Link>
          <FoundPanels dashboard={row} query={query} />
          {isDrafted && <Status kind="info">{folderTexts.draft}</Status>}
        </span>
        <SecondLine>
          <Changed dashboard={row} />
          {showsFolder && row.folderTitle !== undefined && (
            <>
              {" · "}
              <FolderLink dashboard={row} query={query} />
            </>
          )}
        </SecondLine>
      </th>
      {showsFolder && (
        <td className="v-cell-wide v-cell-quiet">
          <FolderLink dashboard={row} query={query} />
        </td>
      )}
      <td className="v-cell-wide">
        <TagLine tags={row.tags} query={query} />
      </td>
      <td className="v-cell-wide v-cell-quiet">
        <Changed dashboard={row} />
      </td>
      <td className="v-cell-wide v-cell-end v-cell-quiet">{views?.toLocaleString()}</td>
      <td className="v-cell-action">
        <span className="v-row-actions">
          <StarButton uid={row.uid} title={row.title} />
          <DashboardRowMenu dashboard={row} isEditor={isEditor} isAdmin={isAdmin} onAct={onAct} />
        </span>
      </td>
    </TableRow>
  );
}

function directionOf(sort: DashboardSort, column: string): "ascending" | "descending" | undefined {
  if (!sort.startsWith(column)) return undefined;
  return sort.endsWith("asc") ? "ascending" : "descending";
}
