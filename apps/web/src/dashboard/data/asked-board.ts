import type { DataSource } from "../../api/data-sources.ts";
import { dashboardMessages } from "../messages.ts";
import type { Dashboard, Panel } from "../model/dashboard-document.ts";
import { csvFrame } from "../model/frame/csv-frame.ts";
import type { DisplayFrame } from "../model/frame/frame.ts";
import { framesOf } from "../model/frame/prometheus-frames.ts";
import { migrateToShow } from "../model/migrate.ts";
import { panelFrames } from "../model/panel-frames.ts";
import { readDashboard } from "../model/read-dashboard.ts";
import type { Clock } from "../model/time/clock.ts";
import { spanOf } from "../model/time/dashboard-span.ts";
import type { Span } from "../model/time/time-range.ts";
import { transformFrames } from "../model/transform.ts";
import { addMatchers } from "../model/variable/add-matchers.ts";
import { dashboardBuiltIns } from "../model/variable/built-in.ts";
import { interpolate, type Scope } from "../model/variable/interpolate.ts";
import { wishesOf } from "../view/wishes.ts";
import { loadVariables } from "./load-variables.ts";
import { type PanelQuery, panelQueries } from "./panel-queries.ts";
import type { PrometheusCall } from "./prometheus-call.ts";
import { runWidened } from "./widened.ts";

/** What a dashboard is asked with where no page shows it. */
export interface BoardToAsk {
  /** The document, of any schema. */
  readonly document: unknown;
  readonly sources: readonly Pick<DataSource, "uid" | "name" | "type" | "isDefault" | "jsonData">[];
  /** Asks a data source and gives the `data` of its answer. */
  readonly ask: (call: PrometheusCall) => Promise<unknown>;
  /** What the page's address may ask for: `from`, `to`, `timezone`, `var-…`. The document decides the rest. */
  readonly wishes?: string;
  /** Milliseconds since 1970. */
  readonly now: number;
}

/** A dashboard whose variables and times are known. */
export interface AskedBoard {
  readonly dashboard: Dashboard;
  /** Also those in rows. */
  readonly allPanels: readonly Panel[];
  readonly span: Span;
  readonly timeZone: string;
  readonly clock: Clock;
  readonly scope: Scope;
  readonly sources: readonly DataSource[];
  readonly ask: BoardToAsk["ask"];
}

export async function askedBoard(wanted: BoardToAsk): Promise<AskedBoard> {
  const dashboard = readDashboard(migrateToShow(wanted.document));
  const wishes = wishesOf(new URLSearchParams(wanted.wishes ?? ""));
  const { span, timeZone, clock } = spanOf(dashboard, wishes.range ?? dashboard.time, {
    now: wanted.now,
    timeZone: wishes.timeZone,
  });
  const nobody = { login: "", email: "", uid: "" };
  const builtIn = new Map(dashboardBuiltIns({ span, timeZone, title: dashboard.title, user: nobody }));
  const sources = wanted.sources.map((source) => ({ ...source, url: "", readOnly: true }));
  const { values } = await loadVariables(dashboard.variables, {
    asked: wishes.variables ?? new Map(),
    span,
    sources,
    scope: { variables: new Map(), builtIn },
    ask: wanted.ask,
  });
  const allPanels = dashboard.panels.flatMap((panel) => (panel.kind === "row" ? panel.panels : [panel]));
  const scope = { variables: values, builtIn, addMatchers };
  return { dashboard, allPanels, span, timeZone, clock, scope, sources, ask: wanted.ask };
}

interface LoadedFrames {
  readonly frames: readonly DisplayFrame[];
  readonly failure: string | undefined;
  /** Why nothing was asked. */
  readonly reason: string | undefined;
  /** What could not be asked, and what transformations could not do. */
  readonly queries: readonly string[];
  readonly transformations: readonly string[];
  readonly span: Span;
}

/** As on the page, a panel has failed when any of its questions has, unless it can do without: the rest may look healthy. */
export async function loadFrames(
  panel: Panel,
  board: AskedBoard,
  { scope, width }: { readonly scope: Scope; readonly width: number },
): Promise<LoadedFrames> {
  const { queries, tables, notices, span } = panelQueries(panel, {
    span: board.span,
    clock: board.clock,
    sources: board.sources,
    scope,
    width: Math.max(50, Math.round(width)),
    panels: board.allPanels,
  });
  const run = { run: ({ call }: PanelQuery) => board.ask(call), dataOf: (data: unknown) => data };
  const answers = await Promise.allSettled(queries.map((query) => runWidened(query, run)));
  const found = answers.flatMap((answer) => (answer.status === "fulfilled" ? [answer.value] : []));
  const answered = found.flatMap(({ query: { query }, answer }) => framesOf(answer, query));
  const frames = [...answered, ...tables.flatMap(({ refId, csv }) => csvFrame(refId, csv) ?? [])];
  const hasFailed = answers.some(({ status }, at) => status === "rejected" && queries[at]?.isOptional !== true);
  const shown = panelFrames(frames, panel, {
    write: (text) => interpolate(text, scope),
    isAsked: queries.length > 0 && !hasFailed,
    transform: transformFrames,
  });
  return {
    frames: shown.frames,
    failure: hasFailed ? dashboardMessages.panel.failed : undefined,
    reason: queries.length + tables.length === 0 ? notices[0] : undefined,
    queries: [...notices, ...found.flatMap(({ notice }) => notice ?? [])],
    transformations: shown.notices,
    span,
  };
}
