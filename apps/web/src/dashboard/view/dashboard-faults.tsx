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
export function DashboardFaults({ session: { fault }, events }: DashboardFaultsProps) {
  return (
    <>
      {fault !== undefined && <ErrorState error={fault.error} onRetry={fault.retry} />}
      <MissingPart name={dashboardMessages.page.events} query={events.query} />
    </>
  );
}
