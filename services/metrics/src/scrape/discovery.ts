import { readdirSync, readFileSync } from "node:fs";
import { basename, dirname, join, matchesGlob } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { Check } from "typebox/value";
import { parse as parseYaml } from "yaml";
import type { Log } from "../log.ts";
import { parseDuration } from "../promql/literal.ts";
import { callTarget } from "./call-target.ts";
import { forgetToken, httpClientOf } from "./http-client.ts";
import { faultsOf, type ScrapeConfig, type TargetGroup, TargetGroups } from "./scrape-config.ts";

/** Targets that were found in one place. */
export interface FoundGroups {
  /** Where: a file, an address, or the configuration itself. */
  readonly source: string;
  readonly groups: readonly TargetGroup[];
  readonly meta: ReadonlyMap<string, string>;
}

export interface DiscoveryOptions {
  readonly log: Log;
  readonly userAgent: string;
  readonly signal: AbortSignal;
}

const FILE_REFRESH_MS = 5 * 60_000;
const HTTP_REFRESH_MS = 60_000;
/** A changed file is noticed within this time, however long its refresh interval is. */
const LOOK_MS = 5000;
const MAX_LIST_BYTES = 16 * 1024 * 1024;

/**
 * Looks for the targets of a job until the signal says to stop. What cannot be read or understood leaves the targets
 * that were found there before.
 *
 * @param found - told of each place whose targets may have changed
 */
export async function discover(
  config: ScrapeConfig,
  found: (groups: FoundGroups) => void,
  options: DiscoveryOptions,
): Promise<void> {
  const fixed = config.static_configs ?? [];
  if (fixed.length > 0) found({ source: "static", groups: fixed, meta: new Map() });
  const files = (config.file_sd_configs ?? []).map((one) => followFiles(one, found, options));
  const lists = (config.http_sd_configs ?? []).map((one, at) => followList(one, at, found, options));
  await Promise.all([...files, ...lists]);
}

type FileDiscovery = NonNullable<ScrapeConfig["file_sd_configs"]>[number];
type HttpDiscovery = NonNullable<ScrapeConfig["http_sd_configs"]>[number];

async function followFiles(
  config: FileDiscovery,
  found: (groups: FoundGroups) => void,
  options: DiscoveryOptions,
): Promise<void> {
  const refreshMs = Math.min(LOOK_MS, parseDuration(config.refresh_interval ?? "") || FILE_REFRESH_MS);
  let known = new Map<string, string>();
  await repeat(refreshMs, options.signal, async () => {
    const texts = new Map(config.files.flatMap(matchingFiles).map((path) => [path, readText(path)]));
    for (const path of known.keys()) if (!texts.has(path)) found({ source: path, groups: [], meta: new Map() });
    for (const [path, text] of texts) {
      if (known.get(path) === text) continue;
      const groups = readGroups(() => (path.endsWith(".json") ? JSON.parse(text) : parseYaml(text)), path, options.log);
      if (groups !== undefined) found({ source: path, groups, meta: new Map([["__meta_filepath", path]]) });
    }
    known = texts;
  });
}

/** As the peer's: a star in the last part of the path. */
function matchingFiles(pattern: string): string[] {
  const [folder, name] = [dirname(pattern), basename(pattern)];
  if (!/[*?[]/.test(name)) return [pattern];
  try {
    return readdirSync(folder)
      .filter((entry) => matchesGlob(entry, name))
      .map((entry) => join(folder, entry));
  } catch {
    return []; // The folder may come later.
  }
}

/** Empty for a file that is not there (yet). */
function readText(path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return "";
  }
}

async function followList(
  config: HttpDiscovery,
  at: number,
  found: (groups: FoundGroups) => void,
  options: DiscoveryOptions,
): Promise<void> {
  const refreshMs = Math.max(1000, parseDuration(config.refresh_interval ?? "") || HTTP_REFRESH_MS);
  await repeat(refreshMs, options.signal, async () => {
    const text = await fetchList(config, refreshMs, options).catch((error: unknown) => {
      if (!options.signal.aborted) options.log.warn({ err: error }, "a list of targets cannot be fetched");
    });
    const groups = text === undefined ? undefined : readGroups(() => JSON.parse(text), config.url, options.log);
    if (groups === undefined) return;
    found({ source: `${at} ${config.url}`, groups, meta: new Map([["__meta_url", config.url]]) });
  });
}

async function fetchList(config: HttpDiscovery, refreshMs: number, options: DiscoveryOptions): Promise<string> {
  const call = {
    url: config.url,
    headers: {
      accept: "application/json",
      "user-agent": options.userAgent,
      "x-prometheus-refresh-interval-seconds": String(refreshMs / 1000),
    },
    timeoutMs: Math.min(refreshMs, 30_000),
    maxBytes: MAX_LIST_BYTES,
    signal: options.signal,
  };
  const answer = await callTarget(call, await httpClientOf(config, options.signal));
  if (answer.status === 401) forgetToken(config);
  const text = await answer.body.text();
  if (answer.status !== 200) throw new TypeError(`${config.url} answers with HTTP status ${answer.status}`);
  return text;
}

function readGroups(read: () => unknown, source: string, log: Log): readonly TargetGroup[] | undefined {
  try {
    const content = read() ?? [];
    if (Check(TargetGroups, content)) return content;
    log.warn(
      { source, faults: faultsOf(TargetGroups, content, source).slice(0, 5) },
      "a list of targets cannot be used",
    );
  } catch (error) {
    log.warn({ source, err: error }, "a list of targets cannot be read");
  }
  return undefined;
}

async function repeat(everyMs: number, signal: AbortSignal, once: () => Promise<void>): Promise<void> {
  while (!signal.aborted) {
    await once();
    await sleep(everyMs, undefined, { signal }).catch(() => undefined);
  }
}
