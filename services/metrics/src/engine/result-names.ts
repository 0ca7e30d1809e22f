import { MetricsError } from "../errors.ts";
import { withoutMetadata } from "../labels/labels.ts";
import { ABSENT, type Column, emptyColumn, groupBy, setAt, type VectorSeries, valueAt } from "./values.ts";
import type { Work } from "./work.ts";

/**
 * Removes names, types and units that no longer tell what the values are, at the very end of a query. Series that cannot be told
 * apart any more become one, when they have no step in common.
 *
 * @throws MetricsError `query_refused` when they have
 */
export async function finishNames(series: readonly VectorSeries[], work: Work): Promise<VectorSeries[]> {
  const named = series.map((one) =>
    one.dropsName ? { ...one, labels: withoutMetadata(one.labels), dropsName: false } : one,
  );
  const groups = await groupBy(named, ({ labels }) => labels, work);
  return [...groups.values()].map(mergeSeries);
}

/** @throws MetricsError `query_refused` when two series with equal labels have a value at the same step */
export async function refuseSameLabels(series: readonly VectorSeries[], work: Work): Promise<void> {
  const groups = await groupBy(series, ({ labels }) => labels, work);
  for (const group of groups.values()) mergeSeries(group);
}

function mergeSeries(group: readonly VectorSeries[]): VectorSeries {
  const [first, ...others] = group;
  if (first === undefined) throw new TypeError("a group has at least one member");
  if (others.length === 0) return first;
  const column = emptyColumn(first.values.length);
  for (const one of group) mergeColumn(one, column);
  return { ...first, ...column };
}

function mergeColumn(from: Column, into: Column): void {
  for (const [step, kind] of from.present.entries()) {
    if (kind === ABSENT) continue;
    if (into.present[step] !== ABSENT) {
      throw new MetricsError("query_refused", { detail: "vector cannot contain metrics with the same labelset" });
    }
    setAt(into, step, valueAt(from, step));
  }
}
