import { StillWorking } from "../../control/still-working.tsx";
import { dashboardMessages } from "../messages.ts";
import "./grid.css";
import "../panel/panel.css";

/** Panels that stand for those to come; nothing for the first 150 ms, and after 8 s a word, and the way to give up. */
export function DashboardSkeleton() {
  return (
    <div className="v-grid v-late" role="status" aria-label={dashboardMessages.panel.loading}>
      {[1, 2, 3, 4].map((column) => (
        <div key={column} className="v-panel" style={{ gridColumn: "span 6", gridRow: "span 4" }} />
      ))}
      <div className="v-panel" style={{ gridColumn: "span 12", gridRow: "span 8" }} />
      <div className="v-panel" style={{ gridColumn: "span 12", gridRow: "span 8" }} />
      <StillWorking />
    </div>
  );
}
