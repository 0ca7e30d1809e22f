import { useEffect, useEffectEvent } from "react";
import type { Recording } from "./data/recording.ts";
import { useRecordedEvents, useWallEvents } from "./data/use-stored-events.ts";
import type { Theme } from "./model/field/color-name.ts";
import { DashboardGrid } from "./view/dashboard-grid.tsx";
import { DashboardProvider } from "./view/dashboard-provider.tsx";
import { useSession } from "./view/use-session.ts";
import type { PageChoice } from "./view/wall-pages.tsx";
import type { Wishes } from "./view/wishes.ts";
import "./view/dashboard.css";

interface DashboardViewProps {
  /** The dashboard's document, as stored. */
  readonly document: unknown;
  readonly uid: string;
  /** What the document does not decide: range, refresh, variables. */
  readonly wishes?: Wishes;
  readonly fit?: "scroll" | "screen";
  /** Of `screen`; the first unless said. */
  readonly pages?: PageChoice | undefined;
  /** For a screen nobody sits at, in these colours whatever the page's are: larger type, no menus, refreshes for ever, never asks for a password. */
  readonly wall?: Theme;
  /** A snapshot's answers: no data source is asked. */
  readonly recording?: Recording;
  /** The values of all variables are known, so that panels begin to ask. */
  readonly onReady?: () => void;
}

const NO_WISHES: Wishes = {};

/** A wall refreshes even when its document does not say so. */
const WALL_REFRESH = "30s";

/** A dashboard without controls around it. */
export function DashboardView({
  document,
  uid,
  wishes = NO_WISHES,
  fit = "scroll",
  pages,
  wall,
  recording,
  onReady,
}: DashboardViewProps) {
  const isWall = wall !== undefined;
  const session = useSession(document, wishes, { isWall, refreshAtLeast: isWall ? WALL_REFRESH : "", recording });
  const heard = useWallEvents(uid, session, isWall);
  const recorded = useRecordedEvents(recording, session);
  const events = isWall ? heard : recorded;
  const { isReady } = session.variables;
  const tell = useEffectEvent(() => onReady?.());
  useEffect(() => {
    if (isReady) tell();
  }, [isReady]);
  return (
    <div className="v-dashboard" data-dashboard-uid={uid} data-wall={wall} data-fit={fit}>
      <DashboardProvider session={session} uid={uid} wall={wall} storedEvents={events}>
        {isReady && <DashboardGrid fit={fit} pages={pages} />}
      </DashboardProvider>
    </div>
  );
}
