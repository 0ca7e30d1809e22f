import { ErrorState } from "../../control/error-state.tsx";
import { MissingPart } from "../../control/missing-part.tsx";
import type { StoredEvents } from "../data/use-stored-events.ts";
import { dashboardMessages } from "../messages.ts";
import type { Session } from "./use-session.ts";

interface DashboardFaultsProps {
  readonly session: Session;
  readonly events: StoredEvents;
}

/** What did not come of a whole dashboard; panels tell of themselves. */
export function DashboardFaults({ session, events }: DashboardFaultsProps) {
  return (
    <>
      <SessionFault session={session} />
      <MissingPart name={dashboardMessages.page.events} query={events.query} />
    </>
  );
}

/** Why a dashboard has no data at all; nothing while it has, or may get some. */
export function SessionFault({ session: { fault } }: Pick<DashboardFaultsProps, "session">) {
  return fault !== undefined && <ErrorState error={fault.error} onRetry={fault.retry} />;
}
