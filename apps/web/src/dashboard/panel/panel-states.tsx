import { dashboardMessages } from "../messages.ts";
import { useWaitIn } from "./panel-wait.ts";

interface NoDataProps {
  readonly text?: string | undefined;
}

export function NoData({ text = dashboardMessages.panel.noData }: NoDataProps) {
  return <p className="v-panel-empty">{text}</p>;
}

interface PanelSkeletonProps {
  readonly kind: string;
}

/** The shape of what is to come; nothing for the first 150 ms. */
export function PanelSkeleton({ kind }: PanelSkeletonProps) {
  return (
    <div
      className="v-panel-skeleton v-late"
      data-kind={kind}
      role="status"
      aria-label={dashboardMessages.panel.loading}
    >
      <span className="v-skeleton" />
    </div>
  );
}

/** The same for a panel whose code is not there yet. */
export function BodySkeleton({ panel }: { readonly panel: { readonly type: string } }) {
  useWaitIn(true);
  return <PanelSkeleton kind={panel.type} />;
}
