import { setTimeout as sleep } from "node:timers/promises";
import type { Log } from "../log.ts";
import type { MetricStore } from "../store/store.ts";
import { discover, type FoundGroups } from "./discovery.ts";
import { type FoundTarget, type ScrapePool, scrapeOffset, type Target, targetKey, targetsOfGroups } from "./target.ts";
import { TargetScraper } from "./target-scraper.ts";

/** A scrape that begins this little after its moment counts as on time: equal distances compress best. */
const TOLERANCE_MS = 2;
/** Dropped targets that the status pages name, of each job. */
const MAX_DROPPED_SHOWN = 1000;

export interface ScraperOptions {
  readonly store: MetricStore;
  readonly log: Log;
  /** `Vedette/<version>`, as targets see it. */
  readonly userAgent: string;
}

interface Running {
  readonly scraper: TargetScraper;
  readonly stop: AbortController;
}

/** A target that the rules of its job dropped. */
export interface DroppedTarget {
  readonly pool: string;
  readonly discovered: ReadonlyMap<string, string>;
}

/** Scrapes all targets, each in its own rhythm. */
export class Scraper {
  readonly #options: ScraperOptions;
  readonly #stop = new AbortController();
  readonly #tasks = new Set<Promise<void>>();
  readonly #runningByPool = new Map<string, Map<string, Running>>();
  readonly #droppedByPool = new Map<string, readonly DroppedTarget[]>();
  /** Jobs whose targets are looked for, with what they say and how their search ends. */
  readonly #followed = new Map<string, { readonly text: string; readonly stop: AbortController }>();

  constructor(options: ScraperOptions) {
    this.#options = options;
  }

  /** What is scraped now. */
  get targets(): TargetScraper[] {
    return [...this.#runningByPool.values()].flatMap((pool) => [...pool.values()].map(({ scraper }) => scraper));
  }

  /** What was found and dropped by relabelling, by job. */
  get dropped(): ReadonlyMap<string, readonly DroppedTarget[]> {
    return this.#droppedByPool;
  }

  get pools(): string[] {
    return [...this.#runningByPool.keys()].sort();
  }

  /** Scrapes one target that is always there. */
  add(target: Target): void {
    this.#sync(target.pool, [{ kind: "active", target }]);
  }

  /**
   * Looks for the targets of these jobs from now on, and scrapes those that are there. Jobs that were followed before
   * go on where nothing about them is new, and end where they are no longer among them.
   */
  followAll(pools: readonly ScrapePool[]): void {
    const wanted = new Map(pools.map((pool) => [pool.name, textOfPool(pool)]));
    for (const [name, { text, stop }] of this.#followed) {
      if (wanted.get(name) === text) continue;
      stop.abort();
      this.#followed.delete(name);
      this.#sync(name, []);
      this.#runningByPool.delete(name);
      this.#droppedByPool.delete(name);
    }
    for (const pool of pools) if (!this.#followed.has(pool.name)) this.#follow(pool);
  }

  #follow(pool: ScrapePool): void {
    const stop = new AbortController();
    this.#followed.set(pool.name, { text: textOfPool(pool), stop });
    const bySource = new Map<string, FoundGroups>();
    this.#sync(pool.name, []);
    const { log, userAgent } = this.#options;
    const found = (groups: FoundGroups) => {
      if (stop.signal.aborted) return;
      bySource.set(groups.source, groups);
      const targets = [...bySource.values()].flatMap((one) => targetsOfGroups(pool, one.groups, one.meta));
      this.#sync(pool.name, withinLimit(targets, pool.config.target_limit ?? 0));
    };
    const signal = AbortSignal.any([this.#stop.signal, stop.signal]);
    this.#keep(discover(pool.config, found, { log, userAgent, signal }));
  }

  /** Stops all targets. */
  async close(): Promise<void> {
    this.#stop.abort();
    await Promise.all(this.#tasks);
  }

  /** Begins what is new and ends what is gone; what stayed goes on as it was. */
  #sync(name: string, found: readonly FoundTarget[]): void {
    const known = this.#runningByPool.get(name) ?? new Map<string, Running>();
    this.#runningByPool.set(name, known);
    const wanted = new Map(
      found.flatMap((one) => (one.kind === "active" ? [[targetKey(one.target), one.target] as const] : [])),
    );
    for (const [key, { stop }] of known) {
      if (wanted.has(key)) continue;
      known.delete(key);
      stop.abort();
    }
    for (const [key, target] of wanted) if (!known.has(key)) known.set(key, this.#start(target));
    const dropped = found.flatMap((one) =>
      one.kind === "dropped" ? [{ pool: name, discovered: one.discovered }] : [],
    );
    this.#droppedByPool.set(name, dropped.slice(0, MAX_DROPPED_SHOWN));
  }

  #start(target: Target): Running {
    const { store, userAgent } = this.#options;
    const scraper = new TargetScraper(target, store, userAgent);
    const stop = new AbortController();
    this.#keep(this.#run(scraper, stop.signal));
    return { scraper, stop };
  }

  #keep(task: Promise<void>): void {
    const kept = task.finally(() => this.#tasks.delete(kept));
    this.#tasks.add(kept);
  }

  async #run(scraper: TargetScraper, gone: AbortSignal): Promise<void> {
    const signal = AbortSignal.any([this.#stop.signal, gone]);
    const { target } = scraper;
    if (target.isSelf) await this.#scrape(scraper, Date.now(), signal);
    let moment = 0;
    while (!signal.aborted) {
      // A timer may fire a little early: the same moment does not come twice.
      moment = nextMoment(target, Math.max(moment, Date.now()));
      // The wait is ended by `close`, or when the target is gone.
      await sleep(Math.max(0, moment - Date.now()), undefined, { signal }).catch(() => undefined);
      if (signal.aborted) break;
      const now = Date.now();
      await this.#scrape(scraper, now - moment <= TOLERANCE_MS ? moment : now, signal);
    }
    if (!this.#stop.signal.aborted) await this.#end(scraper);
  }

  async #scrape(scraper: TargetScraper, timeMs: number, signal: AbortSignal): Promise<void> {
    try {
      await scraper.scrape(timeMs, signal);
    } catch (error) {
      this.#options.log.error({ err: error, job: scraper.target.pool }, "a scrape could not be stored");
    }
  }

  async #end(scraper: TargetScraper): Promise<void> {
    try {
      await scraper.end(Date.now());
    } catch (error) {
      this.#options.log.error({ err: error, job: scraper.target.pool }, "the end of a target could not be stored");
    }
  }
}

/** Two jobs with the same text are the same job. */
function textOfPool({ config, intervalMs, timeoutMs }: ScrapePool): string {
  return JSON.stringify([config, intervalMs, timeoutMs]);
}

/** With too many targets none of the job is asked, and all of them say why. */
function withinLimit(found: readonly FoundTarget[], limit: number): readonly FoundTarget[] {
  const count = found.filter(({ kind }) => kind === "active").length;
  if (limit === 0 || count <= limit) return found;
  const refusal = `target_limit exceeded (number of targets: ${count}, limit: ${limit})`;
  return found.map((one) => (one.kind === "active" ? { ...one, target: { ...one.target, refusal } } : one));
}

/** The next moment of a target after a time. */
function nextMoment(target: Target, now: number): number {
  const offset = scrapeOffset(target);
  return (Math.floor((now - offset) / target.intervalMs) + 1) * target.intervalMs + offset;
}
