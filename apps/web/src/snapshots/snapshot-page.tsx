import { useQuery } from "@tanstack/react-query";
import { useParams } from "react-router";
import { isUnknown } from "../api/api-error.ts";
import { snapshotQuery } from "../api/snapshots.ts";
import { DashboardSkeleton } from "../dashboard/view/dashboard-skeleton.tsx";
import { NotFound } from "../frame/not-found.tsx";
import { Page } from "../frame/page.tsx";
import { PageFault } from "../frame/page-fault.tsx";
import { snapshotTexts as texts } from "./messages.ts";
import { SnapshotView } from "./snapshot-view.tsx";

const TRAIL = [{ label: texts.title, to: "/dashboards/snapshots" }];

/** `/snapshots/:key`: a dashboard as it was, for people who are signed in. */
export function SnapshotPage() {
  const key = useParams()["key"] ?? "";
  const { data, error, isPending, refetch } = useQuery(snapshotQuery(key, { isPublic: false }));
  const title = data === undefined ? texts.snapshot : data.meta.name || texts.untitled;
  return (
    <Page title={title} trail={TRAIL} width="full">
      {isUnknown(error) && <NotFound text={`${texts.gone}. ${texts.goneText}`} wanted={key} />}
      {error !== null && !isUnknown(error) && (
        <PageFault error={error} onRetry={() => void refetch()} permission="snapshots:read" wanted={key} />
      )}
      {isPending && <DashboardSkeleton />}
      {data !== undefined && <SnapshotView snapshot={data} />}
    </Page>
  );
}
