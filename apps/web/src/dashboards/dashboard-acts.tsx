import { DeleteDashboard } from "./delete-dashboard.tsx";
import { DuplicateDashboard } from "./duplicate-dashboard.tsx";
import { ExportDashboard } from "./export-dashboard.tsx";
import { MoveDashboard } from "./move-dashboard.tsx";
import { ObjectPermissions } from "./object-permissions.tsx";
import { RenameDashboard } from "./rename-dashboard.tsx";

/** What somebody wants to do with a dashboard of a list. */
export interface DashboardAct {
  readonly kind: "rename" | "move" | "duplicate" | "export" | "permissions" | "delete";
  readonly dashboard: { readonly uid: string; readonly title: string };
}

interface DashboardActsProps {
  readonly act: DashboardAct | undefined;
  /** The act is finished or was given up. */
  readonly onDone: () => void;
}

/** The dialog that belongs to an act. */
export function DashboardActs({ act, onDone }: DashboardActsProps) {
  return (
    <>
      {act?.kind === "rename" && <RenameDashboard {...act.dashboard} onClose={onDone} />}
      {act?.kind === "move" && <MoveDashboard {...act.dashboard} onClose={onDone} />}
      {act?.kind === "duplicate" && <DuplicateDashboard {...act.dashboard} onClose={onDone} />}
      {act?.kind === "export" && <ExportDashboard {...act.dashboard} onClose={onDone} />}
      {act?.kind === "permissions" && (
        <ObjectPermissions object={{ resource: "dashboards", ...act.dashboard }} onClose={onDone} />
      )}
      {act?.kind === "delete" && <DeleteDashboard {...act.dashboard} onClose={onDone} />}
    </>
  );
}
