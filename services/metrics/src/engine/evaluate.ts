import { MetricsError } from "../errors.ts";
import type { CallContext, EdgeImplementation, Implementation } from "../functions/declaration.ts";
import { type HistogramWindow, hasFloatsOnly } from "../functions/histogram-windows.ts";
import { functionNamed, functionsWithEdges } from "../functions/table.ts";
import { multiplyHistogram } from "../histogram/arithmetic.ts";
import type { Histogram } from "../histogram/histogram.ts";
import { labelValue, METRIC_NAME } from "../labels/labels.ts";
import { type Call, type Edges, type Expression, type RangeSelector, type Subquery, unwrap } from "../promql/syntax.ts";
import { SampleBuffer } from "../store/sample-buffer.ts";
import { aggregate } from "./aggregate.ts";
import { combine } from "./binary.ts";
import { type Evaluation, shiftFrame } from "./evaluation.ts";
import { HistogramNotes } from "./histogram-notes.ts";
import { addInfoLabels } from "./info-labels.ts";
import { infoTimeShift } from "./info-reference.ts";
import { detectResets } from "./reset-detection.ts";
import { selectVector } from "./select-vector.ts";
import { sampleSeries, subqueryFrame } from "./subquery.ts";
import {
  ABSENT,
  endOf,
  FLOAT,
  floatsOf,
  hasAny,
  type SampledSeries,
  type Samples,
  timeAt,
  type Value,
  type VectorSeries,
} from "./values.ts";
import { applyToWindows, type Window } from "./window.ts";
import type { Work } from "./work.ts";

/**
 * Evaluates an expression at all steps of the frame. Series are looked at one after the other, each over all steps, so
 * that its samples are decoded once. The columns of the result belong to the caller, who may write into them.
 *
 * @throws MetricsError for what only shows while evaluating, and when a limit of the query is reached
 */
export async function evaluate(expression: Expression, evaluation: Evaluation): Promise<Value> {
  // Also for values that no series stands behind: a subquery may have a million steps.
  evaluation.work.hold(evaluation.frame.count);
  await evaluation.work.restIfDue();
  switch (expression.kind) {
    case "number":
      return { kind: "scalar", values: new Float64Array(evaluation.frame.count).fill(expression.value) };
    case "string":
      return { kind: "string", text: expression.value };
    case "parentheses":
      return await evaluate(expression.expression, evaluation);
    case "vector selector":
      return { kind: "vector", series: await selectVector(expression, evaluation) };
    case "unary":
      return expression.operator === "+"
        ? await evaluate(expression.operand, evaluation)
        : await negate(await evaluate(expression.operand, evaluation), evaluation.work);
    case "binary": {
      const left = await evaluate(expression.left, evaluation);
      const right = await evaluate(expression.right, evaluation);
      return await combine(expression, left, right, evaluation);
    }
    case "aggregation": {
      const parameter = expression.parameter && (await evaluate(expression.parameter, evaluation));
      const operand = await evaluate(expression.operand, evaluation);
      return await aggregate(expression, operand, parameter, evaluation);
    }
    case "call":
      return await evaluateCall(expression, evaluation);
    default:
      throw new TypeError("range vectors are evaluated by the function that takes them");
  }
}

async function negate(value: Value, work: Work): Promise<Value> {
  if (value.kind === "scalar") return { kind: "scalar", values: value.values.map((number) => -number) };
  if (value.kind !== "vector") throw new TypeError("the parser lets no strings through");
  for (const { values, histograms } of value.series) {
    if (work.isDue()) await work.rest();
    for (let step = 0; step < values.length; step += 1) values[step] = -(values[step] ?? 0);
    for (const [step, one] of histograms?.entries() ?? []) {
      if (histograms !== undefined && one !== undefined) histograms[step] = multiplyHistogram(one, -1);
    }
  }
  return { kind: "vector", series: value.series.map((series) => ({ ...series, dropsName: true })) };
}

async function evaluateCall(call: Call, evaluation: Evaluation): Promise<Value> {
  const implementation = functionNamed(call.name)?.implementation;
  const [first] = call.arguments;
  if (implementation?.kind === "timestamp" && first !== undefined) return await evaluateTimestamp(first, evaluation);
  if (implementation?.kind === "info" && first !== undefined) return await evaluateInfo(call, first, evaluation);
  const args: Value[] = [];
  const inner = TOTALS.has(call.name) ? { ...evaluation, detectsResets: true } : evaluation;
  for (const argument of call.arguments) {
    if (!isRange(unwrap(argument))) args.push(await evaluate(argument, inner));
  }
  const { frame, queryTimes, work, notes } = evaluation;
  const context = { call, arguments: args, frame, queryTimes, work, notes };
  switch (implementation?.kind) {
    case "each":
      return await applyToEach(implementation, context);
    case "window":
      return await applyToRange(implementation, context, evaluation);
    case "values":
      return await implementation.apply(context);
    default:
      throw new TypeError("the parser lets only calls of functions through, with their arguments");
  }
}

/** Functions that look at the totals of histograms alone. As in the reference, counter resets are looked for below them. */
const TOTALS: ReadonlySet<string> = new Set(["histogram_avg", "histogram_count", "histogram_sum"]);

function isRange(expression: Expression): expression is RangeSelector | Subquery {
  return expression.kind === "range selector" || expression.kind === "subquery";
}

/** `timestamp(x)` tells when the samples of a selector were taken; of other vectors there is only the step's time. */
async function evaluateTimestamp(argument: Expression, evaluation: Evaluation): Promise<Value> {
  const inner = unwrap(argument);
  if (inner.kind === "vector selector") {
    return { kind: "vector", series: await selectVector(inner, evaluation, "timestamp") };
  }
  const value = await evaluate(inner, evaluation);
  if (value.kind !== "vector") throw new TypeError("the parser lets only instant vectors through");
  const times = Float64Array.from(
    { length: evaluation.frame.count },
    (_, step) => timeAt(evaluation.frame, step) / 1000,
  );
  for (const { values } of value.series) values.set(times);
  const series = value.series.map((one) => ({
    ...one,
    present: one.present.map((kind) => (kind === ABSENT ? ABSENT : FLOAT)),
    histograms: undefined,
    dropsName: true,
  }));
  return { kind: "vector", series };
}

/** `info(v, {…})` looks for series that describe those of v. */
async function evaluateInfo(call: Call, argument: Expression, evaluation: Evaluation): Promise<Value> {
  const value = await evaluate(argument, evaluation);
  const selector = call.arguments[1];
  if (value.kind !== "vector") throw new TypeError("the parser lets only instant vectors through");
  const matchers = selector?.kind === "vector selector" ? selector.matchers : [];
  const shift = infoTimeShift(argument, evaluation.queryTimes);
  return { kind: "vector", series: await addInfoLabels(value.series, { matchers, shift }, evaluation) };
}

async function applyToEach({ apply }: Extract<Implementation, { kind: "each" }>, context: CallContext): Promise<Value> {
  const [vector, ...parameters] = context.arguments;
  if (vector?.kind !== "vector") throw new TypeError("the parser lets only instant vectors through");
  // No function of each value has more than one scalar behind the vector.
  const [column] = scalarColumns(parameters);
  const floats = vector.series.map(floatsOf).filter(hasAny);
  for (const { values, present } of floats) {
    if (context.work.isDue()) await context.work.rest();
    for (let step = 0; step < values.length; step += 1) {
      if (present[step] !== ABSENT) values[step] = apply(values[step] ?? 0, column?.[step]);
    }
  }
  return { kind: "vector", series: floats.map((series) => ({ ...series, dropsName: true })) };
}

function scalarColumns(values: readonly Value[]): Float64Array[] {
  return values.flatMap((value) => (value.kind === "scalar" ? [value.values] : []));
}

async function applyToRange(
  implementation: Extract<Implementation, { kind: "window" }>,
  context: CallContext,
  evaluation: Evaluation,
): Promise<Value> {
  const { frame, work } = evaluation;
  const range = context.call.arguments.map(unwrap).find(isRange);
  if (range === undefined) throw new TypeError("the parser demands a range vector");
  const parameters = parametersByStep(context);
  for (const step of parameters) implementation.check?.(step, context);
  const edges = edgesOf(range);
  const withEdges = edges && edgeImplementation(context.call, implementation, edges);
  const reach = reachOf(edges, evaluation);
  const windows = { frame, shifted: shiftFrame(evaluation, shiftOf(range)), rangeMs: range.rangeMs, reach };
  const ofHistograms =
    withEdges === undefined || edges === undefined
      ? implementation.histograms
      : (window: HistogramWindow) => withEdges.histograms(window, edges);
  const result: VectorSeries[] = [];
  await eachSampledSeries(range, evaluation, async ({ labels, dropsName, samples }) => {
    const name = labelValue(labels, METRIC_NAME);
    const hasFloats = samples.histograms === undefined || samples.histograms.includes(undefined);
    if (implementation.expectsCounter && hasFloats) noteUnlikelyCounter(name, range, evaluation);
    const ofFloats = (window: Window, step: number) =>
      withEdges === undefined || edges === undefined
        ? implementation.apply(window, parameters[step] ?? NO_PARAMETERS)
        : withEdges.apply(window, edges);
    const notes = new HistogramNotes(evaluation.notes, range.span);
    const chosen = applyToKinds(ofHistograms, samples, ofFloats, { name, notes });
    const column = await applyToWindows(chosen.samples, windows, chosen.apply, work);
    if (column === undefined) return;
    work.hold(frame.count);
    result.push({ labels, dropsName: dropsName || implementation.keepsName === undefined, ...column });
  });
  return implementation.finish?.(result, context) ?? { kind: "vector", series: result };
}

function edgesOf(range: RangeSelector | Subquery): Edges | undefined {
  return range.kind === "subquery" ? undefined : range.vector.edges;
}

/** @throws MetricsError `query_refused` for a function that cannot look beyond the ends of its range */
function edgeImplementation(
  { name }: Call,
  { withEdges }: Extract<Implementation, { kind: "window" }>,
  edges: Edges,
): EdgeImplementation {
  if (withEdges?.edges.includes(edges)) return withEdges;
  const others = functionsWithEdges(edges).join(", ");
  const detail = `${edges} modifier can only be used with: ${others} - not with ${name}`;
  throw new MetricsError("query_refused", { detail });
}

/** How far beyond the ends of its range a selector looks for samples. */
function reachOf(edges: Edges | undefined, { lookbackMs }: Evaluation) {
  return {
    beforeMs: edges === undefined ? 0 : lookbackMs,
    afterMs: edges === "smoothed" ? lookbackMs : 0,
  };
}

const NO_PARAMETERS: readonly number[] = [];

type Apply = (window: Window, step: number) => number | Histogram | undefined;

/** Which samples of a series a function sees, and what it does with them: native histograms need one that knows them. */
function applyToKinds(
  ofHistograms: Extract<Implementation, { kind: "window" }>["histograms"],
  samples: Samples,
  ofFloats: Apply,
  context: { readonly name: string; readonly notes: HistogramNotes },
): { readonly samples: Samples; readonly apply: Apply } {
  const { histograms } = samples;
  if (histograms === undefined || ofHistograms === "same") return { samples, apply: ofFloats };
  if (ofHistograms === undefined) {
    const floats = floatSamples(samples, histograms);
    if (floats.count > 0 && floats.count < samples.count) context.notes.ignoredInRange(context.name);
    return { samples: floats, apply: ofFloats };
  }
  const apply: Apply = (window, step) => {
    const whole = { window, histograms, ...context };
    return hasFloatsOnly(whole) ? ofFloats(window, step) : ofHistograms(whole);
  };
  return { samples, apply };
}

function floatSamples({ times, values, count }: Samples, histograms: readonly (Histogram | undefined)[]): Samples {
  const isFloat = (_: number, at: number) => at < count && histograms[at] === undefined;
  const [keptTimes, keptValues] = [times.filter(isFloat), values.filter(isFloat)];
  return { times: keptTimes, values: keptValues, count: keptTimes.length };
}

/** The scalar arguments at each step; nothing when the call has none. */
function parametersByStep({ arguments: args, frame }: CallContext): readonly (readonly number[])[] {
  const columns = scalarColumns(args);
  if (columns.length === 0) return [];
  return Array.from({ length: frame.count }, (_, step) => columns.map((column) => column[step] ?? Number.NaN));
}

function shiftOf(range: RangeSelector | Subquery): RangeSelector["vector"] | Subquery {
  return range.kind === "subquery" ? range : range.vector;
}

const COUNTER_SUFFIX = /_(?:total|sum|count|bucket)$/;

function noteUnlikelyCounter(name: string, range: RangeSelector | Subquery, { notes }: Evaluation): void {
  if (name === "" || COUNTER_SUFFIX.test(name)) return;
  const text = `metric might not be a counter, name does not end in _total/_sum/_count/_bucket: ${JSON.stringify(name)}`;
  notes.inform(text, range.span);
}

/** Visits the series of a range vector one after the other. Samples may be overwritten after the visit. */
export async function eachSampledSeries(
  range: RangeSelector | Subquery,
  evaluation: Evaluation,
  visit: (series: SampledSeries) => Promise<void>,
): Promise<void> {
  if (range.kind === "subquery") await eachOfSubquery(range, evaluation, visit);
  else await eachOfSelector(range, evaluation, visit);
}

async function eachOfSelector(
  { vector, rangeMs }: RangeSelector,
  evaluation: Evaluation,
  visit: (series: SampledSeries) => Promise<void>,
): Promise<void> {
  const { source, work } = evaluation;
  const shifted = shiftFrame(evaluation, vector);
  const reach = reachOf(vector.edges, evaluation);
  const fromMs = shifted.startMs - rangeMs - reach.beforeMs + 1;
  const toMs = endOf(shifted) + reach.afterMs;
  const buffer = new SampleBuffer();
  for (const stored of await source.select(vector.matchers, fromMs, toMs)) {
    if (work.isDue()) await work.rest();
    stored.read(fromMs, toMs, buffer);
    buffer.dropStale();
    if (buffer.count === 0) continue;
    work.need(buffer.count);
    if (evaluation.detectsResets) detectResets(buffer);
    await visit({ labels: stored.labels, dropsName: false, samples: buffer });
  }
}

async function eachOfSubquery(
  subquery: Subquery,
  evaluation: Evaluation,
  visit: (series: SampledSeries) => Promise<void>,
): Promise<void> {
  const frame = subqueryFrame(subquery, evaluation);
  if (frame.count === 0) return;
  const value = await evaluate(subquery.expression, { ...evaluation, frame });
  if (value.kind !== "vector") throw new TypeError("the parser lets only instant vectors through");
  for (const series of value.series) {
    if (evaluation.work.isDue()) await evaluation.work.rest();
    await visit({ labels: series.labels, dropsName: series.dropsName, samples: sampleSeries(series, frame) });
  }
}
