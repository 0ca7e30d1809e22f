import { formatLabels } from "../labels/labels.ts";
import { Batch } from "../store/batch.ts";
import type { Exemplar } from "../store/exemplars.ts";
import { isPart } from "../store/histogram-parts.ts";
import { inSlices } from "../store/pauses.ts";
import type { MetricStore } from "../store/store.ts";
import { HistogramError, type SentHistogram } from "./histogram-message.ts";
import type { SentMetadata, SentMetadataStore } from "./metadata.ts";
import { addRefusal, type SentRequest, type SentSeries } from "./sent-request.ts";

/** What became of a request. */
export interface IngestResult {
  readonly stored: number;
  readonly histograms: number;
  readonly exemplars: number;
  /** Why a part was refused for good; its sender must not send it again. */
  readonly refusals: readonly string[];
  /** Points of which the store refused something. */
  readonly refusedPoints: number;
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
  const intake = new Intake(store, request);
  await inSlices(addAll(intake, request.series));
  const { stored, repeated, conflicting, tooOld, tooNew, refusedAt } = await store.append(intake.batch);
  for (const at of refusedAt) intake.refuseAt(at);
  const { refusals, histograms, surplus } = intake;
  if (conflicting > 0) refusals.push(`${conflicting} samples have another value than the one that is stored`);
  if (tooOld > 0) refusals.push(`${tooOld} samples are out of order, or too old`);
  if (tooNew > 0) refusals.push(`${tooNew} samples are more than 10 minutes ahead of the clock`);
  // Which of both kinds was refused is not known: histograms that came are counted first.
  const kept = Math.min(histograms, stored + repeated);
  return {
    stored: stored + repeated - kept,
    histograms: kept,
    exemplars: await inSlices(storeExemplars(store, request)),
    refusals,
    refusedPoints: intake.refusedPoints.size,
    surplus,
  };
}

function* addAll(intake: Intake, all: readonly SentSeries[]): Generator<void, void> {
  for (const series of all) {
    intake.add(series);
    yield;
  }
}

/** Gathers a batch out of series, and what is wrong with some of them. */
class Intake {
  readonly #store: MetricStore;
  readonly batch: Batch;
  readonly refusals: string[];
  readonly refusedPoints = new Set<object>();
  /** By the places of their samples in the batch. */
  readonly #pointByPlace = new Map<number, object>();
  histograms = 0;
  surplus = 0;

  constructor(store: MetricStore, { known = new Batch(), refusals }: SentRequest) {
    this.#store = store;
    this.batch = known;
    this.refusals = [...refusals];
  }

  add(sent: SentSeries): void {
    const { labels, samples } = sent;
    const before = this.batch.size;
    if (isPart(labels)) {
      addRefusal(this.refusals, `a label has a name that cannot be stored: ${formatLabels(labels)}`);
      this.#refusePoint(sent.point);
      return;
    }
    if (samples.length > 0) {
      const series = this.#store.seriesFor(labels);
      if (series === undefined) this.#refuseSeries(sent);
      else for (const { timeMs, low, high } of samples) this.batch.addBits(series, timeMs, high, low);
    }
    this.#addHistograms(sent);
    const { point } = sent;
    if (point !== undefined) for (let at = before; at < this.batch.size; at += 1) this.#pointByPlace.set(at, point);
  }

  /** @param place - of a sample in the batch as it was gathered */
  refuseAt(place: number): void {
    this.#refusePoint(this.#pointByPlace.get(place));
  }

  #addHistograms(sent: SentSeries): void {
    if (sent.histograms === undefined || sent.histograms.length === 0) return;
    for (const one of sent.histograms) {
      try {
        if (one.isStale) this.#addEnd(sent, one.timeMs);
        else this.#addHistogram(sent, one);
      } catch (error) {
        if (!(error instanceof HistogramError)) throw error;
        addRefusal(this.refusals, `${error.message}: ${formatLabels(sent.labels)}`);
        this.#refusePoint(sent.point);
      }
    }
  }

  /** @throws HistogramError */
  #addHistogram(sent: SentSeries, one: SentHistogram): void {
    const histogram = one.read();
    const series = sent.known ?? this.#store.head.histogramsFor(sent.labels);
    if (series === undefined) {
      this.#refuseSeries(sent);
      return;
    }
    this.batch.addHistogram(series, one.timeMs, histogram);
    this.histograms += 1;
  }

  #addEnd(sent: SentSeries, timeMs: number): void {
    const series = this.#store.seriesFor(sent.labels);
    if (series === undefined) this.#refuseSeries(sent);
    else this.batch.addStale(series, timeMs);
  }

  #refusePoint(point: object | undefined): void {
    if (point !== undefined) this.refusedPoints.add(point);
  }

  #refuseSeries({ labels, point }: SentSeries): void {
    this.surplus += 1;
    this.#refusePoint(point);
    if (this.surplus === 1) this.refusals.push(`there are too many series for ${formatLabels(labels)}`);
  }
}

/** Keeps what the sender says of its metrics. */
export function addMetadata(kept: SentMetadataStore, { metadata = [] }: SentRequest): Promise<void> {
  return inSlices(addEach(kept, metadata));
}

function* addEach(kept: SentMetadataStore, metadata: readonly SentMetadata[]): Generator<void, void> {
  for (const one of metadata) {
    kept.add(one);
    yield;
  }
}

/** Exemplars of one series that a request can add: as many as are kept of it. */
const MAX_EXEMPLARS = 1000;

/** Exemplars older than the newest one that is stored are skipped: the samples next to them are what matters. */
function* storeExemplars({ exemplars: kept }: MetricStore, { series }: SentRequest): Generator<void, number> {
  let stored = 0;
  for (const { labels, exemplars = NO_EXEMPLARS } of series) {
    if (exemplars.length === 0) continue;
    for (const exemplar of exemplars.slice(-MAX_EXEMPLARS)) if (kept.add(labels, exemplar)) stored += 1;
    yield;
  }
  return stored;
}

const NO_EXEMPLARS: readonly Exemplar[] = [];
