import type { DashboardSummary } from "../api/dashboards.ts";
import { Age } from "../control/age.tsx";
import { folderTexts } from "./folder-messages.ts";

/** When a dashboard was changed, and, where there is room, by whom. */
export function Changed({ dashboard: { updatedAt, updatedBy = "" } }: { readonly dashboard: DashboardSummary }) {
  if (updatedAt === undefined) return null;
  return (
    <span className="v-changed">
      <Age at={updatedAt} />
      {updatedBy !== "" && (
        <span className="v-changed-by" title={updatedBy}>
          {folderTexts.changedBy(updatedBy)}
        </span>
      )}
    </span>
  );
}
