import { createHash } from "node:crypto";
import type { Static } from "typebox";
import { parseDuration } from "../promql/literal.ts";
import type { ScrapeJob } from "../settings.ts";

/** One address that is scraped. */
export interface Target {
  readonly job: string;
  /** host:port */
  readonly instance: string;
  readonly url: string;
  readonly bearer: string | undefined;
  readonly intervalMs: number;
  readonly timeoutMs: number;
  /** Labels of every series besides job and instance. */
  readonly labels: ReadonlyMap<string, string>;
  /** The target's own job and instance labels win over ours. */
  readonly honorsLabels: boolean;
  /** Times that the target writes are used. */
  readonly honorsTimestamps: boolean;
  /** Samples beyond which a scrape is refused; 0 sets no limit. */
  readonly sampleLimit: number;
  /** Vedette itself, scraped at once after the start: the first page shall have something to show. */
  readonly isSelf: boolean;
}

const DEFAULT_TIMEOUT_MS = 10_000;

/** The targets of a job from the settings. */
export function targetsOf(job: Static<typeof ScrapeJob>, defaultIntervalMs: number): Target[] {
  const { scheme = "http", path = "/metrics", bearer, labels = {} } = job;
  const intervalMs = job.interval === undefined ? defaultIntervalMs : intervalOf(job.interval);
  const timeoutMs = job.timeout === undefined ? DEFAULT_TIMEOUT_MS : intervalOf(job.timeout);
  return job.targets.map((instance) => ({
    job: job.job,
    instance: withPort(instance, scheme),
    url: `${scheme}://${instance}${path}`,
    bearer,
    intervalMs,
    timeoutMs: Math.min(timeoutMs, intervalMs),
    labels: new Map(Object.entries(labels)),
    honorsLabels: job.honor_labels ?? false,
    honorsTimestamps: job.honor_timestamps ?? true,
    sampleLimit: job.sample_limit ?? 0,
    isSelf: false,
  }));
}

/** Where the composition serves `/metrics`. */
export interface SelfAddress {
  readonly url: string;
  /** The secret key, where `/metrics` is not asked over loopback. */
  readonly bearer?: string;
}

/** Vedette itself, under the job `vedette`. */
export function selfTarget({ url, bearer }: SelfAddress, intervalMs: number): Target {
  return {
    job: "vedette",
    instance: withPort(new URL(url).host, new URL(url).protocol.slice(0, -1)),
    url,
    bearer,
    intervalMs,
    timeoutMs: Math.min(DEFAULT_TIMEOUT_MS, intervalMs),
    labels: new Map(),
    honorsLabels: false,
    honorsTimestamps: true,
    sampleLimit: 0,
    isSelf: true,
  };
}

/** A time from the settings in milliseconds; at least a second, so that no target is scraped without a pause. */
export function intervalOf(text: string): number {
  return Math.max(1000, parseDuration(text) ?? 0);
}

/** The moment of a scrape inside its interval: the same for ever, and another for each target. */
export function scrapeOffset({ url, job, intervalMs }: Target): number {
  return createHash("sha256").update(`${job}\n${url}`).digest().readUInt32LE(0) % intervalMs;
}

function withPort(instance: string, scheme: string): string {
  return /:\d+$/.test(instance) ? instance : `${instance}:${scheme === "https" ? 443 : 80}`;
}
