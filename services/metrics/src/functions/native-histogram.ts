import { emptyColumn, FLOAT, HISTOGRAM, type Value, type VectorSeries } from "../engine/values.ts";
import { histogramVariance } from "../histogram/distribution.ts";
import type { Histogram } from "../histogram/histogram.ts";
import type { CallContext } from "./declaration.ts";
import { seriesOf } from "./vector-functions.ts";

/** A function that makes a number of each native histogram of a vector, and nothing of floats. */
function ofHistograms(apply: (histogram: Histogram) => number): (context: CallContext) => Promise<Value> {
  return async ({ arguments: [vector], work }) => ({
    kind: "vector",
    series: await numbersOf(seriesOf(vector), (histogram) => apply(histogram), work),
  });
}

/** The number that each native histogram of some series comes to, where there are any. */
export async function numbersOf(
  series: readonly VectorSeries[],
  apply: (histogram: Histogram, step: number, labels: VectorSeries["labels"]) => number,
  work: CallContext["work"],
): Promise<VectorSeries[]> {
  const numbers: VectorSeries[] = [];
  for (const one of series) {
    if (one.histograms === undefined) continue;
    if (work.isDue()) await work.rest();
    work.hold(one.values.length);
    const column = emptyColumn(one.values.length);
    for (const [step, kind] of one.present.entries()) {
      const histogram = kind === HISTOGRAM ? one.histograms[step] : undefined;
      if (histogram === undefined) continue;
      column.values[step] = apply(histogram, step, one.labels);
      column.present[step] = FLOAT;
    }
    if (column.present.includes(FLOAT)) numbers.push({ labels: one.labels, dropsName: true, ...column });
  }
  return numbers;
}

export const histogramCount = ofHistograms(({ count }) => count);
export const histogramSum = ofHistograms(({ sum }) => sum);
export const histogramAvg = ofHistograms(({ sum, count }) => sum / count);
export const histogramStddev = ofHistograms((histogram) => Math.sqrt(histogramVariance(histogram)));
export const histogramStdvar = ofHistograms(histogramVariance);
