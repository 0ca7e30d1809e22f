import { memo, Suspense, useEffect, useEffectEvent, useMemo, useRef, useState } from "react";
import { ApiError } from "../../api/api-error.ts";
import { type PanelData, usePanelData } from "../data/use-panel-data.ts";
import { dashboardMessages } from "../messages.ts";
import type { DisplayFrame } from "../model/frame/frame.ts";
import type { PlacedPanel } from "../model/layout.ts";
import { msSince } from "../model/time/moment.ts";
import { interpolate } from "../model/variable/interpolate.ts";
import { useDashboard } from "../view/dashboard-context.ts";
import { useNear } from "../view/use-near.ts";
import { useRoom } from "../view/use-size.ts";
import type { Drawn } from "./drawn.ts";
import { PanelActsContext } from "./panel-acts.ts";
import { PanelCrash } from "./panel-crash.tsx";
import { type PanelDialog, PanelDialogs } from "./panel-dialogs.tsx";
import { PanelFailure } from "./panel-failure.tsx";
import { PanelHead } from "./panel-head.tsx";
import { type PanelKind, panelKind } from "./panel-kinds.ts";
import { panelNotices } from "./panel-notices.ts";
import { scopeOfCopy, titleIn } from "./panel-scope.ts";
import { BodySkeleton, NoData } from "./panel-states.tsx";
import { PanelWaitContext, usePanelWaits } from "./panel-wait.ts";
import { PanelWaiting } from "./panel-waiting.tsx";
import { MOST_SERIES } from "./rendered-limits.ts";
import { useAlarm } from "./use-alarm.ts";
import { useHold } from "./use-hold.ts";
import { usePanelFrames } from "./use-panel-frames.ts";
import "./panel.css";

interface PanelCardProps {
  readonly placed: PlacedPanel;
  /** Told what is drawn, whenever that changes. */
  readonly onDrawn?: ((drawn: Drawn) => void) | undefined;
}

/** A panel with its head and whatever state it is in. The last good picture stays through later failures. */
export const PanelCard = memo(function PanelCard({ placed, onDrawn }: PanelCardProps) {
  const { panel, scoped, key } = placed;
  const { scope: shared, dashboard, refreshEvery, isWall } = useDashboard();
  const [opened, setOpened] = useState<PanelDialog>();
  const [isMenuOpen, setMenuOpen] = useState(false);
  const acts = useMemo(() => (isWall ? undefined : { openData: () => setOpened("data") }), [isWall]);
  const root = useRef<HTMLElement>(null);
  const body = useRef<HTMLDivElement>(null);
  useHold(root, () => setMenuOpen(!isWall));
  const isNear = useNear(root);
  const { size, isNone: hasNoRoom } = useRoom(body);
  const scope = useMemo(() => scopeOfCopy(shared, scoped), [shared, scoped]);
  const { data: asked, stop, askAgain } = usePanelData(panel, { key, scope, width: size?.width, isNear });
  const { frames, notices, isReady, data } = usePanelFrames(panel, asked, scope);
  const tellDrawn = useEffectEvent(() => {
    onDrawn?.({ frames, answered: data.frames ?? [], fault: data.error?.message ?? "" });
  });
  const isTold = onDrawn !== undefined;
  // biome-ignore lint/correctness/useExhaustiveDependencies: for each answer, and whoever begins to listen
  useEffect(() => tellDrawn(), [frames, data.error, isTold]);
  const kind = panelKind(panel.type);
  const drawn = useMemo(() => drawnOf(frames, kind), [kind, frames]);
  const shownNotices = useMemo(
    () =>
      panelNotices({
        ...{ panel, dashboard, frames },
        queries: data.notices,
        transformations: notices,
        warnings: data.reports.flatMap(({ warnings }) => warnings),
        rendered: drawn.length,
        isStill: isWall,
      }),
    [panel, dashboard, frames, data.notices, notices, data.reports, drawn.length, isWall],
  );
  const title = titleIn(panel.title, scope);
  const { isWaiting, hold } = usePanelWaits();
  const isEmpty = frames.every(({ length }) => length === 0);
  const isAnswered = kind.needsNoData === true || isReady;
  const state = stateOf({
    hasFailed: data.error !== undefined,
    // Below a title that takes all of the height nothing is asked for: it is a heading.
    isLoading: !hasNoRoom && (isAwaited(data, isAnswered) || isWaiting || size === undefined),
    isEmpty: !hasNoRoom && isEmpty && kind.needsNoData !== true,
  });

  const alarm = useAlarm({ kind: panel.type, frames, isAnswered: isReady });

  return (
    <article
      ref={root}
      className="v-panel"
      aria-label={title || dashboardMessages.panel.untitled}
      data-panel-id={panel.id}
      data-panel-key={key}
      data-panel-state={state}
      data-offline={isUnreachable(data.error) && data.frames !== undefined ? true : undefined}
      data-kind={panel.type}
      data-alarm={alarm}
      data-transparent={panel.isTransparent || undefined}
      data-untitled={title === "" || undefined}
    >
      <PanelHead
        placed={placed}
        title={title}
        description={interpolate(panel.description, scope)}
        data={data}
        notices={shownNotices}
        scope={scope}
        isCritical={alarm !== undefined}
        onAskAgain={askAgain}
        onOpen={setOpened}
        isMenuOpen={isMenuOpen}
        onMenu={setMenuOpen}
      />
      <Fault data={data} isAnswered={isAnswered} />
      <SpokenFault title={title} data={data} />
      <div className="v-panel-body" ref={body} data-stale={isTooOld(data, refreshEvery) || undefined}>
        <PanelWaiting kind={panel.type} isAnswered={isAnswered} data={data} onStop={stop} onAskAgain={askAgain} />
        {isAnswered && isEmpty && kind.needsNoData !== true && kind.drawsEmpty !== true && (
          <NoData text={noDataText(panel.targets.length, data)} />
        )}
        {!isAnswered && data.error !== undefined && <PanelFailure error={data.error} onAskAgain={askAgain} />}
        {isAnswered && size !== undefined && (!isEmpty || kind.needsNoData === true || kind.drawsEmpty === true) && (
          <PanelCrash resetKey={frames} text={dashboardMessages.panel.notDrawn} onAskAgain={askAgain}>
            <PanelWaitContext value={hold}>
              <Suspense fallback={<BodySkeleton panel={panel} />}>
                <PanelActsContext value={acts}>
                  <kind.Body panel={panel} title={title} frames={drawn} span={data.span} size={size} scope={scope} />
                </PanelActsContext>
              </Suspense>
            </PanelWaitContext>
          </PanelCrash>
        )}
      </div>
      <PanelDialogs
        opened={opened}
        title={title || dashboardMessages.panel.untitled}
        data={data}
        frames={frames}
        scope={scope}
        onClose={() => setOpened(undefined)}
      />
    </article>
  );
});

/** Why what is seen below is not the newest. */
function Fault({ data: { error, frames }, isAnswered }: { readonly data: PanelData; readonly isAnswered: boolean }) {
  if (!isAnswered || frames === undefined || error === undefined || isUnreachable(error)) return null;
  return (
    <p className="v-panel-fault" title={error.message}>
      {error.message}
    </p>
  );
}

/** Read aloud once it is so, and again when it is another: whoever cannot see the strip or the corner is told (WCAG 4.1.3). */
function SpokenFault({ title, data: { error } }: { readonly title: string; readonly data: PanelData }) {
  const { isWall } = useDashboard();
  if (isWall) return null;
  const isSaid = error !== undefined && !isUnreachable(error);
  return (
    <p role="status" className="v-hidden">
      {isSaid && dashboardMessages.panel.failedWith(title || dashboardMessages.panel.untitled, error.message)}
    </p>
  );
}

/** Nobody answered: the whole screen says so, a panel need not. */
function isUnreachable(error: Error | undefined): boolean {
  return error instanceof ApiError && error.status === 0;
}

/** Nobody waits for what was stopped. */
function isAwaited({ isStopped }: PanelData, isAnswered: boolean): boolean {
  return !isAnswered && !isStopped;
}

interface StateFacts {
  readonly hasFailed: boolean;
  readonly isLoading: boolean;
  readonly isEmpty: boolean;
}

function stateOf({ hasFailed, isLoading, isEmpty }: StateFacts): "loading" | "done" | "nodata" | "error" {
  if (hasFailed) return "error";
  if (isLoading) return "loading";
  return isEmpty ? "nodata" : "done";
}

/** Where nothing was asked, the reason. */
function noDataText(targets: number, { reports, notices }: PanelData): string {
  if (reports.length === 0 && notices[0] !== undefined) return notices[0];
  return targets === 0 ? dashboardMessages.panel.noQuery : dashboardMessages.panel.noData;
}

/** Five refreshes without an answer: what is shown belongs to the past. */
function isTooOld({ answeredAt }: PanelData, every: number | undefined): boolean {
  return answeredAt !== undefined && every !== undefined && msSince(answeredAt) > 5 * every;
}

function drawnOf(frames: readonly DisplayFrame[], { drawsEach }: PanelKind): readonly DisplayFrame[] {
  return drawsEach === true ? frames.slice(0, MOST_SERIES) : frames;
}
