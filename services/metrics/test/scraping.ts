import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { settingsFrom } from "@vedette/settings";
import { afterEach } from "vitest";
import type { Metrics } from "../src/metrics.ts";
import { readScrapeJobs } from "../src/scrape/read-jobs.ts";
import { type Target, targetsOfGroups } from "../src/scrape/target.ts";
import { TargetScraper } from "../src/scrape/target-scraper.ts";
import { metricsSettings } from "../src/settings.ts";
import { openTestMetrics } from "./test-store.ts";

/** When the first scrape of a test is. */
export const T = 1_700_000_000_000;
/** Run behind each test, the last one first. */
export const closers: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
});

export interface Exposition {
  readonly body: string | Buffer;
  readonly type?: string;
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
}

/** A real server that shows one exposition after the other, the last one again and again. */
export async function serve(...expositions: (string | Exposition)[]) {
  const requests: IncomingMessage[] = [];
  const server = createServer((request: IncomingMessage, response: ServerResponse) => {
    const next = expositions[Math.min(requests.length, expositions.length - 1)] ?? "";
    const {
      body,
      type = "text/plain; version=0.0.4",
      status = 200,
      headers = {},
    } = typeof next === "string" ? { body: next } : next;
    requests.push(request);
    response.writeHead(status, { "content-type": type, ...headers }).end(body);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  closers.push(async () => server.close());
  const address = server.address();
  const port = address !== null && typeof address === "object" ? address.port : 0;
  return { instance: `127.0.0.1:${port}`, requests };
}

export async function openMetrics(values: Parameters<typeof openTestMetrics>[1] = {}): Promise<Metrics> {
  const dataDir = await mkdtemp(join(tmpdir(), "vedette-scrape-"));
  const metrics = await openTestMetrics(dataDir, values);
  closers.push(
    () => rm(dataDir, { recursive: true, force: true }),
    () => metrics.close(),
  );
  return metrics;
}

/** The only target of a job as the settings write it. */
export function theTarget(job: Readonly<Record<string, unknown>>): Target {
  const [pool] = readScrapeJobs(settingsFrom(metricsSettings, { "metrics.scrape": [job] }));
  const [found] = pool === undefined ? [] : targetsOfGroups(pool, pool.config.static_configs ?? []);
  if (found?.kind !== "active") throw new TypeError("a job with a target has one");
  return found.target;
}

/** Scrapes some expositions, fifteen seconds apart, and gives the answers to a query at each time. */
export async function scraped(expositions: (string | Exposition)[], query: string, job: object = {}) {
  const { instance } = await serve(...expositions);
  const metrics = await openMetrics();
  const target = theTarget({ job: "test", targets: [instance], ...job });
  const scraper = new TargetScraper(target, metrics.open.store, "Vedette/13.0.0");
  const answers: string[][] = [];
  for (let at = 0; at < expositions.length; at += 1) {
    const time = T + at * 15_000;
    await scraper.scrape(time, new AbortController().signal);
    answers.push(await ask(metrics, query, time, instance));
  }
  return { answers, scraper, metrics };
}

export async function ask(metrics: Metrics, query: string, time: number, instance: string): Promise<string[]> {
  const { data } = await metrics.open.engine.instant(
    { query, principal: "user:a", sight: "all", signal: new AbortController().signal },
    time,
  );
  if (data.kind !== "vector") throw new TypeError("the queries here give vectors");
  return data.series.map(({ labels, values }) => `${labels.join(",").replace(instance, "HOST")} ${values[0]}`).sort();
}
