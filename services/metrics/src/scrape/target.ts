import { createHash } from "node:crypto";
import { parseDuration } from "../promql/literal.ts";
import { type RelabelRule, relabel } from "./relabel.ts";
import type { HttpClientConfig, ScrapeConfig, TargetGroup } from "./scrape-config.ts";

/** What all targets of a job are scraped by. */
export interface ScrapeRules {
  /** The target's own labels win over ours. */
  readonly honorsLabels: boolean;
  /** Times that the target writes are used. */
  readonly honorsTimestamps: boolean;
  /** Series with times of their own are marked when they vanish, too. */
  readonly tracksTimestamps: boolean;
  /** Packed answers are asked for. */
  readonly isCompressed: boolean;
  /** Native histograms are asked for, which only the protobuf form has. */
  readonly wantsNativeHistograms: boolean;
  /** Classic buckets are kept beside a native histogram. */
  readonly keepsClassicHistograms: boolean;
  /** What a scrape may hold; 0 sets no limit. */
  readonly limits: ScrapeLimits;
  readonly metricRelabel: readonly RelabelRule[];
  readonly client: HttpClientConfig;
}

export interface ScrapeLimits {
  /** Samples after relabelling. */
  readonly samples: number;
  readonly bodyBytes: number;
  readonly labels: number;
  readonly labelNameLength: number;
  readonly labelValueLength: number;
}

/** One address that is scraped. */
export interface Target {
  /** Name of the job that it was found for. */
  readonly pool: string;
  readonly url: string;
  readonly intervalMs: number;
  readonly timeoutMs: number;
  /** Labels of every series, `job` and `instance` among them. */
  readonly labels: ReadonlyMap<string, string>;
  /** Labels before relabelling, for the status pages. */
  readonly discovered: ReadonlyMap<string, string>;
  readonly rules: ScrapeRules;
  /** Why the target is not asked at all, e.g. because there are too many of its job. */
  readonly refusal?: string;
  /** Vedette itself, scraped at once after the start: the first page shall have something to show. */
  readonly isSelf: boolean;
}

/** What a target becomes, or that the rules drop it. */
export type FoundTarget =
  | { readonly kind: "active"; readonly target: Target }
  | { readonly kind: "dropped"; readonly discovered: ReadonlyMap<string, string> };

const DEFAULT_TIMEOUT_MS = 10_000;

export const NO_RULES: ScrapeRules = {
  honorsLabels: false,
  honorsTimestamps: true,
  tracksTimestamps: false,
  isCompressed: true,
  wantsNativeHistograms: false,
  keepsClassicHistograms: false,
  limits: { samples: 0, bodyBytes: 0, labels: 0, labelNameLength: 0, labelValueLength: 0 },
  metricRelabel: [],
  client: {},
};

/** A job, ready to make targets of what is found for it. */
export interface ScrapePool {
  readonly name: string;
  readonly config: ScrapeConfig;
  readonly rules: ScrapeRules;
  readonly relabel: readonly RelabelRule[];
  readonly intervalMs: number;
  readonly timeoutMs: number;
}

/** @param meta - labels that tell where the groups were found */
export function targetsOfGroups(
  pool: ScrapePool,
  groups: readonly TargetGroup[],
  meta: ReadonlyMap<string, string> = new Map(),
): FoundTarget[] {
  return groups.flatMap(({ targets, labels = {} }) =>
    targets.map((address) => targetOf(pool, new Map([...meta, ...Object.entries(labels), ["__address__", address]]))),
  );
}

/** @see Prometheus, scrape_config: what relabelling sees of a target */
function targetOf(pool: ScrapePool, found: ReadonlyMap<string, string>): FoundTarget {
  const { config } = pool;
  const defaults = new Map([
    ["job", pool.name],
    ["__scheme__", config.scheme ?? "http"],
    ["__metrics_path__", config.metrics_path ?? "/metrics"],
    ["__scrape_interval__", `${pool.intervalMs}ms`],
    ["__scrape_timeout__", `${pool.timeoutMs}ms`],
    ...Object.entries(config.params ?? {}).flatMap(([name, [value]]) =>
      value === undefined ? [] : [[`__param_${name}`, value] as const],
    ),
  ]);
  const discovered = new Map([...defaults, ...found]);
  const labels = new Map(discovered);
  const isKept = relabel(labels, pool.relabel) && (labels.get("__address__") ?? "") !== "";
  if (!isKept) return { kind: "dropped", discovered };
  const scheme = labels.get("__scheme__") === "https" ? "https" : "http";
  const address = withPort(labels.get("__address__") ?? "", scheme);
  if (!labels.has("instance")) labels.set("instance", address);
  const intervalMs = intervalOf(labels.get("__scrape_interval__") ?? "");
  const timeoutMs = parseDuration(labels.get("__scrape_timeout__") ?? "") || pool.timeoutMs;
  const url = urlOf(scheme, address, labels, config);
  const kept = new Map([...labels].filter(([name, value]) => !name.startsWith("__") && value !== ""));
  const target = {
    pool: pool.name,
    url,
    intervalMs,
    timeoutMs: Math.min(timeoutMs, intervalMs),
    labels: kept,
    discovered,
    rules: pool.rules,
    isSelf: false,
  };
  return { kind: "active", target };
}

function urlOf(scheme: string, address: string, labels: ReadonlyMap<string, string>, config: ScrapeConfig): string {
  const query = new URLSearchParams();
  const params = new Map(Object.entries(config.params ?? {}).map(([name, values]) => [name, [...values]] as const));
  for (const [name, value] of labels) {
    if (!name.startsWith("__param_")) continue;
    const values = params.get(name.slice("__param_".length)) ?? [];
    params.set(name.slice("__param_".length), [value, ...values.slice(1)]);
  }
  for (const [name, values] of params) for (const value of values) query.append(name, value);
  const text = query.toString();
  return `${scheme}://${address}${labels.get("__metrics_path__") ?? "/metrics"}${text === "" ? "" : `?${text}`}`;
}

/** Where the composition serves `/metrics`. */
export interface SelfAddress {
  readonly url: string;
  /** The secret key, where `/metrics` is not asked over loopback. */
  readonly bearer?: string;
}

/** Vedette itself, under the job `vedette`. */
export function selfTarget({ url, bearer }: SelfAddress, intervalMs: number): Target {
  const address = withPort(new URL(url).host, new URL(url).protocol.slice(0, -1));
  const labels = new Map([
    ["job", "vedette"],
    ["instance", address],
  ]);
  return {
    pool: "vedette",
    url,
    intervalMs,
    timeoutMs: Math.min(DEFAULT_TIMEOUT_MS, intervalMs),
    labels,
    discovered: new Map([["__address__", address], ...labels]),
    rules: { ...NO_RULES, client: bearer === undefined ? {} : { bearer_token: bearer } },
    isSelf: true,
  };
}

/** A time from the settings in milliseconds; at least a second, so that no target is scraped without a pause. */
export function intervalOf(text: string): number {
  return Math.max(1000, parseDuration(text) ?? 0);
}

/** The moment of a scrape inside its interval: the same for ever, and another for each target. */
export function scrapeOffset({ url, pool, intervalMs }: Target): number {
  return createHash("sha256").update(`${pool}\n${url}`).digest().readUInt32LE(0) % intervalMs;
}

/** What makes a target another one: a change of any of it ends the old one. */
export function targetKey({ pool, url, labels, intervalMs, timeoutMs, refusal }: Target): string {
  return JSON.stringify([pool, url, [...labels].sort(), intervalMs, timeoutMs, refusal]);
}

function withPort(address: string, scheme: string): string {
  return /:\d+$/.test(address) ? address : `${address}:${scheme === "https" ? 443 : 80}`;
}
