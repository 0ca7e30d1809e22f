import { useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import { Navigate, useLocation, useMatch, useNavigate, useParams, useSearchParams } from "react-router";
import { isRefusal } from "../api/api-error.ts";
import { dashboardQuery } from "../api/dashboards.ts";
import { keepViewed } from "../api/viewed.ts";
import { countView } from "../api/views.ts";
import { NotFound } from "../frame/not-found.tsx";
import { Page } from "../frame/page.tsx";
import { PageFault } from "../frame/page-fault.tsx";
import { useCurrentUser } from "../session/current-user.tsx";
import { dashboardMessages } from "./messages.ts";
import { DashboardScreen } from "./view/dashboard-screen.tsx";
import { DashboardSkeleton } from "./view/dashboard-skeleton.tsx";
import { addressOf, editingPlace } from "./view/slug.ts";

const TRAIL = [{ label: dashboardMessages.page.dashboards, to: "/dashboards" }];

/** `/d/:uid/:slug`: a dashboard to look at; `/d/:uid/edit`: the same with handles. */
export function DashboardPage() {
  const uid = useParams()["uid"] ?? "";
  const { data, error, refetch } = useQuery({ ...dashboardQuery(uid), staleTime: Number.POSITIVE_INFINITY });
  const [query] = useSearchParams();
  const place = editingPlace(uid, query);
  const { isReadOnly } = useCurrentUser();
  const isEdited = useMatch("/d/:uid/edit") !== null;
  const isFound = data !== undefined;
  useEffect(() => {
    if (!isFound) return;
    keepViewed(uid);
    // Nobody waits for the count, and nobody misses one.
    if (!isReadOnly) void countView(uid).catch(() => undefined);
  }, [isFound, isReadOnly, uid]);
  useSlug(uid, place === undefined && !isEdited ? data?.spec.title : undefined);

  if (place !== undefined) return <Navigate to={place} replace />;
  if (data !== undefined) return <DashboardScreen key={uid} uid={uid} stored={data} isEdited={isEdited} />;
  if (isRefusal(error) && error.status === 404) {
    return (
      <Page title={`${uid}: ${dashboardMessages.page.notFound}`} trail={TRAIL}>
        <NotFound text={dashboardMessages.page.notFoundText(uid)} wanted={uid} />
      </Page>
    );
  }
  return (
    <Page title={uid} trail={TRAIL} width="full">
      {error === null ? (
        <DashboardSkeleton />
      ) : (
        <PageFault error={error} onRetry={() => void refetch()} permission="dashboards:read" wanted={uid} />
      )}
    </Page>
  );
}

/** Writes the title into the address, so that people who see only the link know what it is. No reload, no new entry. */
function useSlug(uid: string, title: string | undefined): void {
  const { pathname } = useLocation();
  const navigate = useNavigate();
  const wanted = title === undefined ? undefined : addressOf(uid, title);
  useEffect(() => {
    // As the address is now: it may say more than what is drawn yet.
    const { search, hash } = window.location;
    if (wanted !== undefined && pathname !== wanted)
      void navigate({ pathname: wanted, search, hash }, { replace: true });
  }, [wanted, pathname, navigate]);
}
