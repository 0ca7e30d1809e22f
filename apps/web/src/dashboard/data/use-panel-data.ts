import { useEffect, useEffectEvent, useReducer, useRef } from "react";
import { isRefusal } from "../../api/api-error.ts";
import type { Panel } from "../model/dashboard-document.ts";
import { csvFrame } from "../model/frame/csv-frame.ts";
import type { Frame } from "../model/frame/frame.ts";
import { framesOf } from "../model/frame/prometheus-frames.ts";
import { type Moment, momentAgo } from "../model/time/moment.ts";
import { askedSpan, type Span, type TimeRange } from "../model/time/time-range.ts";
import { spanBuiltIns } from "../model/variable/built-in.ts";
import { type Scope, withBuiltIn } from "../model/variable/interpolate.ts";
import { useDashboard } from "../view/dashboard-context.ts";
import { type InTurn, inTurn } from "./in-turn.ts";
import { createLastPictures } from "./last-pictures.ts";
import { type PanelQueries, type PanelQuery, panelQueries } from "./panel-queries.ts";
import type { PrometheusAnswer, PrometheusCall } from "./prometheus-call.ts";
import { runWidened } from "./widened.ts";

/** How one query went, for people who ask. */
export interface QueryReport extends PanelQuery {
  /** Milliseconds. */
  readonly took: number;
  readonly bytes: number;
  readonly warnings: readonly string[];
}

/** What a panel has to show. The last good frames stay whatever happens to later questions. */
export interface PanelData {
  readonly frames: readonly Frame[] | undefined;
  readonly span: Span;
  readonly isLoading: boolean;
  /** Somebody would wait no longer; it is asked again when that is wished, and with the next refresh. */
  readonly isStopped: boolean;
  readonly error: Error | undefined;
  readonly reports: readonly QueryReport[];
  readonly notices: readonly string[];
  /** When the last good answer was made. */
  readonly answeredAt: Moment | undefined;
  /** It comes from a store on the way, such as a wall's while the server is away. */
  readonly isKept: boolean;
}

interface PanelDataOptions {
  /** Unique in the dashboard. */
  readonly key: string;
  readonly scope: Scope;
  /** Pixels of the panel; nothing is asked until they are known. */
  readonly width: number | undefined;
  /** Out of sight nothing is asked; what was missed is asked when the panel comes near. */
  readonly isNear: boolean;
}

export interface GoodAnswer
  extends Pick<PanelData, "frames" | "span" | "reports" | "notices" | "answeredAt" | "isKept"> {
  /** What was asked, whatever the width. */
  readonly question: string;
  /** Pixels that its steps were made for. */
  readonly width: number;
}

type Change =
  | { readonly kind: "asked" | "stopped" | "forgotten" }
  | { readonly kind: "failed" | "refused"; readonly error: Error }
  | { readonly kind: "answered"; readonly data: GoodAnswer };

export interface AskedPanel {
  readonly data: PanelData;
  /** Waits no longer for what was asked. */
  readonly stop: () => void;
  readonly askAgain: () => void;
}

/**
 * Asks a panel's questions, again with each refresh, and cancels what nobody waits for any more. A refresh waits for
 * answers that take longer than its interval; otherwise such a panel would never show any.
 */
export function usePanelData(panel: Panel, { key, scope, width, isNear }: PanelDataOptions): AskedPanel {
  const { uid, isWall, isExploring, range, span, clock, sources, panels, refreshCount, ask, dashboard, pictures } =
    useDashboard();
  const lastPictures = isWall ? wallPictures : pictures;
  const picture = `${uid} ${key}`;
  const [data, change] = useReducer(changed, { ...NOTHING, span, ...lastPictures.recall(picture) });
  const context = { sources, panels, clock, width: roundWidth(width) };
  const all = panelQueries(panel, { ...context, span, scope });
  const { notices, span: shown } = all;
  // What must be pointed at to be read is of no use on a wall.
  const queries = isWall ? all.queries.filter(({ isOptional }) => isOptional !== true) : all.queries;
  const isActive = width !== undefined && (isNear || dashboard.preload);
  // The text of the questions decides, not the objects: a new rendering with the same questions asks nothing.
  const asked = isActive ? JSON.stringify([queries, all.tables, notices, range, refreshCount]) : undefined;
  const questionNow = () =>
    JSON.stringify([panelQueries(panel, { ...context, width: roundWidth(), span, scope }), range, refreshCount]);
  const still = {
    ...context,
    span: STILL,
    clock: { ...clock, now: STILL.to },
    scope: withBuiltIn(scope, spanBuiltIns(STILL)),
  };
  const questions = JSON.stringify(panelQueries(panel, still));
  const wished = isActive ? JSON.stringify([questions, range]) : undefined;
  const askedLast = useRef(questions);

  const run = useEffectEvent(async (signal: AbortSignal) => {
    const question = questionNow();
    if (isExploring && askedLast.current !== questions) change({ kind: "forgotten" });
    askedLast.current = questions;
    change({ kind: "asked" });
    try {
      const answers = await Promise.all(
        queries.map((query) =>
          runWidened(query, {
            run: (one) => answerTo(one, (call) => ask(call, signal)),
            dataOf: ({ data }) => data,
          }),
        ),
      );
      const good = answered(answers, {
        span: shown,
        range,
        notices: [...notices, ...answers.flatMap(({ notice }) => notice ?? [])],
        tables: all.tables,
        question,
        width: context.width,
      });
      lastPictures.keep(picture, good);
      change({ kind: "answered", data: good });
    } catch (error) {
      if (signal.aborted) return;
      const failure = failureOf(error, isWall);
      if (failure.kind === "refused") lastPictures.forget((known) => known === picture);
      change(failure);
    }
  });
  /** As of a panel that was drawn before, until its dashboard began to be edited. On a wall nobody could ask again. */
  const isKnown = useEffectEvent(() => {
    const known = isWall ? undefined : pictures.recall(picture);
    if (known === undefined || known.width < context.width || known.question !== questionNow()) return false;
    change({ kind: "answered", data: known });
    return true;
  });
  const turns = useRef<InTurn>(undefined);
  useEffect(() => {
    if (wished === undefined) return undefined;
    const own = inTurn((signal) => run(signal));
    turns.current = own;
    return () => own.stop();
  }, [wished]);
  useEffect(() => {
    if (asked !== undefined && !isKnown()) turns.current?.ask();
  }, [asked]);

  const stop = () => {
    turns.current?.cancel();
    change({ kind: "stopped" });
  };
  return { data, stop, askAgain: () => turns.current?.ask() };
}

/** Data sources that do not know a question that is not needed give nothing. */
async function answerTo(
  { call, isOptional }: PanelQuery,
  ask: (call: PrometheusCall) => Promise<PrometheusAnswer>,
): Promise<PrometheusAnswer> {
  if (isOptional !== true) return await ask(call);
  return await ask(call).catch(() => NO_ANSWER);
}

const NO_ANSWER: PrometheusAnswer = { data: undefined, warnings: [], took: 0, bytes: 0, age: 0 };

/** People keep what they saw; a wall is there for those who may not see it any more, too. */
function failureOf(cause: unknown, isWall: boolean): Extract<Change, { readonly error: Error }> {
  const error = cause instanceof Error ? cause : new Error(String(cause));
  return { kind: isWall && isRefusal(error) ? "refused" : "failed", error };
}

/** Of walls, which show a dashboard again and again and must have it when the server is gone. */
const wallPictures = createLastPictures<GoodAnswer>();

/** Has walls keep nothing of some dashboards. */
export function forgetPictures(isGone: (uid: string) => boolean): void {
  wallPictures.forget((key) => isGone(key.split(" ", 1)[0] ?? ""));
}

interface Answered {
  readonly query: PanelQuery;
  readonly answer: PrometheusAnswer;
}

type Shown = Pick<GoodAnswer, "span" | "notices" | "question" | "width"> &
  Pick<PanelQueries, "tables"> & { readonly range: TimeRange };

function answered(answers: readonly Answered[], { tables, range, ...shown }: Shown): GoodAnswer {
  const oldest = Math.max(0, ...answers.map(({ answer: { age } }) => age));
  return {
    ...shown,
    span: askedSpan(shown.span, range, oldest),
    frames: [
      ...answers.flatMap(({ query, answer }) => framesOf(answer.data, query.query)),
      ...tables.flatMap(({ refId, csv }) => csvFrame(refId, csv) ?? []),
    ],
    reports: answers.map(({ query, answer: { took, bytes, warnings } }) => ({ ...query, took, bytes, warnings })),
    answeredAt: momentAgo(1000 * oldest),
    isKept: oldest > 0,
  };
}

const NOTHING: Omit<PanelData, "span"> = {
  frames: undefined,
  isLoading: false,
  isStopped: false,
  error: undefined,
  reports: [],
  notices: [],
  answeredAt: undefined,
  isKept: false,
};

function changed(data: PanelData, change: Change): PanelData {
  switch (change.kind) {
    case "asked":
      return { ...data, isLoading: true, isStopped: false };
    case "stopped":
      return { ...data, isLoading: false, isStopped: true };
    case "forgotten":
      return { ...NOTHING, span: data.span };
    case "failed":
      return { ...data, isLoading: false, error: change.error };
    // What a wall may not see any more does not stay on it.
    case "refused":
      return { ...NOTHING, span: data.span, error: change.error };
    case "answered":
      return { ...data, ...change.data, isLoading: false, error: undefined };
  }
}

/** Any range, for questions of which only what the clock does not change is of interest. */
const STILL: Span = { from: 0, to: 3_600_000 };

/** In steps, so that dragging a window's edge does not ask anew with every pixel. */
function roundWidth(width = 600): number {
  return Math.max(50, Math.round(width / 50) * 50);
}
