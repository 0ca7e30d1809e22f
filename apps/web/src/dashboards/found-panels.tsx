import type { DashboardSummary } from "../api/dashboards.ts";
import { MarkedText } from "../control/marked-text.tsx";
import { folderTexts } from "./folder-messages.ts";

interface FoundPanelsProps {
  readonly dashboard: DashboardSummary;
  /** What was searched. */
  readonly query: string;
}

/** The panels for which a dashboard was found; nothing where that was for another reason. */
export function FoundPanels({ dashboard: { panels = [] }, query }: FoundPanelsProps) {
  if (panels.length === 0) return null;
  return (
    <span className="v-found-panels">
      {folderTexts.panels} <MarkedText text={panels.join(" · ")} query={query} />
    </span>
  );
}
