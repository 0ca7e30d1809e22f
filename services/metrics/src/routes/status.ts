import { availableParallelism } from "node:os";
import type { RoutePlugin } from "@vedette/http";
import { OPEN, untilAbandoned } from "@vedette/http";
import type { FastifyReply, FastifyRequest } from "fastify";
import { MetricsError } from "../errors.ts";
import { isSameMetadata } from "../ingest/metadata.ts";
import { labelValue, METRIC_NAME } from "../labels/labels.ts";
import type { Metrics } from "../metrics.ts";
import { formatDuration } from "../promql/literal.ts";
import { scrapeConfigYaml } from "../scrape/config-text.ts";
import type { MetricMetadata } from "../scrape/exposition.ts";
import type { TargetScraper } from "../scrape/target-scraper.ts";
import { PART_LABEL } from "../store/histogram-parts.ts";
import { createPauses } from "../store/pauses.ts";
import type { MetricStore } from "../store/store.ts";
import { READ, sightOf } from "./access.ts";
import { withTag } from "./entity-tag.ts";
import { invalid } from "./parameters.ts";
import { parametersOf } from "./request.ts";

const readable = { config: { permission: READ } };

/** Answers that never change: what the peer has and this store has not. */
const EMPTY_ANSWERS = {
  "/alerts": { alerts: [] },
  "/alertmanagers": { activeAlertmanagers: [], droppedAlertmanagers: [] },
} as const;

/** /api/v1/metadata, targets, status/…, and what is empty here */
export const statusRoutes: RoutePlugin<{ metrics: Metrics }> = async (app, { metrics }) => {
  for (const [path, data] of Object.entries(EMPTY_ANSWERS)) {
    app.get(path, readable, async () => success(data));
  }
  app.get("/rules", readable, async (request) => {
    requireRuleType(parametersOf(request).text("type"));
    return success({ groups: [] });
  });
  app.get("/metadata", readable, async (request, reply) => {
    return withTag(request, reply, success(metadataOf(metrics, request, await visibleNames(metrics, request, reply))));
  });
  app.get("/targets/metadata", readable, async (request, reply) => {
    return withTag(request, reply, success(targetMetadataOf(metrics, request)));
  });
  app.get("/status/flags", readable, async () => success(flagsOf(metrics.settings)));
  app.get("/status/config", readable, async () => success({ yaml: scrapeConfigYaml(metrics.pools) }));
  app.get("/targets", readable, async (request) => success(targetsOf(metrics, request)));
  app.get("/scrape_pools", readable, async () => {
    return success({ scrapePools: metrics.open.scraper.pools });
  });
  app.get("/status/buildinfo", readable, async () => success(buildInfo(metrics.version)));
  app.get("/status/runtimeinfo", readable, async () => success(runtimeInfo(metrics)));
  app.get("/status/tsdb", readable, async (request) => success(tsdbStatus(metrics.open.store, limitOf(request))));
  app.get("/status/walreplay", readable, async () => success({ min: 0, max: 0, current: 0, state: "done" }));
};

/** /-/healthy, /-/ready */
export const healthRoutes: RoutePlugin<{ metrics: Metrics }> = async (app, { metrics }) => {
  const open = { config: { permission: OPEN } };
  app.get("/-/healthy", open, async (_request, reply) => reply.type("text/plain").send("Vedette is Healthy.\n"));
  app.get("/-/ready", open, async (_request, reply) => {
    if (!metrics.isOpen) return reply.code(503).type("text/plain").send("Another process keeps the metrics.\n");
    return reply.type("text/plain").send("Vedette is Ready.\n");
  });
};

function success<Data>(data: Data) {
  return { status: "success" as const, data };
}

/** @throws MetricsError `invalid_parameter` */
function requireRuleType(type: string): void {
  if (!["", "alert", "record"].includes(type)) throw invalid("type", `not supported value ${JSON.stringify(type)}`);
}

/** @throws MetricsError `invalid_parameter` */
function limitOf(request: FastifyRequest): number {
  const text = parametersOf(request).text("limit");
  if (text === "") return 10;
  if (/^[1-9]\d{0,5}$/.test(text)) return Number(text);
  throw new MetricsError("invalid_parameter", { detail: "limit must be a positive number" });
}

/** How many of a list are wanted; all of them below zero. */
function mostOf(count: number | undefined): number {
  return count === undefined || count < 0 ? Number.POSITIVE_INFINITY : count;
}

/** Clients decide by the version what they may ask: from 3 on they ask everything that is here. */
function buildInfo(version: string) {
  return { version, revision: "", branch: "", buildUser: "vedette", buildDate: "", goVersion: "" };
}

function runtimeInfo(metrics: Metrics) {
  return {
    startTime: metrics.startTime.toISOString(),
    reloadConfigSuccess: metrics.lastReload.hasWorked,
    lastConfigTime: metrics.lastReload.time.toISOString(),
    corruptionCount: 0,
    goroutineCount: 0,
    GOMAXPROCS: availableParallelism(),
    storageRetention: metrics.settings["metrics.retention"],
  };
}

/** What the names of a metric's series may add to its own, by its type; those of other types add nothing. */
const SUFFIXES_BY_TYPE: ReadonlyMap<string, readonly string[]> = new Map([
  ["counter", ["_total", "_created"]],
  ["histogram", ["_bucket", "_count", "_sum", "_created"]],
  ["gaugehistogram", ["_bucket", "_count", "_sum", "_gcount", "_gsum"]],
  ["summary", ["_count", "_sum", "_created"]],
  ["info", ["_info"]],
]);

function isOfVisible(name: string, { type }: MetricMetadata, visible: ReadonlySet<string>): boolean {
  return visible.has(name) || (SUFFIXES_BY_TYPE.get(type) ?? []).some((suffix) => visible.has(name + suffix));
}

/** Names of the series that whoever asks may see; `undefined` where that is all of them. */
async function visibleNames(
  { open }: Metrics,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<ReadonlySet<string> | undefined> {
  const sight = sightOf(request);
  if (sight === "all") return undefined;
  const always = { fromMs: Number.NEGATIVE_INFINITY, toMs: Number.POSITIVE_INFINITY };
  const seen = await open.store.labelSets(sight, always, createPauses(untilAbandoned(reply)));
  return new Set(seen.map((labels) => labelValue(labels, METRIC_NAME)));
}

function metadataOf(
  metrics: Metrics,
  request: FastifyRequest,
  visible: ReadonlySet<string> | undefined,
): Record<string, MetricMetadata[]> {
  const parameters = parametersOf(request);
  const wanted = parameters.text("metric");
  const found = new Map<string, MetricMetadata[]>();
  for (const [name, one] of allMetadata(metrics)) {
    if (wanted !== "" && name !== wanted) continue;
    if (visible !== undefined && !isOfVisible(name, one, visible)) continue;
    const known = found.get(name) ?? [];
    if (!known.some((other) => isSameMetadata(one, other))) found.set(name, [...known, one]);
  }
  const limit = mostOf(parameters.integer("limit"));
  const limitPerMetric = mostOf(parameters.integer("limit_per_metric") || undefined);
  const cut = [...found].slice(0, limit).map(([name, all]) => [name, all.slice(0, limitPerMetric)] as const);
  return Object.fromEntries(cut);
}

/** What targets and senders say of their metrics. */
function* allMetadata({ open, sentMetadata }: Metrics): Generator<readonly [string, MetricMetadata]> {
  for (const { metadata } of open.scraper.targets) yield* metadata;
  for (const [name, all] of sentMetadata.entries()) for (const one of all) yield [name, one];
}

/** What each target says of its metrics, or of one of them. */
function targetMetadataOf({ open }: Metrics, request: FastifyRequest) {
  const parameters = parametersOf(request);
  const metric = parameters.text("metric");
  const limit = mostOf(parameters.integer("limit"));
  const selector = parameters.selector("match_target");
  const rows: object[] = [];
  for (const { target, metadata } of open.scraper.targets) {
    if (!selector.every((matcher) => matcher.matches(target.labels.get(matcher.name) ?? ""))) continue;
    const labels = Object.fromEntries(target.labels);
    for (const [name, one] of metadata) {
      if (rows.length >= limit) return rows;
      if (metric === "") rows.push({ target: labels, metric: name, ...one });
      else if (name === metric) rows.push({ target: labels, ...one });
    }
  }
  return rows;
}

/** The settings by the names of the peer's flags, where there is such a flag. */
function flagsOf(settings: Metrics["settings"]): Record<string, string> {
  return {
    "query.lookback-delta": settings["metrics.query.lookback"],
    "query.max-concurrency": String(2 * availableParallelism()),
    "query.max-samples": String(settings["metrics.query.max_samples"]),
    "query.timeout": settings["metrics.query.timeout"],
    "storage.tsdb.retention.size": `${settings["metrics.max_size"]}B`,
    "storage.tsdb.retention.time": settings["metrics.retention"],
    "web.enable-admin-api": "true",
    "web.enable-otlp-receiver": "true",
    "web.enable-remote-write-receiver": "true",
  };
}

function targetsOf(metrics: Metrics, request: FastifyRequest) {
  const { scraper } = metrics.open;
  const parameters = parametersOf(request);
  const [state, pool] = [parameters.text("state"), parameters.text("scrapePool")];
  const isWanted = (name: string) => pool === "" || name === pool;
  const active = state === "dropped" ? [] : scraper.targets.filter(({ target }) => isWanted(target.pool));
  const dropped = [...scraper.dropped].filter(([name]) => isWanted(name));
  return {
    activeTargets: active.map(describeTarget),
    droppedTargets:
      state === "active"
        ? []
        : dropped.flatMap(([name, targets]) =>
            targets.map(({ discovered }) => ({ discoveredLabels: Object.fromEntries(discovered), scrapePool: name })),
          ),
    droppedTargetCounts: Object.fromEntries(dropped.map(([name, targets]) => [name, targets.length])),
  };
}

function describeTarget({ target, state }: TargetScraper) {
  return {
    discoveredLabels: Object.fromEntries(target.discovered),
    labels: Object.fromEntries(target.labels),
    scrapePool: target.pool,
    scrapeUrl: target.url,
    globalUrl: target.url,
    lastError: state.lastError,
    lastScrape: state.lastScrapeMs === undefined ? "0001-01-01T00:00:00Z" : new Date(state.lastScrapeMs).toISOString(),
    lastScrapeDuration: state.lastDurationSeconds,
    health: state.health,
    scrapeInterval: formatDuration(target.intervalMs),
    scrapeTimeout: formatDuration(target.timeoutMs),
  };
}

function tsdbStatus(store: MetricStore, limit: number) {
  const { status, head } = store;
  const counts = new Map([...head.index.counts].filter(([name]) => name !== PART_LABEL));
  const most = (entries: Iterable<[string, number]>) =>
    [...entries]
      .sort(([, one], [, other]) => other - one)
      .slice(0, limit)
      .map(([name, value]) => ({ name, value }));
  const metricNames = counts.get("__name__") ?? new Map<string, { size: number }>();
  return {
    headStats: {
      numSeries: status.series,
      numLabelPairs: [...counts.values()].reduce((sum, values) => sum + values.size, 0),
      chunkCount: [...head.series].reduce((sum, { allChunks }) => sum + allChunks.length, 0),
      minTime: finite(status.minTime),
      maxTime: finite(status.maxTime),
    },
    seriesCountByMetricName: most([...metricNames].map(([name, { size }]) => [name, size])),
    labelValueCountByLabelName: most([...counts].map(([name, values]) => [name, values.size])),
    memoryInBytesByLabelName: [],
    seriesCountByLabelValuePair: most(
      [...counts].flatMap(([name, values]) =>
        [...values].map(([value, { size }]): [string, number] => [`${name}=${value}`, size]),
      ),
    ),
  };
}

function finite(time: number): number {
  return Number.isFinite(time) ? time : 0;
}
