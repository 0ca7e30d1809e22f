import { METRIC_NAME } from "../labels/labels.ts";
import { Batch } from "../store/batch.ts";
import type { HeadSeries } from "../store/head-series.ts";
import type { MetricStore } from "../store/store.ts";
import { ExpositionError, type MetricMetadata, parseExposition } from "./exposition.ts";
import { type FetchedExposition, fetchExposition } from "./fetch-exposition.ts";
import { parseSeriesText } from "./series-text.ts";
import type { Target } from "./target.ts";
import { labelsInStore } from "./target-labels.ts";

/** What the last scrape of a target came to, for the status pages. */
export interface ScrapeState {
  readonly health: "unknown" | "up" | "down";
  readonly lastError: string;
  readonly lastScrapeMs: number | undefined;
  readonly lastDurationSeconds: number;
}

/** A series of the target, found by its text so that known ones need no parsing. */
interface KnownSeries {
  series: HeadSeries | undefined;
  /** Number of the scrape that showed it last. */
  seenIn: number;
  /** It has no time of its own: when it vanishes that is marked. */
  isMarked: boolean;
}

/** One scrape, ready to be stored. */
interface Scrape {
  readonly batch: Batch;
  samples: number;
  added: number;
}

/** Scrapes one target again and again. */
export class TargetScraper {
  readonly target: Target;
  readonly #store: MetricStore;
  readonly #userAgent: string;
  readonly #known = new Map<string, KnownSeries>();
  #scrapes = 0;
  metadata: ReadonlyMap<string, MetricMetadata> = new Map();
  state: ScrapeState = { health: "unknown", lastError: "", lastScrapeMs: undefined, lastDurationSeconds: 0 };

  constructor(target: Target, store: MetricStore, userAgent: string) {
    this.target = target;
    this.#store = store;
    this.#userAgent = userAgent;
  }

  /**
   * Scrapes once and stores what came, or that nothing came.
   *
   * @param timeMs - the time of all samples that have none of their own
   * @throws MetricsError when the store cannot take it; whatever is wrong with the target is stored as `up` = 0
   */
  async scrape(timeMs: number, signal: AbortSignal): Promise<void> {
    const start = performance.now();
    this.#scrapes += 1;
    const { scrape, error } = await this.#read(timeMs, signal);
    if (signal.aborted) return;
    this.#markVanished(scrape.batch, timeMs);
    const seconds = (performance.now() - start) / 1000;
    this.#report(scrape, { timeMs, seconds, isUp: error === "" });
    this.state = {
      health: error === "" ? "up" : "down",
      lastError: error,
      lastScrapeMs: timeMs,
      lastDurationSeconds: seconds,
    };
    await this.#store.append(scrape.batch);
  }

  async #read(timeMs: number, signal: AbortSignal): Promise<{ scrape: Scrape; error: string }> {
    try {
      const exposition = await fetchExposition(this.target, { userAgent: this.#userAgent, signal });
      return { scrape: this.#parse(exposition, timeMs), error: "" };
    } catch (error) {
      const failed = { batch: new Batch(), samples: 0, added: 0 };
      return { scrape: failed, error: error instanceof Error ? error.message : String(error) };
    }
  }

  #parse({ text, format }: FetchedExposition, timeMs: number): Scrape {
    const scrape = { batch: new Batch(), samples: 0, added: 0 };
    const metadata = new Map<string, MetricMetadata>();
    const seen: KnownSeries[] = [];
    parseExposition(text, format, {
      sample: (series, value, ownTime) => {
        scrape.samples += 1;
        const { sampleLimit, honorsTimestamps } = this.target;
        if (sampleLimit > 0 && scrape.samples > sampleLimit)
          throw new ExpositionError("sample limit exceeded", scrape.samples);
        const known = this.#find(series, scrape);
        const time = honorsTimestamps ? ownTime : undefined;
        known.isMarked = time === undefined;
        seen.push(known);
        if (known.series !== undefined) scrape.batch.add(known.series, time ?? timeMs, value);
      },
      metadata: (name, field, content) => {
        const known = metadata.get(name) ?? { type: "unknown", help: "", unit: "" };
        known[field] = content;
        metadata.set(name, known);
      },
    });
    // Only now: of an exposition that breaks off nothing counts as seen.
    for (const known of seen) known.seenIn = this.#scrapes;
    this.metadata = metadata;
    return scrape;
  }

  #find(text: string, scrape: Scrape): KnownSeries {
    const known = this.#known.get(text);
    if (known?.series !== undefined && !known.series.isGone) return known;
    const labels = parseSeriesText(text);
    if (labels === undefined) throw new ExpositionError(`${text} is not a series`, scrape.samples);
    const found = { series: this.#store.seriesFor(labelsInStore(labels, this.target)), seenIn: 0, isMarked: true };
    if (known === undefined) scrape.added += 1;
    // A copy: a part of the answer would keep all of it in memory.
    this.#known.set(known === undefined ? Buffer.from(text).toString() : text, found);
    return found;
  }

  /** Marks the end of series that this scrape did not show, and forgets them. */
  #markVanished(batch: Batch, timeMs: number): void {
    for (const [text, { series, seenIn, isMarked }] of this.#known) {
      if (seenIn === this.#scrapes) continue;
      this.#known.delete(text);
      if (isMarked && seenIn > 0 && series !== undefined) batch.addStale(series, timeMs);
    }
  }

  #report({ batch, samples, added }: Scrape, outcome: { timeMs: number; seconds: number; isUp: boolean }): void {
    const values = {
      up: outcome.isUp ? 1 : 0,
      scrape_duration_seconds: outcome.seconds,
      scrape_samples_scraped: samples,
      scrape_samples_post_metric_relabeling: samples,
      scrape_series_added: added,
    };
    for (const [name, value] of Object.entries(values)) {
      const series = this.#store.seriesFor(labelsInStore(new Map([[METRIC_NAME, name]]), this.target));
      if (series !== undefined) batch.add(series, outcome.timeMs, value);
    }
  }
}
