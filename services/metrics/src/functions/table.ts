import type { Edges, ValueKind } from "../promql/syntax.ts";
import { calendarFunction, calendarParts } from "./calendar.ts";
import type { FunctionDeclaration, Implementation } from "./declaration.ts";
import * as edgeWindows from "./edge-windows.ts";
import { histogramFraction, histogramQuantile, histogramQuantiles } from "./histogram-quantile.ts";
import * as ofHistograms from "./histogram-windows.ts";
import { checkIntegral, integral } from "./integral.ts";
import { labelJoin, labelReplace, sortByLabel } from "./label-functions.ts";
import * as native from "./native-histogram.ts";
import * as overTime from "./over-time.ts";
import { noteQuantileOfCall } from "./quantile-note.ts";
import { delta, idelta, increase, irate, rate } from "./rate.ts";
import { checkSmoothing, deriv, doubleExponentialSmoothing, predictLinear } from "./regression.ts";
import * as scalars from "./scalar-functions.ts";
import * as vectors from "./vector-functions.ts";

const VECTOR = "instant vector";
const RANGE = "range vector";
const SCALAR = "scalar";
const STRING = "string";

type WindowImplementation = Extract<Implementation, { kind: "window" }>;
type ValuesImplementation = Extract<Implementation, { kind: "values" }>;

/** A function of each value: `abs(v)`. */
function each(apply: (value: number) => number): FunctionDeclaration {
  return { parameters: [VECTOR], returns: VECTOR, implementation: { kind: "each", apply: (value) => apply(value) } };
}

/** A function of each window: `rate(x[5m])`. */
function window(
  apply: WindowImplementation["apply"],
  options: Omit<WindowImplementation, "kind" | "apply"> = {},
  parameters: readonly ValueKind[] = [RANGE],
): FunctionDeclaration {
  return { parameters, returns: VECTOR, implementation: { kind: "window", apply, ...options } };
}

/** A function of whole values. */
function values(
  parameters: readonly ValueKind[],
  returns: ValueKind,
  apply: ValuesImplementation["apply"],
  optional?: number | "many",
): FunctionDeclaration {
  const implementation = { kind: "values", apply } as const;
  return { parameters, returns, implementation, ...(optional !== undefined && { optional }) };
}

/** A part of a time: `hour()`, `hour(v)`. */
function calendar(part: (date: Date) => number): FunctionDeclaration {
  return { parameters: [VECTOR], optional: 1, returns: VECTOR, implementation: calendarFunction(part) };
}

/** A function that the peer may still change. */
function experimental(declaration: FunctionDeclaration): FunctionDeclaration {
  return { ...declaration, isExperimental: true };
}

const FUNCTIONS: Readonly<Record<string, FunctionDeclaration>> = {
  abs: each(Math.abs),
  absent: values([VECTOR], VECTOR, vectors.absent),
  absent_over_time: window(overTime.presentOverTime, { histograms: "same", finish: vectors.absentOf }),
  acos: each(Math.acos),
  acosh: each(Math.acosh),
  asin: each(Math.asin),
  asinh: each(Math.asinh),
  atan: each(Math.atan),
  atanh: each(Math.atanh),
  avg_over_time: window(overTime.avgOverTime, { histograms: ofHistograms.averageOfHistograms }),
  ceil: each(Math.ceil),
  changes: window(overTime.changes, {
    histograms: ofHistograms.changesOfHistograms,
    withEdges: edgeWindows.changesWithEdges,
  }),
  clamp: values([VECTOR, SCALAR, SCALAR], VECTOR, vectors.clamp),
  clamp_max: {
    parameters: [VECTOR, SCALAR],
    returns: VECTOR,
    implementation: { kind: "each", apply: (value, high = Number.NaN) => Math.min(value, high) },
  },
  clamp_min: {
    parameters: [VECTOR, SCALAR],
    returns: VECTOR,
    implementation: { kind: "each", apply: (value, low = Number.NaN) => Math.max(value, low) },
  },
  cos: each(Math.cos),
  cosh: each(Math.cosh),
  count_over_time: window(overTime.countOverTime, { histograms: "same" }),
  day_of_month: calendar(calendarParts.day_of_month),
  day_of_week: calendar(calendarParts.day_of_week),
  day_of_year: calendar(calendarParts.day_of_year),
  days_in_month: calendar(calendarParts.days_in_month),
  deg: each((value) => value * (180 / Math.PI)),
  delta: window(delta, { histograms: ofHistograms.deltaOfHistograms, withEdges: edgeWindows.deltaWithEdges }),
  deriv: window(deriv),
  double_exponential_smoothing: experimental(
    window(doubleExponentialSmoothing, { check: checkSmoothing }, [RANGE, SCALAR, SCALAR]),
  ),
  end: experimental(values([], SCALAR, scalars.end)),
  exp: each(Math.exp),
  first_over_time: window(overTime.firstOverTime, { histograms: ofHistograms.firstOfHistograms, keepsName: true }),
  floor: each(Math.floor),
  histogram_avg: values([VECTOR], VECTOR, native.histogramAvg),
  histogram_count: values([VECTOR], VECTOR, native.histogramCount),
  histogram_fraction: values([SCALAR, SCALAR, VECTOR], VECTOR, histogramFraction),
  histogram_quantile: values([SCALAR, VECTOR], VECTOR, histogramQuantile),
  histogram_quantiles: experimental(values([VECTOR, STRING, SCALAR], VECTOR, histogramQuantiles, "many")),
  histogram_stddev: values([VECTOR], VECTOR, native.histogramStddev),
  histogram_stdvar: values([VECTOR], VECTOR, native.histogramStdvar),
  histogram_sum: values([VECTOR], VECTOR, native.histogramSum),
  hour: calendar(calendarParts.hour),
  idelta: window(idelta, { histograms: ofHistograms.ideltaOfHistograms }),
  increase: window(increase, {
    histograms: ofHistograms.increaseOfHistograms,
    withEdges: edgeWindows.increaseWithEdges,
    expectsCounter: true,
  }),
  info: experimental({
    parameters: [VECTOR, VECTOR],
    optional: 1,
    returns: VECTOR,
    implementation: { kind: "info" },
  }),
  integral: experimental({
    ...window(integral, { check: checkIntegral }, [RANGE, SCALAR]),
    optional: 1,
  }),
  irate: window(irate, { histograms: ofHistograms.irateOfHistograms, expectsCounter: true }),
  label_join: values([VECTOR, STRING, STRING, STRING], VECTOR, labelJoin, "many"),
  label_replace: values([VECTOR, STRING, STRING, STRING, STRING], VECTOR, labelReplace),
  last_over_time: window(overTime.lastOverTime, { histograms: ofHistograms.lastOfHistograms, keepsName: true }),
  ln: each(Math.log),
  log10: each(Math.log10),
  log2: each(Math.log2),
  mad_over_time: experimental(window(overTime.madOverTime)),
  max_of: experimental(values([SCALAR, SCALAR], SCALAR, scalars.maxOf)),
  max_over_time: window(overTime.maxOverTime),
  min_of: experimental(values([SCALAR, SCALAR], SCALAR, scalars.minOf)),
  min_over_time: window(overTime.minOverTime),
  minute: calendar(calendarParts.minute),
  month: calendar(calendarParts.month),
  pi: values([], SCALAR, vectors.pi),
  predict_linear: window(predictLinear, {}, [RANGE, SCALAR]),
  present_over_time: window(overTime.presentOverTime, { histograms: "same" }),
  quantile_over_time: window(overTime.quantileOverTime, { check: noteQuantileOfCall }, [SCALAR, RANGE]),
  rad: each((value) => value * (Math.PI / 180)),
  range: experimental(values([], SCALAR, scalars.range)),
  rate: window(rate, {
    histograms: ofHistograms.rateOfHistograms,
    withEdges: edgeWindows.rateWithEdges,
    expectsCounter: true,
  }),
  resets: window(overTime.resets, {
    histograms: ofHistograms.resetsOfHistograms,
    withEdges: edgeWindows.resetsWithEdges,
  }),
  round: {
    parameters: [VECTOR, SCALAR],
    optional: 1,
    returns: VECTOR,
    implementation: {
      kind: "each",
      apply: (value, nearest = 1) => Math.floor(value * (1 / nearest) + 0.5) / (1 / nearest),
    },
  },
  scalar: values([VECTOR], SCALAR, vectors.scalar),
  sgn: each((value) => (value > 0 ? 1 : value < 0 ? -1 : value)),
  sin: each(Math.sin),
  sinh: each(Math.sinh),
  sort: values([VECTOR], VECTOR, vectors.sortByValue(1)),
  sort_by_label: experimental(values([VECTOR, STRING], VECTOR, sortByLabel(1), "many")),
  sort_by_label_desc: experimental(values([VECTOR, STRING], VECTOR, sortByLabel(-1), "many")),
  sort_desc: values([VECTOR], VECTOR, vectors.sortByValue(-1)),
  sqrt: each(Math.sqrt),
  start: experimental(values([], SCALAR, scalars.start)),
  // No sender's start times are stored, so that there is none to tell.
  start_timestamp: experimental(values([VECTOR], VECTOR, () => ({ kind: "vector", series: [] }))),
  stddev_over_time: window(overTime.stddevOverTime),
  stdvar_over_time: window(overTime.stdvarOverTime),
  step: experimental(values([], SCALAR, scalars.step)),
  sum_over_time: window(overTime.sumOverTime, { histograms: ofHistograms.sumOfHistograms }),
  tan: each(Math.tan),
  tanh: each(Math.tanh),
  time: values([], SCALAR, vectors.time),
  timestamp: { parameters: [VECTOR], returns: VECTOR, implementation: { kind: "timestamp" } },
  ts_of_first_over_time: experimental(window(overTime.tsOfFirstOverTime, { histograms: "same" })),
  ts_of_last_over_time: experimental(window(overTime.tsOfLastOverTime, { histograms: "same" })),
  ts_of_max_over_time: experimental(window(overTime.tsOfMaxOverTime)),
  ts_of_min_over_time: experimental(window(overTime.tsOfMinOverTime)),
  vector: values([SCALAR], VECTOR, vectors.vector),
  year: calendar(calendarParts.year),
};

/** The function of this name; names are case-sensitive. */
export function functionNamed(name: string): FunctionDeclaration | undefined {
  return Object.hasOwn(FUNCTIONS, name) ? FUNCTIONS[name] : undefined;
}

/** Names of the functions that can be asked for windows with such edges, in order. */
export function functionsWithEdges(edges: Edges): string[] {
  return Object.entries(FUNCTIONS)
    .filter(([, { implementation: one }]) => one.kind === "window" && one.withEdges?.edges.includes(edges))
    .map(([name]) => name)
    .sort();
}
