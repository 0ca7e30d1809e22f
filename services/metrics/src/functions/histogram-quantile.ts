import { formatLabelNumber } from "../engine/float-text.ts";
import { emptyColumn, FLOAT, groupBy, HISTOGRAM, type Value, type VectorSeries } from "../engine/values.ts";
import { histogramFraction as nativeFraction, histogramQuantile as nativeQuantile } from "../histogram/distribution.ts";
import type { Histogram } from "../histogram/histogram.ts";
import { droppingLabels, labelsKey, labelValue, METRIC_NAME, withLabel } from "../labels/labels.ts";
import { parseNumber } from "../promql/literal.ts";
import { BucketRow, bucketFraction, bucketQuantile, makeMonotonic } from "./classic-histogram.ts";
import type { CallContext } from "./declaration.ts";
import { numbersOf } from "./native-histogram.ts";
import { noteQuantile, noteQuantileOfCall } from "./quantile-note.ts";
import { scalarsOf, seriesOf } from "./vector-functions.ts";

const BUCKET_BOUND = "le";

/** A series that counts the observations up to a bound. */
interface BucketSeries {
  readonly series: VectorSeries;
  readonly upperBound: number;
}

/** What is made of one histogram at one step, of either kind. */
interface Reading {
  readonly ofBuckets: (row: BucketRow, step: number) => number;
  readonly ofNative: (histogram: Histogram, step: number, name: string) => number;
}

/** `histogram_quantile(φ, b)` */
export function histogramQuantile(context: CallContext): Promise<Value> {
  const quantiles = scalarsOf(context.arguments[0]);
  for (const quantile of new Set(quantiles)) noteQuantileOfCall([quantile], context);
  return readHistograms(
    context,
    1,
    quantileReading(context, 1, (step) => quantiles[step] ?? Number.NaN),
  );
}

/** `histogram_quantiles(b, "label", φ, …)`: each quantile under a label that names it. */
export async function histogramQuantiles(context: CallContext): Promise<Value> {
  const [, label, ...parameters] = context.arguments;
  const name = label?.kind === "string" ? label.text : "";
  const series: VectorSeries[] = [];
  for (const [at, parameter] of parameters.entries()) {
    const quantiles = scalarsOf(parameter);
    const span = context.call.arguments[at + 2]?.span ?? context.call.span;
    for (const quantile of new Set(quantiles)) noteQuantile(quantile, context.notes, span);
    const reading = quantileReading(context, 0, (step) => quantiles[step] ?? Number.NaN);
    const found = await readHistograms(context, 0, reading);
    const text = formatLabelNumber(quantiles[0] ?? Number.NaN);
    for (const one of seriesOf(found)) series.push({ ...one, labels: withLabel(one.labels, name, text) });
  }
  return { kind: "vector", series };
}

/** `histogram_fraction(lower, upper, b)` */
export function histogramFraction(context: CallContext): Promise<Value> {
  const [lower, upper] = context.arguments.map(scalarsOf);
  const at = (column: Float64Array | undefined, step: number) => column?.[step] ?? Number.NaN;
  return readHistograms(context, 2, {
    ofBuckets: (row, step) => bucketFraction(at(lower, step), at(upper, step), row),
    ofNative: (histogram, step, name) =>
      nativeFraction(at(lower, step), at(upper, step), histogram, () => {
        const text = "input to histogram_fraction has NaN observations, which are excluded from all fractions";
        context.notes.inform(`${text} ${metricNote(name)}`, context.call.arguments[2]?.span ?? context.call.span);
      }),
  });
}

function metricNote(name: string): string {
  return `for metric name ${JSON.stringify(name)}`;
}

function quantileReading(
  { call, notes }: CallContext,
  position: number,
  quantileAt: (step: number) => number,
): Reading {
  const span = call.arguments[position]?.span ?? call.span;
  return {
    ofBuckets: (row, step) => bucketQuantile(quantileAt(step), row),
    ofNative: (histogram, step, name) =>
      nativeQuantile(quantileAt(step), histogram, {
        nanResult: () =>
          notes.inform(`input to histogram_quantile has NaN observations, result is NaN ${metricNote(name)}`, span),
        nanSkew: () =>
          notes.inform(
            `input to histogram_quantile has NaN observations, result is skewed higher ${metricNote(name)}`,
            span,
          ),
      }),
  };
}

/** Reads native histograms as they are, and classic ones from the series of their buckets. */
async function readHistograms(context: CallContext, position: number, reading: Reading): Promise<Value> {
  const series = seriesOf(context.arguments[position]);
  const native = await numbersOf(
    series,
    (histogram, step, labels) => reading.ofNative(histogram, step, labelValue(labels, METRIC_NAME)),
    context.work,
  );
  const place = { ...context, position };
  const buckets = series.filter(hasFloats).flatMap((one) => bucketOf(one, place));
  const withoutBound = droppingLabels([BUCKET_BOUND]);
  const nativeByKey = new Map(native.map((one) => [labelsKey(withoutBound(one.labels)), one]));
  const result: VectorSeries[] = [];
  const groups = await groupBy(buckets, ({ series: one }) => withoutBound(one.labels), context.work);
  for (const [key, group] of groups) {
    if (context.work.isDue()) await context.work.rest();
    const read = readGroup(group, reading, place);
    const other = nativeByKey.get(key);
    if (read !== undefined && other !== undefined) removeShared(read, other, place);
    if (read?.present.includes(FLOAT)) result.push(read);
  }
  return { kind: "vector", series: [...native.filter(({ present }) => present.includes(FLOAT)), ...result] };
}

function hasFloats({ present, histograms }: VectorSeries): boolean {
  return histograms === undefined || (present.includes(FLOAT) && !present.includes(HISTOGRAM));
}

interface Place extends CallContext {
  /** Of the argument with the histograms. */
  readonly position: number;
}

/** One histogram in both kinds at the same step is neither. */
function removeShared(one: VectorSeries, other: VectorSeries, place: Place): void {
  let isShared = false;
  for (let step = 0; step < one.present.length; step += 1) {
    if (one.present[step] !== FLOAT || other.present[step] !== FLOAT) continue;
    isShared = true;
    one.present[step] = 0;
    other.present[step] = 0;
  }
  if (!isShared) return;
  const name = labelValue(one.labels, METRIC_NAME);
  const text = `vector contains a mix of classic and native histograms for metric name ${JSON.stringify(name)}`;
  place.notes.warn(text, spanOf(place));
}

function bucketOf(series: VectorSeries, place: Place): BucketSeries[] {
  const bound = labelValue(series.labels, BUCKET_BOUND);
  const upperBound = parseNumber(bound) ?? parseNegative(bound);
  if (upperBound !== undefined && !Number.isNaN(upperBound)) return [{ series, upperBound }];
  const name = labelValue(series.labels, METRIC_NAME);
  const text = `bucket label "le" is missing or has a malformed value of ${JSON.stringify(bound)} for metric name "${name}"`;
  place.notes.warn(text, spanOf(place));
  return [];
}

function spanOf({ call, position }: Place) {
  return call.arguments[position]?.span ?? call.span;
}

function parseNegative(text: string): number | undefined {
  const amount = text.startsWith("-") ? parseNumber(text.slice(1)) : undefined;
  return amount === undefined ? undefined : -amount;
}

function readGroup(group: readonly BucketSeries[], reading: Reading, place: Place): VectorSeries | undefined {
  const buckets = group.toSorted((one, other) => one.upperBound - other.upperBound);
  const first = group[0]?.series;
  if (first === undefined) return undefined;
  const { frame, work } = place;
  work.hold(frame.count);
  const column = emptyColumn(frame.count);
  const row = new BucketRow(buckets.length);
  for (let step = 0; step < frame.count; step += 1) {
    readRow(buckets, step, row);
    if (row.length === 0) continue;
    if (makeMonotonic(row)) noteMended(labelValue(first.labels, METRIC_NAME), place);
    column.values[step] = reading.ofBuckets(row, step);
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

function noteMended(name: string, place: Place): void {
  const page = "https://prometheus.io/docs/prometheus/latest/querying/functions/#histogram_quantile";
  const text = `input to histogram_quantile needed to be fixed for monotonicity (see ${page}) for metric name "${name}"`;
  place.notes.inform(text, spanOf(place));
}
