import { DecodeBudget } from "../ingest/decode-budget.ts";
import { type Labels, labelsOf, METRIC_NAME } from "../labels/labels.ts";
import { Batch } from "../store/batch.ts";
import type { Exemplar } from "../store/exemplars.ts";
import type { HeadSeries } from "../store/head-series.ts";
import { inSlices } from "../store/pauses.ts";
import type { MetricStore } from "../store/store.ts";
import { ExpositionError, type ExpositionVisitor, type MetricMetadata, parseExposition } from "./exposition.ts";
import { type FetchedExposition, fetchExposition } from "./fetch-exposition.ts";
import { parseProtobufExposition } from "./protobuf-exposition.ts";
import { relabel } from "./relabel.ts";
import { parseSeriesText } from "./series-text.ts";
import type { ScrapeLimits, Target } from "./target.ts";
import { mergedLabels } from "./target-labels.ts";

/** What the last scrape of a target came to, for the status pages. */
export interface ScrapeState {
  readonly health: "unknown" | "up" | "down";
  readonly lastError: string;
  readonly lastScrapeMs: number | undefined;
  readonly lastDurationSeconds: number;
}

/** A series of the target, found by its text so that known ones need no parsing. */
interface KnownSeries {
  readonly text: string;
  /** What came behind it last: targets tell theirs in the same order again and again. */
  next: KnownSeries | undefined;
  /** In the store; absent where relabelling drops it. */
  readonly labels: Labels | undefined;
  /** Of its floats. Histograms have none but for the marker of their end. */
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
  /** Samples that relabelling left. */
  kept: number;
  added: number;
  readonly exemplars: (readonly [series: Labels, exemplar: Exemplar])[];
}

function emptyScrape(): Scrape {
  return { batch: new Batch(), samples: 0, kept: 0, added: 0, exemplars: [] };
}

/** Samples that one scrape may hold, whatever its job says. */
const MAX_SAMPLES = 1_000_000;
/** Protobuf fields and numbers that one scrape may hold. */
const MAX_ELEMENTS = 10_000_000;
/** Series between two looks at the clock. */
const SERIES_PER_LOOK = 256;

/** Scrapes one target again and again. */
export class TargetScraper {
  readonly target: Target;
  readonly #store: MetricStore;
  readonly #userAgent: string;
  readonly #known = new Map<string, KnownSeries>();
  #first: KnownSeries | undefined;
  readonly #reports = new Map<string, HeadSeries>();
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
    await inSlices(this.#markVanished(scrape.batch, timeMs));
    const seconds = (performance.now() - start) / 1000;
    this.#report(scrape, { timeMs, seconds, isUp: error === "" });
    this.state = {
      health: error === "" ? "up" : "down",
      lastError: error,
      lastScrapeMs: timeMs,
      lastDurationSeconds: seconds,
    };
    await this.#store.append(scrape.batch);
    for (const [series, exemplar] of scrape.exemplars) this.#store.exemplars.add(series, exemplar);
  }

  /** The target is gone: everything that it showed has ended, what was told of it included. */
  async end(timeMs: number): Promise<void> {
    const batch = new Batch();
    this.#scrapes += 1;
    await inSlices(this.#markVanished(batch, timeMs));
    for (const series of this.#reports.values()) batch.addStale(series, timeMs);
    if (batch.size > 0) await this.#store.append(batch);
  }

  async #read(timeMs: number, signal: AbortSignal): Promise<{ scrape: Scrape; error: string }> {
    try {
      const exposition = await fetchExposition(this.target, { userAgent: this.#userAgent, signal });
      return { scrape: await this.#parse(exposition, timeMs, signal), error: "" };
    } catch (error) {
      return { scrape: emptyScrape(), error: error instanceof Error ? error.message : String(error) };
    }
  }

  async #parse({ bytes, format }: FetchedExposition, timeMs: number, signal: AbortSignal): Promise<Scrape> {
    const scrape = emptyScrape();
    const { limits, honorsTimestamps, tracksTimestamps } = this.target.rules;
    const metadata = new Map<string, MetricMetadata>();
    const seen: KnownSeries[] = [];
    let expected = this.#stillKnown(this.#first);
    /** @returns `undefined` for a sample that is not stored */
    const take = (text: string, ownTime: number | undefined) => {
      scrape.samples += 1;
      if (scrape.samples > MAX_SAMPLES) throw new LimitError(`more than ${MAX_SAMPLES} samples`);
      const known = text === expected?.text ? expected : this.#find(text, scrape);
      if (known !== expected) this.#follow(seen.at(-1), known);
      expected = this.#stillKnown(known.next);
      seen.push(known);
      if (known.labels === undefined) return undefined;
      scrape.kept += 1;
      if (limits.samples > 0 && scrape.kept > limits.samples) throw new LimitError("sample limit exceeded");
      const time = honorsTimestamps ? ownTime : undefined;
      known.isMarked = time === undefined || tracksTimestamps;
      return { known, labels: known.labels, time: time ?? timeMs };
    };
    const visitor: ExpositionVisitor = {
      expected: () => expected?.text,
      sample: (text, value, ownTime, exemplar) => {
        const taken = take(text, ownTime);
        if (taken === undefined) return;
        const series = this.#seriesOf(taken.known);
        if (series !== undefined) scrape.batch.add(series, taken.time, value);
        if (exemplar !== undefined) {
          scrape.exemplars.push([taken.labels, { ...exemplar, timeMs: exemplar.timeMs ?? taken.time }]);
        }
      },
      histogram: (text, histogram, ownTime, exemplars) => {
        const taken = take(text, ownTime);
        if (taken === undefined) return;
        this.#store.addHistogram(scrape.batch, taken.labels, taken.time, histogram);
        for (const one of exemplars)
          scrape.exemplars.push([taken.labels, { ...one, timeMs: one.timeMs ?? taken.time }]);
      },
      metadata: (name, field, content) => {
        const known = metadata.get(name) ?? { type: "unknown", help: "", unit: "" };
        known[field] = content;
        metadata.set(name, known);
      },
    };
    if (format === "protobuf") {
      const { wantsNativeHistograms: takesNative, keepsClassicHistograms: keepsClassic } = this.target.rules;
      const budget = new DecodeBudget(MAX_ELEMENTS);
      await inSlices(parseProtobufExposition(bytes, visitor, { takesNative, keepsClassic, budget }), signal);
    } else await inSlices(parseExposition(bytes.toString("utf8"), format, visitor), signal);
    // Only now: of an exposition that breaks off nothing counts as seen.
    for (const known of seen) known.seenIn = this.#scrapes;
    this.metadata = metadata;
    return scrape;
  }

  /** What the last scrape did not show is forgotten. */
  #stillKnown(known: KnownSeries | undefined): KnownSeries | undefined {
    return known?.seenIn === this.#scrapes - 1 ? known : undefined;
  }

  #follow(before: KnownSeries | undefined, known: KnownSeries): void {
    if (before === undefined) this.#first = known;
    else before.next = known;
  }

  #find(text: string, scrape: Scrape): KnownSeries {
    const known = this.#known.get(text);
    if (known !== undefined) return known;
    const exposed = parseSeriesText(text);
    if (exposed === undefined) throw new ExpositionError(`${text} is not a series`, scrape.samples);
    const { rules, labels: own } = this.target;
    const labels = mergedLabels(exposed, own, rules);
    const isDropped = !relabel(labels, rules.metricRelabel) || (labels.get(METRIC_NAME) ?? "") === "";
    if (!isDropped) {
      requireLimits(labels, rules.limits);
      scrape.added += 1;
    }
    const found: KnownSeries = {
      // A copy: a part of the answer would keep all of it in memory.
      text: Buffer.from(text).toString(),
      next: undefined,
      labels: isDropped ? undefined : labelsOf(labels),
      series: undefined,
      seenIn: 0,
      isMarked: true,
    };
    this.#known.set(found.text, found);
    return found;
  }

  /** The series of floats; `undefined` when there is no room for it. */
  #seriesOf(known: KnownSeries): HeadSeries | undefined {
    if (known.labels !== undefined && known.series?.isGone !== false)
      known.series = this.#store.seriesFor(known.labels);
    return known.series;
  }

  /** Marks the end of series that this scrape did not show, and forgets them. */
  *#markVanished(batch: Batch, timeMs: number): Generator<void, void> {
    let seen = 0;
    for (const [text, known] of this.#known) {
      seen += 1;
      if (seen % SERIES_PER_LOOK === 0) yield;
      if (known.seenIn === this.#scrapes) continue;
      this.#known.delete(text);
      const series = known.isMarked && known.seenIn > 0 ? this.#seriesOf(known) : undefined;
      if (series !== undefined) batch.addStale(series, timeMs);
    }
  }

  #report({ batch, samples, kept, added }: Scrape, outcome: { timeMs: number; seconds: number; isUp: boolean }): void {
    const values = {
      up: outcome.isUp ? 1 : 0,
      scrape_duration_seconds: outcome.seconds,
      scrape_samples_scraped: samples,
      scrape_samples_post_metric_relabeling: kept,
      scrape_series_added: added,
    };
    for (const [name, value] of Object.entries(values)) {
      const labels = new Map([...this.target.labels, [METRIC_NAME, name] as const]);
      const series = this.#store.seriesFor(labelsOf(labels));
      if (series === undefined) continue;
      this.#reports.set(name, series);
      batch.add(series, outcome.timeMs, value);
    }
  }
}

/** A scrape that holds more than its job allows: nothing of it is used. */
class LimitError extends Error {
  constructor(message: string) {
    super(message);
    this.name = "LimitError";
  }
}

/** @throws LimitError */
function requireLimits(labels: ReadonlyMap<string, string>, limits: ScrapeLimits): void {
  const name = labels.get(METRIC_NAME) ?? "";
  if (limits.labels > 0 && labels.size > limits.labels) {
    throw new LimitError(
      `label_limit exceeded (metric: ${JSON.stringify(name)}, number of labels: ${labels.size}, limit: ${limits.labels})`,
    );
  }
  if (limits.labelNameLength === 0 && limits.labelValueLength === 0) return;
  for (const [label, value] of labels) {
    requireLength("name", label, label, limits.labelNameLength);
    requireLength("value", label, value, limits.labelValueLength);
  }
}

function requireLength(part: "name" | "value", label: string, text: string, limit: number): void {
  const length = Buffer.byteLength(text);
  if (limit === 0 || length <= limit) return;
  throw new LimitError(
    `label_${part}_length_limit exceeded (label: ${JSON.stringify(label.slice(0, 80))}, length: ${length}, limit: ${limit})`,
  );
}
