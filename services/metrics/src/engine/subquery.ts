import { MetricsError } from "../errors.ts";
import { type Histogram, RESET_GAUGE, RESET_UNKNOWN } from "../histogram/histogram.ts";
import type { Subquery } from "../promql/syntax.ts";
import { type Evaluation, shiftFrame } from "./evaluation.ts";
import { ABSENT, endOf, type Frame, HISTOGRAM, type Samples, timeAt, type VectorSeries } from "./values.ts";

/** Points of one series that a subquery may have: a year of minutes and a half more. */
const MAX_STEPS = 1_000_000;

/**
 * The steps at which the inner expression of a subquery is evaluated: multiples of its step that lie in the windows of
 * the outer steps, whatever the start of the query.
 *
 * @throws MetricsError `too_many_samples` when one series alone would be too long
 */
export function subqueryFrame(
  subquery: Subquery,
  evaluation: Pick<Evaluation, "frame" | "queryTimes" | "defaultStepMs">,
): Frame {
  const shifted = shiftFrame(evaluation, subquery);
  const stepMs = subquery.stepMs ?? evaluation.defaultStepMs;
  const startMs = (Math.floor((shifted.startMs - subquery.rangeMs) / stepMs) + 1) * stepMs;
  const count = Math.max(0, Math.floor((endOf(shifted) - startMs) / stepMs) + 1);
  if (!(count <= MAX_STEPS)) throw new MetricsError("too_many_samples");
  return { startMs, stepMs, count };
}

/** The steps of a series as samples, for a window to look at. */
export function sampleSeries({ values, present, histograms }: VectorSeries, frame: Frame): Samples {
  const times = new Float64Array(frame.count);
  const kept = new Float64Array(frame.count);
  const keptHistograms: (Histogram | undefined)[] | undefined = histograms && [];
  let count = 0;
  for (let step = 0; step < frame.count; step += 1) {
    if (present[step] === ABSENT) continue;
    times[count] = timeAt(frame, step);
    kept[count] = values[step] ?? 0;
    if (keptHistograms !== undefined)
      keptHistograms[count] = present[step] === HISTOGRAM ? withoutResetHint(histograms?.[step]) : undefined;
    count += 1;
  }
  return { times, values: kept, count, histograms: keptHistograms };
}

/** Between the steps of a subquery may be samples, or none: what a sender said about the sample before does not count. */
function withoutResetHint(histogram: Histogram | undefined): Histogram | undefined {
  if (histogram === undefined || histogram.resetHint === RESET_GAUGE) return histogram;
  return histogram.resetHint === RESET_UNKNOWN ? histogram : { ...histogram, resetHint: RESET_UNKNOWN };
}
