import { useQuery } from "@tanstack/react-query";
import { Copy, Download, FolderInput, History, Pencil, ShieldCheck, Trash2 } from "lucide-react";
import { Link, useNavigate } from "react-router";
import type { DashboardSort, DashboardSummary } from "../api/dashboards.ts";
import { draftedQuery } from "../api/drafts.ts";
import { Age } from "../control/age.tsx";
import { RowMenu } from "../control/row-menu.tsx";
import { type Selection, SelectRow, SelectRows } from "../control/selection.tsx";
import { Status } from "../control/status.tsx";
import { SortHead, Table } from "../control/table.tsx";
import { Tag } from "../control/tag.tsx";
import { useListAddress } from "../frame/list-address.ts";
import { messages } from "../messages/en.ts";
import type { DashboardAct } from "./dashboard-acts.tsx";
import { DashboardThumbnail } from "./dashboard-thumbnail.tsx";
import { folderTexts } from "./folder-messages.ts";
import { StarButton } from "./star-button.tsx";

interface DashboardTableProps {
  readonly rows: readonly DashboardSummary[];
  readonly sort: DashboardSort;
  readonly isStale: boolean;
  readonly isEditor: boolean;
  /** Whoever looks may say who may do what with them. */
  readonly isAdmin: boolean;
  readonly onAct: (act: DashboardAct) => void;
  readonly selection: Selection<DashboardSummary>;
}

export function DashboardTable(props: DashboardTableProps) {
  const { rows, sort, isStale, isEditor, isAdmin, onAct, selection } = props;
  const { href } = useListAddress();
  const drafted = useQuery({ ...draftedQuery, enabled: isEditor });
  const head = (
    <>
      <SelectRows label={folderTexts.selectAll} rows={rows} selection={selection} />
      <SortHead
        label={messages.dashboards.columns.title}
        direction={directionOf(sort, "alpha")}
        to={href({ sort: sort === "alpha-asc" ? "alpha-desc" : "" })}
      />
      <th scope="col" className="v-cell-wide">
        {messages.dashboards.columns.tags}
      </th>
      <SortHead
        label={messages.dashboards.columns.changed}
        direction={directionOf(sort, "updated")}
        to={href({ sort: sort === "updated-desc" ? "updated-asc" : "updated-desc" })}
      />
      <th scope="col">
        <span className="v-hidden">{messages.list.actions}</span>
      </th>
    </>
  );
  return (
    <Table label={messages.dashboards.title} head={head} isStale={isStale}>
      {rows.map((row) => (
        <DashboardRow
          key={row.uid}
          row={row}
          isEditor={isEditor}
          isAdmin={isAdmin}
          isDrafted={drafted.data?.includes(row.uid) === true}
          onAct={onAct}
          selection={selection}
        />
      ))}
    </Table>
  );
}

interface DashboardRowProps {
  readonly row: DashboardSummary;
  readonly isEditor: boolean;
  readonly isAdmin: boolean;
  /** Whoever looks has changed it and not saved. */
  readonly isDrafted: boolean;
  readonly onAct: (act: DashboardAct) => void;
  readonly selection: Selection<DashboardSummary>;
}

function DashboardRow(props: DashboardRowProps) {
  const { row, isEditor, isAdmin, isDrafted, onAct, selection } = props;
  const { href } = useListAddress();
  const { row: texts } = messages.dashboards;
  const navigate = useNavigate();
  const changes = [
    { label: texts.rename, icon: Pencil, onAction: () => onAct({ kind: "rename", dashboard: row }) },
    { label: folderTexts.move, icon: FolderInput, onAction: () => onAct({ kind: "move", dashboard: row }) },
    { label: texts.duplicate, icon: Copy, onAction: () => onAct({ kind: "duplicate", dashboard: row }) },
  ];
  const exporting = { label: texts.export, icon: Download, onAction: () => onAct({ kind: "export", dashboard: row }) };
  const versions = {
    label: folderTexts.versions,
    icon: History,
    onAction: () => void navigate(`/dashboards/versions/${encodeURIComponent(row.uid)}`),
  };
  const permissions = {
    label: folderTexts.permissions,
    icon: ShieldCheck,
    onAction: () => onAct({ kind: "permissions", dashboard: row }),
  };
  const deleting = {
    label: texts.delete,
    icon: Trash2,
    kind: "danger" as const,
    onAction: () => onAct({ kind: "delete", dashboard: row }),
  };
  return (
    <tr data-selected={selection.selected.has(row.uid) || undefined}>
      <SelectRow label={folderTexts.select(row.title)} row={row} selection={selection} />
      <th scope="row">
        <span className="v-dashboard-name">
          <DashboardThumbnail uid={row.uid} />
          <Link to={`/d/${encodeURIComponent(row.uid)}`}>{row.title}</Link>
          {isDrafted && <Status kind="info">{folderTexts.draft}</Status>}
        </span>
      </th>
      <td className="v-cell-wide">
        <div className="v-tags">
          {row.tags.map((tag) => (
            <Tag key={tag} name={tag} to={href({ tag })} />
          ))}
        </div>
      </td>
      <td className="v-cell-quiet">{row.updatedAt !== undefined && <Age at={row.updatedAt} />}</td>
      <td className="v-cell-action">
        <span className="v-row-actions">
          <StarButton uid={row.uid} title={row.title} />
          <RowMenu
            label={messages.list.actionsFor(row.title)}
            actions={[
              ...(isEditor ? changes : []),
              versions,
              exporting,
              ...(isAdmin ? [permissions] : []),
              ...(isEditor ? [deleting] : []),
            ]}
          />
        </span>
      </td>
    </tr>
  );
}

function directionOf(sort: DashboardSort, column: string): "ascending" | "descending" | undefined {
  if (!sort.startsWith(column)) return undefined;
  return sort.endsWith("asc") ? "ascending" : "descending";
}
