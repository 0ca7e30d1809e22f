import { Copy, Download, FolderInput, History, Pencil, ShieldCheck, Trash2 } from "lucide-react";
import { useNavigate } from "react-router";
import type { DashboardSummary } from "../api/dashboards.ts";
import { RowMenu } from "../control/row-menu.tsx";
import { messages } from "../messages/en.ts";
import type { DashboardAct } from "./dashboard-acts.tsx";
import { folderTexts } from "./folder-messages.ts";

interface DashboardRowMenuProps {
  readonly dashboard: DashboardSummary;
  readonly isEditor: boolean;
  /** Whoever looks may say who may do what with it. */
  readonly isAdmin: boolean;
  readonly onAct: (act: DashboardAct) => void;
}

/** What can be done with a dashboard of a list. */
export function DashboardRowMenu({ dashboard, isEditor, isAdmin, onAct }: DashboardRowMenuProps) {
  const { row: texts } = messages.dashboards;
  const navigate = useNavigate();
  const act = (kind: DashboardAct["kind"]) => () => onAct({ kind, dashboard });
  const changes = [
    { label: texts.rename, icon: Pencil, onAction: act("rename") },
    { label: folderTexts.move, icon: FolderInput, onAction: act("move") },
    { label: texts.duplicate, icon: Copy, onAction: act("duplicate") },
  ];
  const versions = {
    label: folderTexts.versions,
    icon: History,
    onAction: () => void navigate(`/d/${encodeURIComponent(dashboard.uid)}/history`),
  };
  const exporting = { label: texts.export, icon: Download, onAction: act("export") };
  const permissions = { label: folderTexts.permissions, icon: ShieldCheck, onAction: act("permissions") };
  const deleting = { label: texts.delete, icon: Trash2, kind: "danger" as const, onAction: act("delete") };
  return (
    <RowMenu
      label={messages.list.actionsFor(dashboard.title)}
      actions={[
        ...(isEditor ? changes : []),
        versions,
        exporting,
        ...(isAdmin ? [permissions] : []),
        ...(isEditor ? [deleting] : []),
      ]}
    />
  );
}
