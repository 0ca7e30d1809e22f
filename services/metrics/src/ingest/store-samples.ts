import { formatLabels } from "../labels/labels.ts";
import { Batch } from "../store/batch.ts";
import type { MetricStore } from "../store/store.ts";
import type { SentRequest } from "./remote-write.ts";

/** What became of a request. */
export interface IngestResult {
  readonly stored: number;
  /** Why a part was refused for good; its sender must not send it again. */
  readonly refusals: readonly string[];
  /** Series that the store has no room for. */
  readonly surplus: number;
}

/**
 * Stores what can be stored of a request. Samples that are there already count as stored: the answer to a request may
 * have been lost.
 *
 * @throws MetricsError `write_failed`, `store_closed`
 */
export async function storeSamples(store: MetricStore, request: SentRequest): Promise<IngestResult> {
  const batch = new Batch();
  const refusals = [...request.refusals];
  let surplus = 0;
  for (const { labels, samples } of request.series) {
    const series = store.seriesFor(labels);
    if (series === undefined) {
      surplus += 1;
      if (surplus === 1) refusals.push(`there are too many series for ${formatLabels(labels)}`);
      continue;
    }
    for (const { timeMs, low, high } of samples) batch.addBits(series, timeMs, high, low);
  }
  const { stored, repeated, conflicting, tooOld, tooNew } = await store.append(batch);
  if (conflicting > 0) refusals.push(`${conflicting} samples have another value than the one that is stored`);
  if (tooOld > 0) refusals.push(`${tooOld} samples are out of order, or too old`);
  if (tooNew > 0) refusals.push(`${tooNew} samples are more than 10 minutes ahead of the clock`);
  if (request.histograms > 0) refusals.push(`${request.histograms} native histograms are not stored here`);
  return { stored: stored + repeated, refusals, surplus };
}
