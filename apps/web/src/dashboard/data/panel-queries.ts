import { expressionQuery } from "@vedette/client/expression-query";
import type { DataSource } from "../../api/data-sources.ts";
import { dashboardMessages } from "../messages.ts";
import type { DataSourceRef, Panel, Target } from "../model/dashboard-document.ts";
import type { FrameQuery } from "../model/frame/frame.ts";
import { numberOf } from "../model/json.ts";
import { readDataSource } from "../model/read-panel.ts";
import type { Clock } from "../model/time/clock.ts";
import { parseDuration } from "../model/time/duration.ts";
import { panelRange } from "../model/time/panel-range.ts";
import { alignSpan, rateIntervalOf, stepOf } from "../model/time/step.ts";
import type { Span } from "../model/time/time-range.ts";
import { readFilter } from "../model/variable/ad-hoc.ts";
import { stepBuiltIns } from "../model/variable/built-in.ts";
import { comparedAsOne, interpolate, type Scope, withBuiltIn } from "../model/variable/interpolate.ts";
import { findDataSource } from "./data-source.ts";
import type { PrometheusCall } from "./prometheus-call.ts";

/** A table that nobody is asked for. */
interface WrittenTable {
  readonly refId: string;
  readonly csv: string;
}

/** One query of a panel, ready to be asked. */
export interface PanelQuery {
  readonly call: PrometheusCall;
  readonly query: FrameQuery;
  /** Name of the data source, for people. */
  readonly source: string;
  /** Without its answer the panel shows the rest. */
  readonly isOptional?: true;
  /** The same for samples that are farther apart: run where this one finds nothing. */
  readonly wider?: Pick<PanelQuery, "call" | "query">;
}

export interface PanelQueries {
  readonly queries: readonly PanelQuery[];
  /** Tables that stand in the document itself. */
  readonly tables: readonly WrittenTable[];
  /** What cannot be asked, and what is asked elsewhere than the document says. */
  readonly notices: readonly string[];
  /** The range that the panel shows. */
  readonly span: Span;
}

interface QueryContext {
  readonly span: Span;
  /** What relative times of the panel are counted from. */
  readonly clock: Clock;
  readonly sources: readonly DataSource[];
  readonly scope: Scope;
  /** Pixels: more points cannot be seen. */
  readonly width: number;
  /** Other panels, whose results this one may show. */
  readonly panels: readonly Panel[];
}

/** The questions of a panel for a range. Pure: equal input gives equal questions, which are then asked once. */
export function panelQueries(panel: Panel, context: QueryContext): PanelQueries {
  const write = (text: string) => interpolate(text, context.scope);
  const { span, shift, unread } = panelRange(panel, { span: context.span, clock: context.clock, write });
  const all = targetsOf(panel, context.panels);
  const seen = all
    .filter(({ hide }) => !hide)
    .map((target) => askable(target, all))
    .map((one) => ({ ...one, notice: one.notice ?? unaskedNotice(one.target, panel, context) }));
  const targets = seen.flatMap(({ target }) => (target.expr.trim() === "" ? [] : [target]));
  const isOneOfMany = targets.length > 1;
  const results = targets.map((target) => oneTarget(target, panel, { ...context, span, shift, isOneOfMany }));
  return {
    queries: results.flatMap(({ queries }) => queries),
    tables: seen.flatMap(({ target: { refId, raw } }) => tableOf(refId, raw)),
    notices: [
      ...new Set([
        ...[...seen, ...results].flatMap(({ notice }) => notice ?? []),
        ...unread.map(({ kind, text }) => dashboardMessages.panel.unreadRange[kind](text)),
      ]),
    ],
    span: { from: span.from + shift, to: span.to + shift },
  };
}

/** Keys of a target that say nothing of what it asks. */
const NOT_ASKED: ReadonlySet<string> = new Set([
  ...["refId", "hide", "key", "datasource", "expr", "format", "instant", "range", "interval", "intervalFactor"],
  ...["legendFormat", "editorMode", "exemplar", "requestId", "step", "useBackend", "disableTextWrap"],
  ...["fullMetaSearch", "includeNullMetadata", "queryType", "panelId", "topic", "withTransforms"],
]);

/** Why a query without PromQL has no answer; nothing for one that is empty. */
function unaskedNotice(target: Target, panel: Panel, { sources, scope }: QueryContext): string | undefined {
  if (target.expr.trim() !== "" || tableOf(target.refId, target.raw).length > 0) return undefined;
  const source = findDataSource(sourceRefOf(target, panel), sources, scope);
  if (source.kind === "none") return source.reason;
  const isEmpty = Object.keys(target.raw).every((key) => NOT_ASKED.has(key));
  return isEmpty ? undefined : dashboardMessages.source.noPromql(target.refId);
}

/** As the test data source of other dashboard servers has it. */
function tableOf(refId: string, { scenarioId, csvContent }: Target["raw"]): WrittenTable[] {
  return scenarioId === "csv_content" && typeof csvContent === "string" ? [{ refId, csv: csvContent }] : [];
}

/** A query that can be asked, or why not. */
interface Askable {
  readonly target: Target & { readonly name?: string };
  readonly notice?: string;
}

/** An expression over other queries is asked as one question, of the data source that these are asked of. */
function askable(target: Target, all: readonly Target[]): Askable {
  // Names that the document leaves out are given while it is read.
  const written = all.map(({ raw, refId }) => ({ ...raw, refId }));
  const own = written[all.indexOf(target)];
  const expression = own === undefined ? undefined : expressionQuery(own, written);
  if (expression === undefined) return { target };
  const { unsaid, ofManySources } = dashboardMessages.expression;
  if (expression.kind === "unsaid") return { target, notice: unsaid(target.refId, expression.what) };
  const parts = expression.asked.flatMap((part) => all[written.indexOf(part)] ?? []);
  const [first, ...others] = parts;
  if (first === undefined || others.some(({ datasource }) => datasource.uid !== first.datasource.uid)) {
    return { target, notice: ofManySources(target.refId) };
  }
  const { expr, isInstant, interval = first.interval } = expression;
  const asked = { expr, isInstant, isRange: !isInstant, interval, datasource: first.datasource };
  return { target: { ...target, ...asked, legendFormat: "__auto", name: target.refId } };
}

/** A panel that shows another one's results asks the same questions, which the queue asks once. */
function targetsOf(panel: Panel, panels: readonly Panel[]): readonly Target[] {
  if (panel.datasource.uid !== "-- Dashboard --") return panel.targets;
  const wanted = numberOf(panel.targets[0]?.raw["panelId"]);
  const source = panels.find(({ id }) => id === wanted && id !== panel.id);
  if (source === undefined || source.datasource.uid === "-- Dashboard --") return [];
  return source.targets.map((target) => ({ ...target, datasource: sourceRefOf(target, source) }));
}

interface TargetContext extends QueryContext {
  readonly shift: number;
  readonly isOneOfMany: boolean;
}

function oneTarget(
  target: Askable["target"],
  panel: Panel,
  context: TargetContext,
): { queries: PanelQuery[]; notice?: string } {
  const own = findDataSource(sourceRefOf(target, panel), context.sources, context.scope);
  if (own.kind === "none") return { queries: [], notice: own.reason };
  if (own.kind !== "prometheus") return { queries: [], notice: dashboardMessages.source.unanswerable };
  const { step, scrapeInterval } = stepsOf(target, panel, { ...context, timeInterval: own.timeInterval });
  const scope = withBuiltIn(context.scope, stepBuiltIns(step, scrapeInterval));
  const expr = narrowed(interpolate(target.expr, scope, "prometheus"), own.base, context);
  if (expr === undefined) return { queries: [], notice: dashboardMessages.source.notNarrowed(target.refId) };
  const frame: FrameQuery = {
    refId: target.refId,
    expr,
    legendFormat: interpolate(target.legendFormat, scope),
    format: target.format,
    step,
    shift: context.shift,
    isOneOfMany: context.isOneOfMany,
    ...(target.name === undefined ? {} : { name: target.name }),
  };
  const { timeZone } = context.clock;
  const calls = callsOf(target, { base: own.base, frame, span: context.span, timeZone });
  const wideExpr = scrapeInterval === undefined ? wideExprOf(target, { ...context, step }, own.base) : undefined;
  const wide =
    wideExpr === undefined
      ? []
      : callsOf(target, { base: own.base, frame: { ...frame, expr: wideExpr }, span: context.span, timeZone });
  if (panel.type === "alertlist" && target.refId === panel.targets[0]?.refId) calls.push(rulesOf(frame, own.base));
  if (target.hasExemplars && EXEMPLAR_KINDS.has(panel.type)) calls.push(exemplarsOf(frame, own.base, context.span));
  const asOne = comparedAsOne(target.expr, scope);
  const notice =
    own.notice ?? (asOne.length === 0 ? undefined : dashboardMessages.source.comparedAsOne(asOne.join(", ")));
  return {
    queries: calls.map((asked, at) => {
      const wider = wide[at];
      return { ...asked, source: own.name, ...(wider !== undefined && asked.isOptional !== true && { wider }) };
    }),
    ...(notice === undefined ? {} : { notice }),
  };
}

/** The distance of points, and how often the data source scrapes where something says so. Milliseconds. */
function stepsOf(
  { interval, intervalFactor }: Target,
  panel: Panel,
  { scope, span, width, timeInterval }: QueryContext & { readonly timeInterval: string },
): { readonly step: number; readonly scrapeInterval: number | undefined } {
  const maxDataPoints = panel.maxDataPoints ?? width;
  const stepWith = (minStep: number | undefined, factor = 1) => stepOf(span, { maxDataPoints, minStep, factor });
  const ofPanel = durationIn(panel.interval, scope) ?? parseDuration(timeInterval);
  // A minimum step may be made of the step and rate interval that there would be without it.
  const withoutOwn = withBuiltIn(scope, stepBuiltIns(stepWith(ofPanel), ofPanel));
  const isOfBuiltIn = /\$\{?__(?:rate_)?interval/.test(interval);
  const minStep = durationIn(interval, withoutOwn) ?? ofPanel;
  return { step: stepWith(minStep, intervalFactor), scrapeInterval: isOfBuiltIn ? ofPanel : minStep };
}

/** How often slow targets are scraped. */
const SLOW_SCRAPE = 60_000;

/** The query for samples that are a minute apart, where nothing says how far apart they are. */
function wideExprOf(
  { expr }: Target,
  { step, ...context }: QueryContext & { readonly step: number },
  base: string,
): string | undefined {
  if (!expr.includes("__rate_interval") || rateIntervalOf(step, SLOW_SCRAPE) <= rateIntervalOf(step)) return undefined;
  const scope = withBuiltIn(context.scope, stepBuiltIns(step, SLOW_SCRAPE));
  return narrowed(interpolate(expr, scope, "prometheus"), base, context);
}

/** Kinds of panels that draw exemplars. */
const EXEMPLAR_KINDS = new Set(["timeseries", "heatmap"]);

/** With the conditions that users added for this data source; `undefined` where one cannot be added. */
function narrowed(expr: string, base: string, { scope, sources }: QueryContext): string | undefined {
  const { addMatchers } = scope;
  if (addMatchers === undefined) return expr;
  const filters = [...scope.variables.values()].flatMap(({ variable, chosen }) => {
    if (variable.type !== "adhoc") return [];
    const source = findDataSource(readDataSource(variable.dataSource), sources, scope);
    const isMeant = source.kind === "prometheus" && source.base === base;
    return isMeant ? chosen.flatMap((text) => readFilter(text) ?? []) : [];
  });
  return addMatchers(expr, filters);
}

/** Whom a query is asked of: the panel's source, unless each of its queries has its own. */
export function sourceRefOf(target: Pick<Target, "datasource">, panel: Pick<Panel, "datasource">): DataSourceRef {
  const isPanels = panel.datasource.uid !== undefined && !panel.datasource.uid.startsWith("-- ");
  return isPanels ? panel.datasource : target.datasource;
}

function durationIn(text: string, scope: Scope): number | undefined {
  return parseDuration(interpolate(text, scope));
}

function exemplarsOf(frame: FrameQuery, base: string, { from, to }: Span): Omit<PanelQuery, "source"> {
  return {
    isOptional: true,
    query: { ...frame, format: "exemplars" },
    call: {
      base,
      path: "query_exemplars",
      parameters: [
        ["query", frame.expr],
        ["start", String(from / 1000)],
        ["end", String(to / 1000)],
      ],
    },
  };
}

/** Whether there are alerting rules at all: without any, that no alert fires means nothing. */
function rulesOf(frame: FrameQuery, base: string): Omit<PanelQuery, "source"> {
  return {
    isOptional: true,
    query: { ...frame, format: "rules" },
    call: { base, path: "rules", parameters: [["type", "alert"]] },
  };
}

interface CallContext {
  readonly base: string;
  readonly frame: FrameQuery;
  readonly span: Span;
  /** Days begin by its clock. */
  readonly timeZone: string;
}

function callsOf(
  { isInstant, isRange }: Target,
  { base, frame, span, timeZone }: CallContext,
): Omit<PanelQuery, "source">[] {
  const step = frame.step ?? 1000;
  const aligned = alignSpan(span, step, timeZone);
  const range: Omit<PanelQuery, "source"> = {
    query: frame,
    call: {
      base,
      path: "query_range",
      parameters: [
        ["query", frame.expr],
        ["start", String(aligned.from / 1000)],
        ["end", String(aligned.to / 1000)],
        ["step", String(step / 1000)],
      ],
    },
  };
  const instant: Omit<PanelQuery, "source"> = {
    query: { ...frame, step: undefined },
    call: {
      base,
      path: "query",
      parameters: [
        ["query", frame.expr],
        ["time", String(Math.floor(span.to / 1000))],
      ],
    },
  };
  return [...(isRange || !isInstant ? [range] : []), ...(isInstant ? [instant] : [])];
}
