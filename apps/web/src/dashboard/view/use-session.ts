import { useQuery } from "@tanstack/react-query";
import { useCallback, useEffect, useMemo, useState } from "react";
import { listTaggedAnnotations } from "../../api/annotations.ts";
import { type DataSource, dataSourcesQuery, SOURCES_LIKE } from "../../api/data-sources.ts";
import { request } from "../../api/request.ts";
import { useCurrentUser } from "../../session/current-user.tsx";
import { createLastPictures, type LastPictures } from "../data/last-pictures.ts";
import { callPrometheus, type PrometheusAnswer, type PrometheusCall } from "../data/prometheus-call.ts";
import { createQueryQueue } from "../data/query-queue.ts";
import { askRecording, questionKey, type Recording, taggedKey } from "../data/recording.ts";
import { type Annotations, type Tagged, useAnnotations } from "../data/use-annotations.ts";
import type { GoodAnswer } from "../data/use-panel-data.ts";
import { useVariables, type Variables } from "../data/use-variables.ts";
import { asksForEvents } from "../model/annotation/annotation-event.ts";
import type { AnnotationQuery, Dashboard } from "../model/dashboard-document.ts";
import { migrateToShow } from "../model/migrate.ts";
import { readDashboard } from "../model/read-dashboard.ts";
import type { Clock } from "../model/time/clock.ts";
import { spanOf } from "../model/time/dashboard-span.ts";
import { refreshEvery } from "../model/time/refresh-interval.ts";
import { isMoving, type Span, type TimeRange } from "../model/time/time-range.ts";
import type { AddMatchers } from "../model/variable/ad-hoc.ts";
import { dashboardBuiltIns } from "../model/variable/built-in.ts";
import type { Scope } from "../model/variable/interpolate.ts";
import { type Refresh, useRefresh } from "./use-refresh.ts";
import type { Wishes } from "./wishes.ts";

interface Fault {
  readonly error: Error;
  readonly retry: () => void;
}

/** A dashboard while somebody looks at it. */
export interface Session {
  readonly dashboard: Dashboard;
  readonly range: TimeRange;
  readonly span: Span;
  readonly timeZone: string;
  /** What relative times of panels are counted from. */
  readonly clock: Clock;
  /** As written: `5s`, `auto`, "". */
  readonly refreshText: string;
  readonly refresh: Refresh;
  readonly variables: Variables;
  /** Values that the address asks for, also while the variables load. */
  readonly asked: ReadonlyMap<string, readonly string[]>;
  readonly annotations: Annotations;
  /** Whether events of a kind are drawn: as the address says, else as the document does. */
  readonly isAnnotationOn: (query: AnnotationQuery) => boolean;
  readonly scope: Scope;
  readonly sources: readonly DataSource[] | undefined;
  /** Why it is not known which data sources there are, so that nothing can be asked. */
  readonly fault: Fault | undefined;
  /** What its panels showed last. */
  readonly pictures: LastPictures<GoodAnswer>;
  readonly ask: (call: PrometheusCall, signal: AbortSignal) => Promise<PrometheusAnswer>;
}

/** The same, for a screen that nobody signs in at: those of its dashboards, which come and go with them. */
const WALL_SOURCES = {
  queryKey: ["wall", "data-sources"],
  queryFn: () => request<readonly DataSource[]>("/api/datasources", { signedOut: "throw", like: SOURCES_LIKE }),
  staleTime: 0,
  refetchInterval: 30_000,
  refetchIntervalInBackground: true,
  gcTime: Number.POSITIVE_INFINITY,
};

const NOTHING_ASKED: ReadonlyMap<string, readonly string[]> = new Map();

interface SessionOptions {
  readonly isWall?: boolean;
  /** The refresh of a document that asks for none. */
  readonly refreshAtLeast?: string;
  /** What was answered then, instead of data sources. */
  readonly recording?: Recording | undefined;
}

export function useSession(
  document: unknown,
  wishes: Wishes,
  { isWall = false, refreshAtLeast = "", recording }: SessionOptions = {},
): Session {
  const dashboard = useMemo(() => readDashboard(migrateToShow(document)), [document]);
  const [queue] = useState(createQueryQueue);
  const [pictures] = useState(() => createLastPictures<GoodAnswer>());
  const user = useCurrentUser();
  const signedOut = isWall ? "throw" : "wait";
  const isLive = recording === undefined;
  const {
    data: found,
    error,
    refetch,
  } = useQuery({
    ...(isWall ? WALL_SOURCES : dataSourcesQuery),
    enabled: isLive,
  });
  const sources = isLive ? found : recording.sources;
  const ask = useCallback(
    (call: PrometheusCall, signal: AbortSignal) =>
      recording === undefined
        ? queue.ask(questionKey(call), (ended) => callPrometheus(call, { signal: ended, signedOut }), signal)
        : askRecording(recording, call),
    [queue, signedOut, recording],
  );

  const { from, to } = wishes.range ?? dashboard.time;
  const range = useMemo(() => ({ from, to }), [from, to]);
  const refreshText = wishes.refresh ?? (dashboard.refresh || refreshAtLeast);
  const rough = spanOf(dashboard, range, { now: Date.now(), timeZone: wishes.timeZone }).span;
  const every = isMoving(range) ? refreshEvery(refreshText, rough) : undefined;
  const refresh = useRefresh({ every, isAlwaysOn: isWall });
  const { span, timeZone, clock } = useMemo(
    () => spanOf(dashboard, range, { now: refresh.at, timeZone: wishes.timeZone }),
    [dashboard, range, refresh.at, wishes.timeZone],
  );

  const builtIn = useMemo(
    () => new Map(dashboardBuiltIns({ span, timeZone, title: dashboard.title, user })),
    [span, timeZone, dashboard.title, user],
  );
  const asked = wishes.variables ?? NOTHING_ASKED;
  const variables = useVariables({ variables: dashboard.variables, asked, range, span, sources, builtIn, ask });
  const addMatchers = useAddMatchers(dashboard);
  const scope = useMemo(
    () => ({ variables: variables.values, builtIn, addMatchers }),
    [variables.values, builtIn, addMatchers],
  );
  const switched = wishes.annotations;
  const isAnnotationOn = useCallback(
    ({ name, isEnabled }: AnnotationQuery) => switched?.get(name) ?? isEnabled,
    [switched],
  );
  const queries = useMemo(
    () => dashboard.annotations.filter((query) => asksForEvents(query) && isAnnotationOn(query)),
    [dashboard.annotations, isAnnotationOn],
  );
  const askTagged = useCallback(
    (tagged: Tagged, { from, to }: Span, signal: AbortSignal) =>
      recording === undefined
        ? listTaggedAnnotations(tagged, { from, to, signedOut }, signal)
        : Promise.resolve(recording.tagged.get(taggedKey(tagged)) ?? []),
    [recording, signedOut],
  );
  const { isReady } = variables;
  const annotations = useAnnotations({ queries, span, sources, scope, isReady, ask, askTagged });
  return {
    dashboard,
    range,
    span,
    timeZone,
    clock,
    refreshText,
    refresh,
    variables,
    asked,
    annotations,
    isAnnotationOn,
    scope,
    // Without what filters are written by, queries would be asked for more than people see.
    sources: hasFilters(dashboard) && addMatchers === undefined ? undefined : sources,
    fault: found === undefined && error !== null ? { error, retry: () => void refetch() } : undefined,
    pictures,
    ask,
  };
}

/** Whether panels can be drawn: of each variable some values are known, those before a change while it is asked. */
export function hasValues({ variables, dashboard, sources }: Session): boolean {
  return sources !== undefined && variables.values.size >= dashboard.variables.length;
}

function hasFilters({ variables }: Dashboard): boolean {
  return variables.some(({ type }) => type === "adhoc");
}

/** The reader of PromQL, which few dashboards need. */
function useAddMatchers(dashboard: Dashboard): AddMatchers | undefined {
  const isNeeded = hasFilters(dashboard);
  const [loaded, setLoaded] = useState<{ readonly addMatchers: AddMatchers }>();
  useEffect(() => {
    if (isNeeded) void import("../model/variable/add-matchers.ts").then(setLoaded);
  }, [isNeeded]);
  return loaded?.addMatchers;
}
