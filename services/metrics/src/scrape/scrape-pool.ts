import { parseDuration } from "../promql/literal.ts";
import { compileRelabel, RelabelError, type RelabelRule } from "./relabel.ts";
import { HTTP_CLIENT_PARTS, type HttpClientConfig, type RelabelConfig, type ScrapeConfig } from "./scrape-config.ts";
import { NO_RULES, type ScrapePool } from "./target.ts";

/** Times of a job that says nothing else, in milliseconds. */
export interface ScrapeDefaults {
  readonly intervalMs: number;
  readonly timeoutMs: number;
}

/**
 * Makes a job ready to scrape.
 *
 * @param where - what a message calls it
 * @returns faults in place of it
 */
export function openPool(config: ScrapeConfig, defaults: ScrapeDefaults, where: string): ScrapePool | string[] {
  const faults: string[] = [];
  const compile = (configs: readonly RelabelConfig[] = [], part: string) => {
    const compiled = compileAll(configs, `${where}.${part}`);
    faults.push(...compiled.faults);
    return compiled.rules;
  };
  const relabel = compile(config.relabel_configs, "relabel_configs");
  const metricRelabel = compile(config.metric_relabel_configs, "metric_relabel_configs");
  const intervalMs = parseDuration(config.scrape_interval ?? "") ?? defaults.intervalMs;
  const timeoutMs = parseDuration(config.scrape_timeout ?? "") ?? Math.min(defaults.timeoutMs, intervalMs);
  if (timeoutMs > intervalMs) faults.push(`${where}.scrape_timeout must not be longer than scrape_interval`);
  if (faults.length > 0) return faults;
  return {
    name: config.job_name,
    config,
    relabel,
    intervalMs,
    timeoutMs,
    rules: { ...NO_RULES, ...rulesOf(config), metricRelabel, client: clientOf(config) },
  };
}

function compileAll(configs: readonly RelabelConfig[], where: string): { rules: RelabelRule[]; faults: string[] } {
  const rules: RelabelRule[] = [];
  const faults: string[] = [];
  for (const [at, config] of configs.entries()) {
    try {
      rules.push(compileRelabel(config));
    } catch (error) {
      if (!(error instanceof RelabelError)) throw error;
      faults.push(`${where}[${at}]: ${error.message}`);
    }
  }
  return { rules, faults };
}

function rulesOf(config: ScrapeConfig) {
  return {
    honorsLabels: config.honor_labels ?? false,
    honorsTimestamps: config.honor_timestamps ?? true,
    tracksTimestamps: config.track_timestamps_staleness ?? false,
    isCompressed: config.enable_compression ?? true,
    wantsNativeHistograms: config.scrape_native_histograms ?? false,
    keepsClassicHistograms: config.always_scrape_classic_histograms ?? false,
    limits: {
      samples: config.sample_limit ?? 0,
      bodyBytes: bytesOf(config.body_size_limit ?? 0),
      labels: config.label_limit ?? 0,
      labelNameLength: config.label_name_length_limit ?? 0,
      labelValueLength: config.label_value_length_limit ?? 0,
    },
  };
}

/** What says how requests are made; the same object for all targets of a job. */
function clientOf(config: ScrapeConfig): HttpClientConfig {
  const parts = HTTP_CLIENT_PARTS.flatMap((name) => (config[name] === undefined ? [] : [[name, config[name]]]));
  return Object.fromEntries(parts);
}

const POWERS = ["", "K", "M", "G", "T", "P"];

/** `15MB` and `15MiB` are both 15 × 1024² bytes, as the peer reads them. */
function bytesOf(size: number | string): number {
  if (typeof size === "number") return size;
  const [, amount = "0", unit = ""] = /^(\d+(?:\.\d+)?)([KMGTP])?i?B?$/.exec(size) ?? [];
  return Math.floor(Number(amount) * 1024 ** POWERS.indexOf(unit));
}
