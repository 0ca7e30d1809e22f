import { setTimeout as sleep } from "node:timers/promises";
import type { Log } from "../log.ts";
import type { MetricStore } from "../store/store.ts";
import { scrapeOffset, type Target } from "./target.ts";
import { TargetScraper } from "./target-scraper.ts";

/** A scrape that begins this little after its moment counts as on time: equal distances compress best. */
const TOLERANCE_MS = 2;

export interface ScraperOptions {
  readonly store: MetricStore;
  readonly log: Log;
  /** `Vedette/<version>`, as targets see it. */
  readonly userAgent: string;
}

/** Scrapes all targets, each in its own rhythm. */
export class Scraper {
  readonly #options: ScraperOptions;
  readonly #stop = new AbortController();
  readonly #running = new Set<Promise<void>>();
  readonly targets: TargetScraper[] = [];

  constructor(options: ScraperOptions) {
    this.#options = options;
  }

  add(target: Target): void {
    const { store, userAgent } = this.#options;
    const scraper = new TargetScraper(target, store, userAgent);
    this.targets.push(scraper);
    const run = this.#run(scraper).finally(() => this.#running.delete(run));
    this.#running.add(run);
  }

  /** Stops all targets. */
  async close(): Promise<void> {
    this.#stop.abort();
    await Promise.all(this.#running);
  }

  async #run(scraper: TargetScraper): Promise<void> {
    const { signal } = this.#stop;
    const { target } = scraper;
    if (target.isSelf) await this.#scrape(scraper, Date.now());
    let moment = 0;
    while (!signal.aborted) {
      // A timer may fire a little early: the same moment does not come twice.
      moment = nextMoment(target, Math.max(moment, Date.now()));
      try {
        await sleep(Math.max(0, moment - Date.now()), undefined, { signal });
      } catch {
        return; // The wait was ended by `close`.
      }
      const now = Date.now();
      await this.#scrape(scraper, now - moment <= TOLERANCE_MS ? moment : now);
    }
  }

  async #scrape(scraper: TargetScraper, timeMs: number): Promise<void> {
    try {
      await scraper.scrape(timeMs, this.#stop.signal);
    } catch (error) {
      this.#options.log.error({ err: error, job: scraper.target.job }, "a scrape could not be stored");
    }
  }
}

/** The next moment of a target after a time. */
function nextMoment(target: Target, now: number): number {
  const offset = scrapeOffset(target);
  return (Math.floor((now - offset) / target.intervalMs) + 1) * target.intervalMs + offset;
}
