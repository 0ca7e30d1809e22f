import type { Registry } from "@vedette/worker-metrics";
import { MetricsError } from "../errors.ts";
import { samplesBetween } from "../functions/edge-windows.ts";
import { compareLabels } from "../labels/labels.ts";
import type { Matcher } from "../labels/matcher.ts";
import { valueKindOf } from "../promql/check.ts";
import { experimentalPart } from "../promql/experimental.ts";
import { parseQuery } from "../promql/parse.ts";
import { ParseError } from "../promql/parse-error.ts";
import { printExpression } from "../promql/print.ts";
import { resolveDurations } from "../promql/resolve-durations.ts";
import { childrenOf, type Expression, type RangeSelector, type Subquery, unwrap } from "../promql/syntax.ts";
import { treeOf } from "../promql/tree.ts";
import type { SampleSource } from "../store/source.ts";
import { type Sight, visiblePart } from "../store/visible-part.ts";
import { requireAffordable } from "./cost.ts";
import { eachSampledSeries, evaluate } from "./evaluate.ts";
import { type Evaluation, type QueryTimes, shiftFrame } from "./evaluation.ts";
import { Notes } from "./notes.ts";
import { type QueryConcurrency, QueryQueue } from "./query-queue.ts";
import { finishNames } from "./result-names.ts";
import { FLOAT, type Frame, hasAny, type SampledSeries, type Samples, type VectorSeries } from "./values.ts";
import { Turns, Work } from "./work.ts";

/** Steps behind the first that one range query may take. */
const MAX_STEPS = 11_000;
/** Step of subqueries that name none: the evaluation interval that the peer has by default. */
const DEFAULT_STEP_MS = 60_000;

export interface QueryLimits {
  readonly timeoutMs: number;
  readonly maxSamples: number;
  readonly maxProcessedSamples: number;
  readonly lookbackMs: number;
  /** Whether queries may use what is experimental in the language. */
  readonly isExperimentalOn: boolean;
}

export interface QueryEngineOptions {
  readonly source: SampleSource;
  readonly limits: () => QueryLimits;
  readonly concurrency: QueryConcurrency;
  /** Gets the metrics of the queue. Default: none. */
  readonly registry?: Registry;
}

export interface QueryRequest {
  readonly query: string;
  /** The caller that the query counts for: `user:<id>`, `wall:<id>`. */
  readonly principal: string;
  /** What whoever asks may see. */
  readonly sight: Sight;
  /** Lowers the server's own limit. */
  readonly timeoutMs?: number | undefined;
  readonly lookbackMs?: number | undefined;
  /** Ends the evaluation when the client goes away. */
  readonly signal: AbortSignal;
}

/** What a query came to. */
export type ResultData =
  | { readonly kind: "scalar"; readonly timeMs: number; readonly value: number }
  | { readonly kind: "string"; readonly timeMs: number; readonly text: string }
  /** One value per series, at `frame.startMs`. */
  | { readonly kind: "vector"; readonly frame: Frame; readonly series: readonly VectorSeries[] }
  /** Values of a range query, at the steps of the frame. */
  | { readonly kind: "matrix"; readonly frame: Frame; readonly series: readonly VectorSeries[] }
  /** The samples of a range selector asked for at one time. */
  | { readonly kind: "samples"; readonly series: readonly SampledSeries[] };

export interface QueryResult {
  readonly data: ResultData;
  readonly warnings: readonly string[];
  readonly infos: readonly string[];
  /** Goes on pacing while the answer is written. */
  readonly work: Work;
  readonly times: QueryDurations;
}

/** How long the parts of a query took, in milliseconds. */
interface QueryDurations {
  /** Reading the text. */
  readonly preparationMs: number;
  /** Waiting for other queries. */
  readonly queueMs: number;
  readonly evaluationMs: number;
}

/** Answers PromQL queries about one source of samples. */
export class QueryEngine {
  readonly #source: SampleSource;
  readonly #limits: () => QueryLimits;
  readonly #queue: QueryQueue;
  readonly #turns = new Turns();

  constructor({ source, limits, concurrency, registry }: QueryEngineOptions) {
    this.#source = source;
    this.#limits = limits;
    this.#queue = new QueryQueue(concurrency, registry);
  }

  /**
   * Runs other work on the samples in the slots of queries.
   *
   * @throws MetricsError `too_many_queries_of_caller`, `too_many_queries`, `canceled`
   */
  inTurn<Result>(principal: string, signal: AbortSignal, work: () => Promise<Result>): Promise<Result> {
    return this.#queue.run(principal, signal, work);
  }

  /**
   * Evaluates a query at one time.
   *
   * @throws MetricsError `query_invalid`, `query_refused`, and those of the limits
   */
  instant(request: QueryRequest, timeMs: number): Promise<QueryResult> {
    return this.#run(request, { startMs: timeMs, stepMs: 0, count: 1 }, { endMs: timeMs, finish: instantData });
  }

  /**
   * Evaluates a query at `startMs`, and every `stepMs` until `endMs`.
   *
   * @throws MetricsError as `instant`, and `too_many_steps`
   */
  range(request: QueryRequest, startMs: number, endMs: number, stepMs: number): Promise<QueryResult> {
    const count = Math.floor((endMs - startMs) / stepMs) + 1;
    if (count - 1 > MAX_STEPS) throw new MetricsError("too_many_steps");
    return this.#run(request, { startMs, stepMs, count }, { endMs, finish: rangeData });
  }

  /** @param how - with the end that was asked for, which need not be a step */
  #run(
    request: QueryRequest,
    frame: Frame,
    { endMs, finish }: { readonly endMs: number; readonly finish: Finish },
  ): Promise<QueryResult> {
    const asked = performance.now();
    const expression = parse(request.query);
    const limits = this.#limits();
    if (!limits.isExperimentalOn) refuseExperimental(request.query, expression);
    const timeoutMs = Math.min(request.timeoutMs ?? limits.timeoutMs, limits.timeoutMs);
    const deadline = performance.now() + timeoutMs;
    const queryTimes = { startMs: frame.startMs, endMs, stepMs: frame.stepMs };
    const resolved = resolve(request.query, expression, queryTimes);
    const within = { frame, queryTimes, defaultStepMs: DEFAULT_STEP_MS };
    requireAffordable(resolved, within, limits.maxProcessedSamples);
    const prepared = performance.now();
    const { principal, signal } = request;
    return this.#queue.run(principal, signal, async () => {
      const begun = performance.now();
      const work = new Work({ ...limits, deadline, signal, turns: this.#turns, principal });
      work.check();
      const notes = new Notes(request.query);
      const lookbackMs = request.lookbackMs ?? limits.lookbackMs;
      const tools = {
        source: visiblePart(this.#source, request.sight, () => work.restIfDue()),
        lookbackMs,
        work,
        notes,
      };
      const data = await finish(resolved, { ...tools, ...within });
      const times = {
        preparationMs: prepared - asked,
        queueMs: begun - prepared,
        evaluationMs: performance.now() - begun,
      };
      return { data, warnings: notes.warnings, infos: notes.infos, work, times };
    });
  }
}

/**
 * A query in its usual form, on one line.
 *
 * @throws MetricsError `query_invalid`
 */
export function formatQuery(query: string): string {
  return printExpression(parse(query));
}

/**
 * A query as the tree of its parts.
 *
 * @throws MetricsError `query_invalid`
 */
export function queryTree(query: string): Readonly<Record<string, unknown>> {
  return treeOf(parse(query));
}

/**
 * The matchers of every selector in a query.
 *
 * @throws MetricsError `query_invalid`
 */
export function selectorsOf(query: string): (readonly Matcher[])[] {
  const found: (readonly Matcher[])[] = [];
  const waiting: Expression[] = [parse(query)];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    if (next.kind === "vector selector") found.push(next.matchers);
    waiting.push(...childrenOf(next));
  }
  return found;
}

/** What a selector with edges looked at beyond its range is not shown. */
function withinEdges(samples: Samples, range: RangeSelector | Subquery, evaluation: Evaluation): Samples {
  if (range.kind === "subquery" || range.vector.edges === undefined) return samples;
  const { startMs: endMs } = shiftFrame(evaluation, range.vector);
  const { times, values, count } = samples;
  const window = {
    times,
    values,
    first: 0,
    end: count,
    startMs: endMs - range.rangeMs,
    endMs,
    timeMs: endMs,
    lastReset: 0,
  };
  const shown = samples.histograms === undefined ? samplesBetween(window, range.vector.edges) : undefined;
  if (shown === undefined) return { ...samples, count: 0 };
  return { ...shown, count: shown.times.length };
}

type Finish = (expression: Expression, evaluation: Evaluation) => Promise<ResultData>;

function parse(query: string): Expression {
  return reading(() => parseQuery(query));
}

function resolve(query: string, expression: Expression, { startMs, endMs, stepMs }: QueryTimes): Expression {
  const lengths = { step: stepMs / 1000, range: (endMs - startMs) / 1000 };
  return reading(() => resolveDurations(query, expression, lengths));
}

function refuseExperimental(query: string, expression: Expression): void {
  const part = experimentalPart(query, expression);
  if (part === undefined) return;
  reading(() => {
    throw new ParseError(query, part.at, `${part.name} is experimental, and metrics.query.experimental is off`);
  });
}

/** @throws MetricsError `query_invalid` in place of a ParseError */
function reading<Result>(read: () => Result): Result {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof ParseError)) throw error;
    throw new MetricsError("query_invalid", { detail: `invalid parameter "query": ${error.message}`, cause: error });
  }
}

async function instantData(expression: Expression, evaluation: Evaluation): Promise<ResultData> {
  const { frame } = evaluation;
  const inner = unwrap(expression);
  if (inner.kind === "range selector" || inner.kind === "subquery") {
    return { kind: "samples", series: await samplesOf(inner, evaluation) };
  }
  const value = await evaluate(expression, evaluation);
  if (value.kind === "string") return { kind: "string", timeMs: frame.startMs, text: value.text };
  if (value.kind === "scalar") return { kind: "scalar", timeMs: frame.startMs, value: value.values[0] ?? Number.NaN };
  return { kind: "vector", frame, series: await finishNames(value.series.filter(hasAny), evaluation.work) };
}

async function rangeData(expression: Expression, evaluation: Evaluation): Promise<ResultData> {
  const kind = valueKindOf(expression);
  if (kind !== "scalar" && kind !== "instant vector") {
    const detail = `invalid parameter "query": invalid expression type "${kind}" for range query, must be Scalar or instant Vector`;
    throw new MetricsError("query_invalid", { detail });
  }
  const { frame } = evaluation;
  if (frame.count < 1) return { kind: "matrix", frame, series: [] };
  const value = await evaluate(expression, evaluation);
  if (value.kind === "string") throw new TypeError("a string is no range");
  const series =
    value.kind === "scalar"
      ? [scalarSeries(value.values)]
      : await finishNames(value.series.filter(hasAny), evaluation.work);
  return { kind: "matrix", frame, series: series.sort((one, other) => compareLabels(one.labels, other.labels)) };
}

function scalarSeries(values: Float64Array): VectorSeries {
  return { labels: [], dropsName: false, values, present: new Uint8Array(values.length).fill(FLOAT) };
}

async function samplesOf(range: RangeSelector | Subquery, evaluation: Evaluation): Promise<SampledSeries[]> {
  const result: SampledSeries[] = [];
  await eachSampledSeries(range, evaluation, async ({ samples, ...series }) => {
    const { times, values, count, histograms } = withinEdges(samples, range, evaluation);
    if (count === 0) return;
    evaluation.work.hold(count);
    const kept = { times: times.slice(0, count), values: values.slice(0, count), count };
    result.push({ ...series, samples: { ...kept, histograms: histograms?.slice(0, count) } });
  });
  return result.sort((one, other) => compareLabels(one.labels, other.labels));
}
