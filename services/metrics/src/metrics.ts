import { rmSync } from "node:fs";
import { join } from "node:path";
import { SettingsError, type SettingsOf } from "@vedette/settings";
import type { Registry } from "@vedette/worker-metrics";
import { QueryEngine } from "./engine/query.ts";
import { MetricsError } from "./errors.ts";
import { IngestGate } from "./ingest/decoding.ts";
import { DeltaSums } from "./ingest/delta-sums.ts";
import { SentMetadataStore } from "./ingest/metadata.ts";
import type { Log } from "./log.ts";
import { parseDuration } from "./promql/literal.ts";
import { readScrapeJobs } from "./scrape/read-jobs.ts";
import { Scraper } from "./scrape/scraper.ts";
import { intervalOf, type ScrapePool, type SelfAddress, selfTarget } from "./scrape/target.ts";
import { type WatchedFile, watchFile } from "./scrape/watched-file.ts";
import type { metricsSettings } from "./settings.ts";
import { readKeeper, writeKeeper } from "./store/keeper.ts";
import { type StoreLock, takeStoreLock } from "./store/lock.ts";
import { MetricStore, type StoreLimits } from "./store/store.ts";
import { exposeStore } from "./store-metrics.ts";

export interface MetricsOptions {
  /** The house's data directory; the store lies in `metrics` below it. */
  readonly dataDir: string;
  readonly settings: SettingsOf<typeof metricsSettings>;
  /** Gets the store's own metrics. */
  readonly registry: Registry;
  readonly log: Log;
  /** The product's version, as scrape targets and clients of the API see it. */
  readonly version: string;
  /** Where this process answers for the others of this machine while it keeps the store. Default: nowhere. */
  readonly privateUrl?: string;
}

/** What works while this process keeps the store. */
export interface OpenStore {
  readonly store: MetricStore;
  readonly engine: QueryEngine;
  readonly scraper: Scraper;
}

/** Time between two rounds of upkeep. */
const UPKEEP_MS = 30_000;
/** Time after which a process that did not get the store asks again. */
const RETRY_MS = 1000;

/**
 * The metric store of this machine. One process keeps it and answers for the others, where it has a private address;
 * else they refuse queries with a clear text. When it ends, another takes over.
 */
export class Metrics implements AsyncDisposable {
  readonly #options: MetricsOptions;
  readonly version: string;
  readonly settings: SettingsOf<typeof metricsSettings>;
  readonly startTime = new Date();
  /** What programs that only tell differences have come to. */
  readonly deltaSums = new DeltaSums();
  /** What programs that send samples say of their metrics. */
  readonly sentMetadata = new SentMetadataStore();
  /** Bounds the memory of large requests. */
  readonly ingestGate: IngestGate;
  #pools: readonly ScrapePool[];
  readonly #scrapeFile: WatchedFile | undefined;
  /** How the last reading of the jobs went. */
  #lastReload: { readonly hasWorked: boolean; readonly time: Date };
  #lock: StoreLock | undefined;
  #open: OpenStore | undefined;
  #self: SelfAddress | undefined;
  #timer: NodeJS.Timeout | undefined;
  #isScraping = false;
  #isClosed = false;

  constructor(options: MetricsOptions) {
    this.#options = options;
    this.version = options.version;
    this.settings = options.settings;
    this.ingestGate = new IngestGate(options.registry);
    this.#pools = readScrapeJobs(options.settings);
    this.#lastReload = { hasWorked: true, time: this.startTime };
    const path = options.settings["metrics.scrape_config_file"];
    this.#scrapeFile = path === "" ? undefined : watchFile(path, () => this.reloadJobs());
    exposeStore(options.registry, () => this.#open?.store);
    if (!this.#takeStore()) options.log.warn({}, "another process keeps the metrics of this data directory");
    this.#timer = setInterval(() => this.#tick(), this.#open === undefined ? RETRY_MS : UPKEEP_MS).unref();
  }

  /** The jobs that are scraped. */
  get pools(): readonly ScrapePool[] {
    return this.#pools;
  }

  get lastReload(): { readonly hasWorked: boolean; readonly time: Date } {
    return this.#lastReload;
  }

  /**
   * Reads the jobs again. What is wrong with them leaves those that there were.
   *
   * @returns every fault, each by its place; none when all is well
   */
  reloadJobs(): readonly string[] {
    try {
      this.#pools = readScrapeJobs(this.settings);
    } catch (error) {
      if (!(error instanceof SettingsError)) throw error;
      this.#lastReload = { ...this.#lastReload, hasWorked: false };
      const faults = error.faults.map(({ message }) => message);
      this.#options.log.warn({ faults }, "the jobs cannot be read; those that are scraped go on");
      return faults;
    }
    this.#lastReload = { hasWorked: true, time: new Date() };
    this.#options.log.info({ jobs: this.#pools.length }, "the jobs were read again");
    if (this.#isScraping) this.#open?.scraper.followAll(this.#pools);
    return [];
  }

  /** True while this process keeps the store. */
  get isOpen(): boolean {
    return this.#open !== undefined;
  }

  /** Private address of the process that keeps the store; `undefined` when it is this one, or has none. */
  get keeper(): string | undefined {
    if (this.#open !== undefined || this.#isClosed) return undefined;
    return readKeeper(this.#directory);
  }

  /** @throws MetricsError `store_elsewhere`, `store_closed` */
  get open(): OpenStore {
    if (this.#isClosed) throw new MetricsError("store_closed");
    if (this.#open === undefined) throw new MetricsError("store_elsewhere");
    return this.#open;
  }

  /**
   * Begins to scrape the targets of the settings, and this server at its address once it listens.
   *
   * @param self - where `/metrics` is served; left out when it shall not be scraped
   */
  startScraping(self?: SelfAddress): void {
    this.#self = self;
    this.#isScraping = true;
    if (this.#open !== undefined) this.#addTargets(this.#open.scraper);
  }

  /** Empties the store, as if nothing had ever been measured. For tests. */
  async reset(): Promise<void> {
    const { scraper, store } = this.open;
    await scraper.close();
    await store.close();
    for (const part of ["wal", "blocks"]) rmSync(join(this.#directory, part), { recursive: true, force: true });
    this.#open = this.#openStore();
    if (this.#isScraping) this.#addTargets(this.#open.scraper);
  }

  /** Ends scraping and leaves everything on the disk. */
  async close(): Promise<void> {
    if (this.#isClosed) return;
    this.#isClosed = true;
    clearInterval(this.#timer);
    this.#scrapeFile?.close();
    await this.#open?.scraper.close();
    await this.#open?.store.close();
    this.#lock?.release();
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.close();
  }

  get #directory(): string {
    return join(this.#options.dataDir, "metrics");
  }

  #tick(): void {
    try {
      if (this.#open === undefined && this.#takeStore()) this.#rejoice();
    } catch (err) {
      this.#options.log.error({ err }, "the metric store cannot be opened; it is tried again");
    }
    this.#open?.store
      .maintain()
      .catch((err: unknown) => this.#options.log.error({ err }, "maintenance of the metric store failed"));
  }

  /** The process that kept the store has ended. */
  #rejoice(): void {
    this.#options.log.info({}, "this process keeps the metrics now");
    clearInterval(this.#timer);
    this.#timer = setInterval(() => this.#tick(), UPKEEP_MS).unref();
    if (this.#isScraping && this.#open !== undefined) this.#addTargets(this.#open.scraper);
  }

  #takeStore(): boolean {
    const { privateUrl } = this.#options;
    const directory = this.#directory;
    this.#lock = takeStoreLock(directory);
    if (this.#lock === undefined) return false;
    try {
      if (privateUrl !== undefined) writeKeeper(directory, privateUrl);
      this.#open = this.#openStore();
      return true;
    } catch (error) {
      this.#lock.release();
      this.#lock = undefined;
      throw error;
    }
  }

  #openStore(): OpenStore {
    const { log, version, settings, registry } = this.#options;
    const store = new MetricStore({ directory: this.#directory, limits: () => storeLimits(settings), log });
    const engine = new QueryEngine({
      source: store,
      limits: () => queryLimits(settings),
      concurrency: queryConcurrency(settings),
      registry,
    });
    const scraper = new Scraper({ store, log, userAgent: `Vedette/${version}` });
    return { store, engine, scraper };
  }

  #addTargets(scraper: Scraper): void {
    const intervalMs = intervalOf(this.settings["metrics.scrape_interval"]);
    if (this.#self !== undefined && this.settings["metrics.scrape_self"])
      scraper.add(selfTarget(this.#self, intervalMs));
    scraper.followAll(this.#pools);
  }
}

/**
 * Opens the store of a data directory, or waits for it behind the process that has it.
 *
 * @throws SettingsError for a job that cannot be scraped as it is written
 */
export async function openMetrics(options: MetricsOptions): Promise<Metrics> {
  return new Metrics(options);
}

/** A late sample is taken this far back at most: what is older may be in a file already. */
const MAX_OUT_OF_ORDER_MS = 3600 * 1000;

function storeLimits(settings: SettingsOf<typeof metricsSettings>): StoreLimits {
  return {
    maxSeries: settings["metrics.max_series"],
    outOfOrderMs: Math.min(MAX_OUT_OF_ORDER_MS, parseDuration(settings["metrics.out_of_order_window"]) ?? 0),
    retentionMs: parseDuration(settings["metrics.retention"]) || Number.POSITIVE_INFINITY,
    maxBytes: settings["metrics.max_size"] || Number.POSITIVE_INFINITY,
    isDurablePerRequest: settings["metrics.durability"] === "request",
  };
}

function queryConcurrency(settings: SettingsOf<typeof metricsSettings>) {
  return {
    concurrency: settings["metrics.query.max_concurrency"],
    concurrencyPerUser: settings["metrics.query.max_concurrency_per_user"],
    waitingPerUser: settings["metrics.query.max_queued_per_user"],
  };
}

function queryLimits(settings: SettingsOf<typeof metricsSettings>) {
  return {
    timeoutMs: parseDuration(settings["metrics.query.timeout"]) || Number.POSITIVE_INFINITY,
    maxSamples: settings["metrics.query.max_samples"],
    maxProcessedSamples: settings["metrics.query.max_processed_samples"] || Number.POSITIVE_INFINITY,
    lookbackMs: parseDuration(settings["metrics.query.lookback"]) || 300_000,
    isExperimentalOn: settings["metrics.query.experimental"],
  };
}
