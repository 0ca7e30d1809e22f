import { droppingLabels, type Grouping, keepingLabels, METADATA_LABELS, NO_LABELS } from "../labels/labels.ts";
import type { Aggregation } from "../promql/syntax.ts";
import { ACCUMULATORS, isSimpleAggregation, type SimpleAggregation } from "./accumulators.ts";
import { addHistograms, countedSeries } from "./aggregate-histograms.ts";
import { type AggregationContext, countValues, limitK, quantileOfGroups, rank } from "./group-aggregations.ts";
import { HistogramNotes } from "./histogram-notes.ts";
import { limitRatio } from "./limit-ratio.ts";
import type { Notes } from "./notes.ts";
import { dropsAnyName, groupBy, type Value, type VectorSeries, type VectorValue } from "./values.ts";
import type { Work } from "./work.ts";

/** Aggregates a vector. `parameter` is the evaluated first argument of those operators that have one. */
export async function aggregate(
  aggregation: Aggregation,
  vector: Value,
  parameter: Value | undefined,
  tools: { readonly work: Work; readonly notes: Notes },
): Promise<VectorValue> {
  if (vector.kind !== "vector") throw new TypeError("the parser lets only instant vectors through");
  const grouping = groupingOf(aggregation);
  const { operator } = aggregation;
  if (isSimpleAggregation(operator)) return accumulate(aggregation, operator, vector.series, { grouping, ...tools });
  const groups = await groupBy(vector.series, ({ labels }) => grouping(labels), tools.work);
  const context = { aggregation, parameter, grouping, ...tools };
  return { kind: "vector", series: await aggregateGroups(context, [...groups.values()]) };
}

function aggregateGroups(
  context: AggregationContext,
  groups: readonly (readonly VectorSeries[])[],
): Promise<VectorSeries[]> {
  switch (context.aggregation.operator) {
    case "topk":
      return rank(context, groups, -1);
    case "bottomk":
      return rank(context, groups, 1);
    case "quantile":
      return quantileOfGroups(context, groups);
    case "count_values":
      return countValues(context, groups);
    case "limitk":
      return limitK(context, groups);
    case "limit_ratio":
      return limitRatio(context, groups);
    default:
      throw new TypeError(`${context.aggregation.operator} looks at one value after the other`);
  }
}

async function accumulate(
  aggregation: Aggregation,
  operator: SimpleAggregation,
  series: readonly VectorSeries[],
  { grouping, work, notes }: { readonly grouping: Grouping; readonly work: Work; readonly notes: Notes },
): Promise<VectorValue> {
  const histogramNotes = new HistogramNotes(notes, aggregation.operand.span);
  const result: VectorSeries[] = [];
  const groups = await groupBy(series, ({ labels }) => grouping(labels), work);
  for (const group of groups.values()) {
    const [first] = group;
    if (first === undefined) continue;
    work.hold(first.values.length);
    const accumulator = ACCUMULATORS[operator](first.values.length);
    for (const one of countedSeries(operator, group, histogramNotes)) {
      if (work.isDue()) await work.rest();
      accumulator.add(one);
    }
    const column = accumulator.result();
    await addHistograms(operator, group, column, { notes: histogramNotes, work });
    result.push({ labels: grouping(first.labels), dropsName: dropsAnyName(group), ...column });
  }
  return { kind: "vector", series: result };
}

function groupingOf({ isWithout, grouping }: Aggregation): Grouping {
  if (isWithout) return droppingLabels([...grouping, ...METADATA_LABELS]);
  return grouping.length === 0 ? () => NO_LABELS : keepingLabels(grouping);
}
