import { emptyColumn, FLOAT, groupBy, type Value, type VectorSeries } from "../engine/values.ts";
import { droppingLabels, labelValue, METRIC_NAME } from "../labels/labels.ts";
import { parseNumber } from "../promql/literal.ts";
import { BucketRow, bucketQuantile, makeMonotonic } from "./classic-histogram.ts";
import type { CallContext } from "./declaration.ts";
import { noteQuantileOfCall } from "./quantile-note.ts";
import { scalarsOf, seriesOf } from "./vector-functions.ts";

const BUCKET_BOUND = "le";

/** A series that counts the observations up to a bound. */
interface BucketSeries {
  readonly series: VectorSeries;
  readonly upperBound: number;
}

/** `histogram_quantile(φ, b)` over classic histograms. */
export async function histogramQuantile(context: CallContext): Promise<Value> {
  const quantiles = scalarsOf(context.arguments[0]);
  for (const quantile of new Set(quantiles)) noteQuantileOfCall([quantile], context);
  const buckets = seriesOf(context.arguments[1]).flatMap((series) => bucketOf(series, context));
  const withoutBound = droppingLabels([BUCKET_BOUND, METRIC_NAME]);
  const result: VectorSeries[] = [];
  for (const group of groupBy(buckets, ({ series }) => withoutBound(series.labels)).values()) {
    if (context.work.isDue()) await context.work.rest();
    const series = quantileOfGroup(group, quantiles, context);
    if (series !== undefined) result.push(series);
  }
  return { kind: "vector", series: result };
}

function bucketOf(series: VectorSeries, { call, notes }: CallContext): BucketSeries[] {
  const bound = labelValue(series.labels, BUCKET_BOUND);
  const upperBound = parseNumber(bound) ?? parseNegative(bound);
  if (upperBound !== undefined) return [{ series, upperBound }];
  const name = labelValue(series.labels, METRIC_NAME);
  const text = `bucket label "le" is missing or has a malformed value of ${JSON.stringify(bound)} for metric name "${name}"`;
  notes.warn(text, call.arguments[1]?.span ?? call.span);
  return [];
}

function parseNegative(text: string): number | undefined {
  const amount = text.startsWith("-") ? parseNumber(text.slice(1)) : undefined;
  return amount === undefined ? undefined : -amount;
}

function quantileOfGroup(
  group: readonly BucketSeries[],
  quantiles: Float64Array,
  { call, frame, notes, work }: CallContext,
): VectorSeries | undefined {
  const buckets = group.toSorted((one, other) => one.upperBound - other.upperBound);
  const first = group[0]?.series;
  if (first === undefined) return undefined;
  work.hold(frame.count);
  const column = emptyColumn(frame.count);
  const row = new BucketRow(buckets.length);
  for (let step = 0; step < frame.count; step += 1) {
    readRow(buckets, step, row);
    if (row.length === 0) continue;
    if (makeMonotonic(row)) noteMended(labelValue(first.labels, METRIC_NAME), { call, notes });
    column.values[step] = bucketQuantile(quantiles[step] ?? Number.NaN, row);
    column.present[step] = FLOAT;
  }
  if (!column.present.includes(FLOAT)) return undefined;
  return { labels: droppingLabels([BUCKET_BOUND])(first.labels), dropsName: true, ...column };
}

function readRow(buckets: readonly BucketSeries[], step: number, row: BucketRow): void {
  row.clear();
  for (const { series, upperBound } of buckets) {
    if (series.present[step] === FLOAT) row.add(upperBound, series.values[step] ?? 0);
  }
}

function noteMended(name: string, { call, notes }: Pick<CallContext, "call" | "notes">): void {
  const page = "https://prometheus.io/docs/prometheus/latest/querying/functions/#histogram_quantile";
  const text = `input to histogram_quantile needed to be fixed for monotonicity (see ${page}) for metric name "${name}"`;
  notes.inform(text, call.arguments[1]?.span ?? call.span);
}
