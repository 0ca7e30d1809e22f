import { MetricsError } from "../errors.ts";
import { noteQuantile } from "../functions/quantile-note.ts";
import { compareValues } from "../functions/vector-functions.ts";
import { type Grouping, isLabelName, type Labels, labelsKey, METADATA_LABELS, withLabel } from "../labels/labels.ts";
import { quoteString } from "../promql/literal.ts";
import type { Aggregation } from "../promql/syntax.ts";
import { formatFloat, formatPlain } from "./float-text.ts";
import { HistogramNotes } from "./histogram-notes.ts";
import { histogramText } from "./histogram-text.ts";
import type { Notes } from "./notes.ts";
import { quantileOf } from "./quantile.ts";
import {
  ABSENT,
  dropsAnyName,
  emptyColumn,
  FLOAT,
  floatsOf,
  HISTOGRAM,
  hasAny,
  type Value,
  type VectorSeries,
} from "./values.ts";
import type { Work } from "./work.ts";

/** What aggregations that look at a whole group at once work with. */
export interface AggregationContext {
  readonly aggregation: Aggregation;
  readonly parameter: Value | undefined;
  readonly grouping: Grouping;
  readonly work: Work;
  readonly notes: Notes;
}

type Group = readonly VectorSeries[];

/** `topk` (sign -1) and `bottomk` (1): the series of each group that stay at each step, NaN last, the best first. */
export async function rank(
  context: AggregationContext,
  groups: readonly Group[],
  sign: 1 | -1,
): Promise<VectorSeries[]> {
  const order = (group: Group, step: number) => (one: number, other: number) =>
    compareValues(group[one]?.values[step] ?? 0, group[other]?.values[step] ?? 0, sign) || one - other;
  const ranked = await keepFirst(context, floatGroups(context, groups), (group, step) =>
    presentAt(group, step).sort(order(group, step)),
  );
  // The order of one step is the order of the answer; a range has none.
  return ranked.flatMap((group) => (group[0]?.values.length === 1 ? byFirstValue(group, sign) : group));
}

/** `limitk`: the first series of each group at each step. */
export async function limitK(context: AggregationContext, groups: readonly Group[]): Promise<VectorSeries[]> {
  return (await keepFirst(context, groups, presentAt)).flat();
}

/** Keeps at each step as many series of a group as the parameter says, the first ones of an order. */
async function keepFirst(
  { parameter, work }: AggregationContext,
  groups: readonly Group[],
  order: (group: Group, step: number) => readonly number[],
): Promise<VectorSeries[][]> {
  const counts = countsOf(parameter);
  const result: VectorSeries[][] = [];
  for (const group of groups) {
    const kept = group.map((series) => ({ ...series, present: new Uint8Array(counts.length) }));
    for (const [step, count] of counts.entries()) {
      if (work.isDue()) await work.rest();
      const first = count < 1 ? [] : order(group, step).slice(0, count);
      for (const index of first) kept[index]?.present.fill(group[index]?.present[step] ?? FLOAT, step, step + 1);
    }
    result.push(kept.filter(hasAny));
  }
  return result;
}

/** How many series stay at each step. @throws MetricsError `query_refused` for a count that is no whole number */
function countsOf(parameter: Value | undefined): Float64Array {
  const counts = parameter?.kind === "scalar" ? parameter.values : new Float64Array(0);
  if (counts.every((count) => count < 1)) return new Float64Array(0);
  if (counts.some(Number.isNaN)) throw new MetricsError("query_refused", { detail: "Parameter value is NaN" });
  const tooLarge = counts.find((count) => Math.abs(count) >= 2 ** 63);
  if (tooLarge === undefined) return counts.map(Math.trunc);
  throw new MetricsError("query_refused", { detail: `Scalar value ${formatFloat(tooLarge)} overflows int64` });
}

function presentAt(group: Group, step: number): number[] {
  const indexes: number[] = [];
  for (const [index, { present }] of group.entries()) if (present[step] !== ABSENT) indexes.push(index);
  return indexes;
}

function byFirstValue(series: readonly VectorSeries[], sign: 1 | -1): VectorSeries[] {
  return series.toSorted((one, other) => compareValues(one.values[0] ?? 0, other.values[0] ?? 0, sign));
}

/** Native histograms have no order: they are left out, and that is said. */
function floatGroups({ aggregation, notes }: AggregationContext, groups: readonly Group[]): readonly Group[] {
  if (groups.every((group) => group.every(({ histograms }) => histograms === undefined))) return groups;
  const span = aggregation.operand.span;
  new HistogramNotes(notes, span).ignoredInAggregation(aggregation.operator);
  return groups.map((group) => group.map(floatsOf).filter(hasAny)).filter((group) => group.length > 0);
}

export async function quantileOfGroups(context: AggregationContext, all: readonly Group[]): Promise<VectorSeries[]> {
  const { parameter, grouping, notes, aggregation, work } = context;
  const groups = floatGroups(context, all);
  const quantiles = parameter?.kind === "scalar" ? parameter.values : new Float64Array(0);
  for (const quantile of new Set(quantiles))
    noteQuantile(quantile, notes, aggregation.parameter?.span ?? aggregation.span);
  const result: VectorSeries[] = [];
  for (const group of groups) {
    const [first] = group;
    if (first === undefined) continue;
    work.hold(first.values.length);
    const column = emptyColumn(first.values.length);
    for (let step = 0; step < column.values.length; step += 1) {
      if (work.isDue()) await work.rest();
      const values = Float64Array.from(presentAt(group, step), (index) => group[index]?.values[step] ?? 0);
      if (values.length === 0) continue;
      column.values[step] = quantileOf(quantiles[step] ?? Number.NaN, values);
      column.present[step] = FLOAT;
    }
    result.push({ labels: grouping(first.labels), dropsName: dropsAnyName(group), ...column });
  }
  return result;
}

/** `count_values("label", v)`: how many series of a group have each value. */
export async function countValues(
  { aggregation, parameter, grouping, work }: AggregationContext,
  groups: readonly Group[],
): Promise<VectorSeries[]> {
  const label = parameter?.kind === "string" ? parameter.text : "";
  if (!isLabelName(label)) {
    throw new MetricsError("query_refused", { detail: `invalid label name ${quoteString(label)}` });
  }
  // What `without` names is left out, be it the new label.
  const isLeftOut = aggregation.isWithout && [...aggregation.grouping, ...METADATA_LABELS].includes(label);
  const results = new Map<string, VectorSeries>();
  for (const group of groups) {
    for (const series of group) {
      if (work.isDue()) await work.rest();
      countSeries(series, grouping(series.labels), isLeftOut ? undefined : label, results, work);
    }
  }
  return [...results.values()];
}

function countSeries(
  { values, present, histograms, dropsName }: VectorSeries,
  labels: Labels,
  label: string | undefined,
  results: Map<string, VectorSeries>,
  work: Work,
): void {
  for (let step = 0; step < values.length; step += 1) {
    if (present[step] === ABSENT) continue;
    const histogram = present[step] === HISTOGRAM ? histograms?.[step] : undefined;
    const text = histogram === undefined ? formatPlain(values[step] ?? 0) : histogramText(histogram);
    const counted = label === undefined ? labels : withLabel(labels, label, text);
    const key = labelsKey(counted);
    const target = resultFor(key, { labels: counted, dropsName, count: values.length }, results, work);
    target.values[step] = (target.values[step] ?? 0) + 1;
    target.present[step] = FLOAT;
  }
}

interface CountedSeries extends Pick<VectorSeries, "labels" | "dropsName"> {
  readonly count: number;
}

function resultFor(
  key: string,
  { labels, dropsName, count }: CountedSeries,
  results: Map<string, VectorSeries>,
  work: Work,
): VectorSeries {
  const known = results.get(key);
  if (known === undefined) work.hold(count);
  if (known !== undefined && (known.dropsName || !dropsName)) return known;
  const target = known === undefined ? { labels, dropsName, ...emptyColumn(count) } : { ...known, dropsName };
  results.set(key, target);
  return target;
}
