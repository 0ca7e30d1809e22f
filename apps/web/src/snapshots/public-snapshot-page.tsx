import { useQuery } from "@tanstack/react-query";
import { CameraOff } from "lucide-react";
import { useParams } from "react-router";
import { isUnknown } from "../api/api-error.ts";
import { snapshotQuery } from "../api/snapshots.ts";
import { EmptyState } from "../control/empty-state.tsx";
import { ErrorState } from "../control/error-state.tsx";
import { DashboardSkeleton } from "../dashboard/view/dashboard-skeleton.tsx";
import { Mark } from "../frame/mark.tsx";
import { messages } from "../messages/en.ts";
import { snapshotTexts as texts } from "./messages.ts";
import { SnapshotView } from "./snapshot-view.tsx";

/** `/public/snapshots/:key`: a dashboard as it was, for whoever has the address. */
export function PublicSnapshotPage() {
  const key = useParams()["key"] ?? "";
  const { data, error, isPending, refetch } = useQuery(snapshotQuery(key, { isPublic: true }));
  const title = data === undefined ? texts.snapshot : data.meta.name || texts.untitled;
  return (
    <div className="v-public-snapshot">
      <title>{`${title} · ${messages.product}`}</title>
      <header>
        <Mark />
        <h1>{title}</h1>
      </header>
      <main>
        {isUnknown(error) && <EmptyState icon={CameraOff} title={texts.gone} text={texts.goneText} />}
        {error !== null && !isUnknown(error) && <ErrorState error={error} onRetry={() => void refetch()} />}
        {isPending && <DashboardSkeleton />}
        {data !== undefined && <SnapshotView snapshot={data} />}
      </main>
    </div>
  );
}
