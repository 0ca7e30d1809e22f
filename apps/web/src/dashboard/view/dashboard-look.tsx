import { useQuery } from "@tanstack/react-query";
import { LayoutDashboard, Maximize, Pencil } from "lucide-react";
import { lazy, type ReactNode, Suspense } from "react";
import { useNavigate } from "react-router";
import { type Dashboard, readOnlyReason } from "../../api/dashboards.ts";
import { mayDo } from "../../api/user.ts";
import { LinkButton } from "../../control/button.tsx";
import { EmptyState } from "../../control/empty-state.tsx";
import { IconButton } from "../../control/icon-button.tsx";
import { useIsPhone } from "../../control/use-media.ts";
import { StarButton } from "../../dashboards/star-button.tsx";
import { draftQuery } from "../../editing/draft-query.ts";
import { Page } from "../../frame/page.tsx";
import { useCurrentUser } from "../../session/current-user.tsx";
import { useAnnotating } from "../annotate/use-annotating.tsx";
import { useStoredEvents } from "../data/use-stored-events.ts";
import { dashboardMessages } from "../messages.ts";
import { editing } from "../panel/panel-edit.ts";
import { usePrinting } from "../print/use-printing.tsx";
import { DashboardMenu } from "../toolbar/dashboard-menu.tsx";
import { Pickers } from "../toolbar/pickers.tsx";
import { Toolbar, useIsNarrow } from "../toolbar/toolbar.tsx";
import { DashboardBar } from "./dashboard-bar.tsx";
import { DashboardFaults } from "./dashboard-faults.tsx";
import { DashboardGrid } from "./dashboard-grid.tsx";
import { DashboardProvider } from "./dashboard-provider.tsx";
import { LeaveKiosk } from "./leave-kiosk.tsx";
import type { Address } from "./use-address.ts";
import { useDashboardKeys } from "./use-dashboard-keys.ts";
import { hasValues, type Session } from "./use-session.ts";
import { useTrail } from "./use-trail.ts";

interface DashboardLookProps {
  readonly uid: string;
  readonly stored: Dashboard;
  readonly session: Session;
  readonly address: Address;
}

/** A dashboard with its controls, to look at. What is chosen stands in the address. */
export function DashboardLook({ uid, stored, session, address }: DashboardLookProps) {
  const readOnly = readOnlyReason(stored);
  const trail = useTrail(uid, stored);
  const isNarrow = useIsNarrow();
  const isPhone = useIsPhone();
  const canEdit = readOnly === undefined && session.dashboard.isEditable;
  useDashboardKeys({ uid, canEdit }, session, address);
  const { isKiosk, viewedPanel } = address;
  const storedEvents = useStoredEvents(uid, session);
  const { onAnnotate, dialog } = useAnnotating(uid, session);
  const printing = usePrinting(session);
  const title = session.dashboard.title || uid;
  const pickers = address.hides.timePicker ? undefined : <Pickers session={session} address={address} />;

  return (
    <Page
      title={title}
      trail={trail}
      width="full"
      actions={
        <Toolbar place="bar" label={dashboardMessages.page.toolbar}>
          <MainTools uid={uid} title={title} canEdit={canEdit}>
            {!isNarrow && pickers}
          </MainTools>
          <IconButton
            label={dashboardMessages.page.present}
            icon={<Maximize aria-hidden />}
            onPress={() => address.setKiosk(true)}
          />
          <DashboardMenu {...{ uid, session, readOnly }} document={stored.spec} onPrint={printing.begin} />
        </Toolbar>
      }
    >
      {printing.run}
      <div ref={printing.root} className="v-dashboard" data-dashboard-uid={uid} data-kiosk={isKiosk || undefined}>
        {isNarrow && !isKiosk && pickers !== undefined && (
          <Toolbar place="below" label={dashboardMessages.page.pickers}>
            {pickers}
            {isPhone && <StarButton uid={uid} title={title} />}
          </Toolbar>
        )}
        {!isKiosk && <Drafted uid={uid} />}
        {!isKiosk && <DashboardBar session={session} address={address} />}
        <DashboardFaults session={session} events={storedEvents} />
        <DashboardProvider
          session={session}
          uid={uid}
          viewedPanel={viewedPanel}
          onRange={address.setRange}
          onViewPanel={address.viewPanel}
          canEdit={canEdit}
          storedEvents={storedEvents.events}
          onAnnotate={readOnly === "not-allowed" ? undefined : onAnnotate}
        >
          {session.dashboard.panels.length === 0 ? (
            <NoPanels uid={uid} canEdit={canEdit} />
          ) : (
            hasValues(session) && <DashboardGrid fit={address.isFitted ? "window" : "scroll"} />
          )}
        </DashboardProvider>
        {dialog}
        {isKiosk && <LeaveKiosk onLeave={() => address.setKiosk(false)} />}
      </div>
    </Page>
  );
}

interface MainToolsProps {
  readonly uid: string;
  readonly title: string;
  readonly canEdit: boolean;
  /** The pickers of time, between the others. */
  readonly children: ReactNode;
}

/** What the bar has room for beside the title, unless the screen is a phone's: there the menu offers to edit. */
function MainTools({ uid, title, canEdit, children }: MainToolsProps) {
  const isPhone = useIsPhone();
  const navigate = useNavigate();
  if (isPhone) return null;
  return (
    <>
      <StarButton uid={uid} title={title} />
      {children}
      {canEdit && (
        <IconButton
          label={dashboardMessages.page.edit}
          icon={<Pencil aria-hidden />}
          onPress={() => void navigate(...editing(uid))}
        />
      )}
    </>
  );
}

// Drafts are seldom, and their texts are those of the editor.
const DraftStrip = lazy(async () => ({ default: (await import("../../editing/draft-strip.tsx")).DraftStrip }));

function Drafted({ uid }: { readonly uid: string }) {
  const isEditor = mayDo(useCurrentUser(), "dashboards:write");
  const { data: draft, refetch, isFetchedAfterMount } = useQuery({ ...draftQuery(uid), enabled: isEditor });
  // What the editor began with is older than what it kept since.
  if (!isFetchedAfterMount || draft === null || draft === undefined) return null;
  return (
    <Suspense>
      <DraftStrip uid={uid} draft={draft} onDiscarded={() => void refetch()} />
    </Suspense>
  );
}

function NoPanels({ uid, canEdit }: { readonly uid: string; readonly canEdit: boolean }) {
  const { empty, emptyText, addPanel } = dashboardMessages.page;
  return (
    <EmptyState icon={LayoutDashboard} title={empty} text={emptyText} learn="dashboards#changing-a-panel">
      {canEdit && (
        <LinkButton to={`/d/${encodeURIComponent(uid)}/panels/new/edit`} kind="primary">
          {addPanel}
        </LinkButton>
      )}
    </EmptyState>
  );
}
