import { readFileSync } from "node:fs";
import { dirname, isAbsolute, resolve } from "node:path";
import { type SettingFault, SettingsError, type SettingsOf } from "@vedette/settings";
import { parse as parseYaml, YAMLParseError } from "yaml";
import { parseDuration } from "../promql/literal.ts";
import type { metricsSettings } from "../settings.ts";
import { readScrapeConfig, readScrapeFile, type ScrapeConfig } from "./scrape-config.ts";
import { openPool, type ScrapeDefaults } from "./scrape-pool.ts";
import { intervalOf, type ScrapePool } from "./target.ts";

const DEFAULT_TIMEOUT_MS = 10_000;

/**
 * Reads all jobs: those of the setting `metrics.scrape`, and those of the file that `metrics.scrape_config_file` names.
 *
 * @throws SettingsError with every fault, each by its place
 */
export function readScrapeJobs(settings: SettingsOf<typeof metricsSettings>): ScrapePool[] {
  const faults: string[] = [];
  const own = { intervalMs: intervalOf(settings["metrics.scrape_interval"]), timeoutMs: DEFAULT_TIMEOUT_MS };
  const pools = poolsOf(settings["metrics.scrape"], own, { where: "metrics.scrape", folder: process.cwd() }, faults);
  const path = settings["metrics.scrape_config_file"];
  if (path !== "") pools.push(...poolsOfFile(path, own, faults));
  const names = pools.map(({ name }) => name);
  const twice = names.find((name, at) => names.indexOf(name) !== at);
  if (twice !== undefined) faults.push(`there are two jobs of the name ${JSON.stringify(twice)}`);
  if (faults.length > 0) {
    throw new SettingsError(faults.map((message): SettingFault => ({ origin: "environment", message })));
  }
  return pools;
}

function poolsOfFile(path: string, defaults: ScrapeDefaults, faults: string[]): ScrapePool[] {
  const content = readYaml(path, faults);
  const file = content === undefined ? {} : readScrapeFile(content, path);
  if (Array.isArray(file)) {
    faults.push(...file);
    return [];
  }
  const { global = {}, scrape_configs: jobs = [] } = file;
  const common = {
    intervalMs: parseDuration(global.scrape_interval ?? "") || defaults.intervalMs,
    timeoutMs: parseDuration(global.scrape_timeout ?? "") || defaults.timeoutMs,
  };
  return poolsOf(jobs, common, { where: `${path}: scrape_configs`, folder: dirname(resolve(path)) }, faults);
}

function readYaml(path: string, faults: string[]): unknown {
  try {
    return parseYaml(readFileSync(path, "utf8"), { maxAliasCount: 100 });
  } catch (error) {
    const reason =
      error instanceof YAMLParseError ? `is no YAML: ${error.message.split("\n", 1)[0]}` : "cannot be read";
    faults.push(`metrics.scrape_config_file names ${path}, which ${reason}`);
    return undefined;
  }
}

interface Place {
  readonly where: string;
  /** What paths of files in a job are relative to. */
  readonly folder: string;
}

function poolsOf(jobs: readonly unknown[], defaults: ScrapeDefaults, place: Place, faults: string[]): ScrapePool[] {
  return jobs.flatMap((content, at) => {
    const where = `${place.where}[${at}]`;
    const config = readScrapeConfig(content, where);
    const pool = Array.isArray(config) ? config : openPool(withAbsolutePaths(config, place.folder), defaults, where);
    if (!Array.isArray(pool)) return [pool];
    faults.push(...pool);
    return [];
  });
}

/** Files that a file names lie beside it. */
function withAbsolutePaths(config: ScrapeConfig, folder: string): ScrapeConfig {
  const moved: unknown = JSON.parse(JSON.stringify(config), (key, value: unknown) => {
    if (key.endsWith("_file") && typeof value === "string") return isAbsolute(value) ? value : resolve(folder, value);
    if (key !== "files" || !Array.isArray(value)) return value;
    return value.map((path: unknown) => (isAbsolute(String(path)) ? path : resolve(folder, String(path))));
  });
  return moved as ScrapeConfig; // The same but for its paths.
}
