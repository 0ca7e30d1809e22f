import { averageHistograms, sumHistograms } from "../histogram/aggregate.ts";
import { labelValue, METRIC_NAME } from "../labels/labels.ts";
import type { SimpleAggregation } from "./accumulators.ts";
import type { HistogramNotes } from "./histogram-notes.ts";
import { ABSENT, type Column, FLOAT, floatsOf, HISTOGRAM, hasAny, setAt, type VectorSeries } from "./values.ts";
import type { Work } from "./work.ts";

/** Aggregations that native histograms take part in as they are. */
const ADDING: ReadonlySet<SimpleAggregation> = new Set(["sum", "avg"]);
/** Aggregations that only ask whether there is a value. */
const COUNTING: ReadonlySet<SimpleAggregation> = new Set(["count", "group"]);

/** The series of a group as an aggregation of floats may look at them. */
export function countedSeries(
  operator: SimpleAggregation,
  group: readonly VectorSeries[],
  notes: HistogramNotes,
): readonly VectorSeries[] {
  if (group.every(({ histograms }) => histograms === undefined)) return group;
  if (COUNTING.has(operator)) return group.map((one) => ({ ...one, histograms: undefined }));
  if (!ADDING.has(operator)) notes.ignoredInAggregation(operator);
  return group.map(floatsOf).filter(hasAny);
}

/** Adds what `sum` and `avg` make of the native histograms of a group to what they made of its floats. */
export async function addHistograms(
  operator: SimpleAggregation,
  group: readonly VectorSeries[],
  into: Column,
  { notes, work }: { readonly notes: HistogramNotes; readonly work: Work },
): Promise<void> {
  const having = group.filter(({ histograms }) => histograms !== undefined);
  if (having.length === 0 || !ADDING.has(operator)) return;
  for (let step = 0; step < into.values.length; step += 1) {
    if (work.isDue()) await work.rest();
    const found = having.flatMap(({ present, histograms }) =>
      present[step] === HISTOGRAM ? (histograms?.[step] ?? []) : [],
    );
    if (found.length === 0) continue;
    if (into.present[step] === FLOAT) {
      notes.mixedGroup();
      into.present[step] = ABSENT;
      continue;
    }
    const aggregate = operator === "avg" ? averageHistograms : sumHistograms;
    const result = aggregate(found, notes.during("aggregation"));
    if (result === undefined) notes.mixedSchemas(labelValue(having[0]?.labels ?? [], METRIC_NAME));
    setAt(into, step, result);
  }
}
