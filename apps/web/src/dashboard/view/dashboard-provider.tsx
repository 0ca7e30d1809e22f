import { syncCharts } from "@vedette/chart/core";
import { type ReactNode, useEffect, useMemo, useState } from "react";
import type { AnnotationPlace } from "../annotate/annotation-place.ts";
import type { AnnotationEvent } from "../model/annotation/annotation-event.ts";
import { togetherWith } from "../model/annotation/stored-events.ts";
import type { Theme } from "../model/field/color-name.ts";
import type { TimeRange } from "../model/time/time-range.ts";
import type { Neighbours } from "../panel/time-series/tooltip.ts";
import { DashboardContext, type DashboardShared } from "./dashboard-context.ts";
import type { Session } from "./use-session.ts";
import { useChartTheme, useTheme } from "./use-theme.ts";

interface DashboardProviderProps {
  readonly session: Session;
  readonly uid: string;
  /** The colours of a wall, whatever the page's are; none where it is no wall. */
  readonly wall?: Theme | undefined;
  /** CSS pixels; that of this screen unless given. */
  readonly wallUnit?: number;
  readonly onRange?: (range: TimeRange) => void;
  readonly onViewPanel?: (key: string | undefined) => void;
  readonly viewedPanel?: string | undefined;
  readonly canEdit?: boolean;
  readonly isExploring?: boolean;
  /** What happened, beside what the document's queries find. */
  readonly storedEvents?: readonly AnnotationEvent[] | undefined;
  readonly onAnnotate?: ((place: AnnotationPlace) => void) | undefined;
  readonly children: ReactNode;
}

const NO_EVENTS: readonly AnnotationEvent[] = [];

/** Gives panels what they share, so that each asks only for what is its own. */
export function DashboardProvider(props: DashboardProviderProps) {
  const {
    session,
    uid,
    wall,
    wallUnit = 0,
    onRange,
    onViewPanel,
    viewedPanel,
    canEdit = false,
    isExploring = false,
    storedEvents = NO_EVENTS,
    onAnnotate,
    children,
  } = props;
  const { dashboard, range, span, timeZone, clock, refresh, sources, annotations, scope, ask, pictures } = session;
  const pageTheme = useTheme();
  const isWall = wall !== undefined;
  const theme = wall ?? pageTheme;
  const chartTheme = useChartTheme(theme, isWall && (wallUnit || true));
  const [cursors] = useState(syncCharts);
  const [neighbours] = useState<Neighbours>(() => new Set());
  useEffect(() => () => cursors.dispose(), [cursors]);

  const shared = useMemo<DashboardShared>(
    () => ({
      dashboard,
      uid,
      panels: dashboard.panels.flatMap((panel) => (panel.kind === "row" ? panel.panels : [panel])),
      range,
      span,
      timeZone,
      clock,
      refreshCount: refresh.count,
      refreshEvery: refresh.every,
      sources: sources ?? [],
      events: togetherWith(annotations.events, storedEvents),
      scope,
      theme,
      chartTheme,
      isWall,
      isExploring,
      cursors: dashboard.cursorSync === "off" ? undefined : cursors,
      neighbours: dashboard.cursorSync === "tooltip" ? neighbours : undefined,
      ask,
      pictures,
      ...(onRange === undefined ? {} : { onRange }),
      ...(onViewPanel === undefined ? {} : { onViewPanel }),
      ...(onAnnotate === undefined ? {} : { onAnnotate }),
      viewedPanel,
      canEdit,
    }),
    [
      dashboard,
      uid,
      range,
      span,
      timeZone,
      clock,
      refresh.count,
      refresh.every,
      sources,
      annotations.events,
      storedEvents,
      scope,
      theme,
      chartTheme,
      isWall,
      isExploring,
      cursors,
      neighbours,
      ask,
      pictures,
      onRange,
      onViewPanel,
      onAnnotate,
      viewedPanel,
      canEdit,
    ],
  );
  return <DashboardContext value={shared}>{children}</DashboardContext>;
}
