import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { mkdtemp } from "node:fs/promises";
import { createServer, type Server } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { hasPrometheus, startPrometheus } from "../services/metrics/test/peer/prometheus-server.ts";
import {
  counterExposition,
  counterRequests,
  histogramExposition,
  histogramRequests,
  type WriteRequest,
} from "../services/metrics/test/write-requests.ts";
import type { BenchRow } from "./run.ts";

const SERVER = fileURLToPath(new URL("../services/metrics/test/empty-server.ts", import.meta.url));
const STEP_MS = 15_000;
const HOUR_STEPS = 240;
/** Requests under way at a time, as one sender has with two shards. */
const AT_ONCE = 2;

/** A server that takes samples, seen from outside. */
interface Taker extends AsyncDisposable {
  readonly url: string;
  readonly pid: number;
  readonly directory: string;
}

/**
 * Samples that are taken, beside Prometheus: how fast, and what they take of disk and memory. BENCH_SERIES says for how
 * many series, 0 for none: `BENCH_SERIES=1000000 npm run bench metrics-ingest` is a matter of some minutes.
 */
export default async function metricsIngest(): Promise<BenchRow[]> {
  if (!hasPrometheus) return [];
  const rows: BenchRow[] = [];
  for (const series of (process.env["BENCH_SERIES"] ?? "10000,100000").split(",").map(Number)) {
    if (series === 0) continue;
    const steps = Math.min(HOUR_STEPS, Math.max(4, Math.floor(MOST_SAMPLES / series)));
    const what = `${series.toLocaleString("en-GB").replaceAll(",", " ")} series × ${steps}`;
    rows.push(...(await compare(what, () => counterRequests(series, lastTimes(steps)))));
  }
  rows.push(...(await compare("10 000 series × 60, each second one late", () => lateRequests())));
  rows.push(await compareScrapes("10 000 counters", (scrape) => counterExposition(10_000, scrape)));
  rows.push(await compareScrapes("400 histograms of 25 series", (scrape) => histogramExposition(400, scrape)));
  rows.push(...(await compareHistograms()));
  return rows;
}

/** Samples of each size, but for those that need four steps to have a rate. */
const MOST_SAMPLES = 2_400_000;

function* lateRequests(): Generator<WriteRequest> {
  const times = lastTimes(60);
  const swapped = times.map((_, at) => times[at % 2 === 0 ? at + 1 : at - 1] ?? 0);
  yield* counterRequests(10_000, swapped);
}

/** Moments up to now, a scrape apart. */
function lastTimes(count: number): number[] {
  const end = Math.floor(Date.now() / STEP_MS) * STEP_MS;
  return Array.from({ length: count }, (_, at) => end - (count - 1 - at) * STEP_MS);
}

async function compare(what: string, requests: () => Iterable<WriteRequest>): Promise<BenchRow[]> {
  const ours = await measure(() => startOurs(), requests);
  const peer = await measure(() => startPeer(), requests);
  return [
    { name: `samples taken, ${what}`, ours: ours.rate, peer: peer.rate, unit: "1/s", ratio: ours.rate / peer.rate },
    row(`disk with the log, ${what}`, ours.bytesPerSample, peer.bytesPerSample, "B"),
    row(`memory of the process, ${what}`, ours.megabytes, peer.megabytes, "MB"),
    row(`memory beyond an empty store's, ${what}`, ours.ownMegabytes, peer.ownMegabytes, "MB"),
  ];
}

/** Of each side: a server scrapes for days, and its first scrapes say nothing of the others. */
const COLD_SCRAPES = 10;
const SCRAPES = 20;

/** One target, scraped every second by both at once: how long a scrape takes, by their own account. */
async function compareScrapes(what: string, exposition: (scrape: number) => string): Promise<BenchRow> {
  let scrapes = 0;
  // Written beforehand: the target's own time would count for both.
  const texts = Array.from({ length: 2 * (COLD_SCRAPES + SCRAPES) }, (_, at) =>
    Buffer.from(exposition(Math.floor(at / 2) + 1)),
  );
  const target = createServer((_request, response) => {
    response.setHeader("content-type", "text/plain; version=0.0.4; charset=utf-8");
    response.end(texts[Math.min(scrapes, texts.length - 1)]);
    scrapes += 1;
  }).listen(0, "127.0.0.1");
  await once(target, "listening");
  const address = target.address();
  const instance = `127.0.0.1:${typeof address === "object" ? address?.port : ""}`;
  const jobs = [{ job_name: "bench", scrape_interval: "1s", static_configs: [{ targets: [instance] }] }];
  try {
    await using ours = await startOurs(instance);
    await using peer = await startPeer(JSON.stringify({ scrape_configs: jobs }));
    const [our, theirs] = await Promise.all([warmScrapeMs(ours, target), warmScrapeMs(peer, target)]);
    return row(`a warm scrape of ${what}`, our, theirs, "ms");
  } finally {
    target.close();
    target.closeAllConnections();
  }
}

/** The middle one of those behind the cold ones, once there are enough. */
async function warmScrapeMs({ url }: Taker, target: Server): Promise<number> {
  const query = 'scrape_duration_seconds{job="bench"}[5m]';
  for (;;) {
    const answer = await fetch(`${url}/api/v1/query?${new URLSearchParams({ query })}`);
    const { data } = (await answer.json()) as { data: { result: { values: [number, string][] }[] } };
    const seconds = data.result[0]?.values.map(([, value]) => Number(value)) ?? [];
    if (seconds.length >= COLD_SCRAPES + SCRAPES) {
      return median(seconds.slice(COLD_SCRAPES, COLD_SCRAPES + SCRAPES)) * 1000;
    }
    await once(target, "request");
  }
}

function median(numbers: readonly number[]): number {
  return numbers.toSorted((one, other) => one - other)[Math.floor(numbers.length / 2)] ?? Number.NaN;
}

/** For things of which less is better. */
function row(name: string, ours: number, peer: number, unit: string): BenchRow {
  return { name, ours, peer, unit, ratio: peer / ours };
}

const QUANTILE = "histogram_quantile(0.95, sum by (job) (rate(latency[5m])))";

async function compareHistograms(): Promise<BenchRow[]> {
  const times = lastTimes(2 * HOUR_STEPS);
  const warmFromMs = times[HOUR_STEPS] ?? 0;
  const range = { start: String(warmFromMs / 1000), end: String((times.at(-1) ?? 0) / 1000), step: "15" };
  const ask = async ({ url }: Taker) => {
    const answer = await fetch(`${url}/api/v1/query_range?${new URLSearchParams({ query: QUANTILE, ...range })}`);
    const text = await answer.text();
    if (answer.status !== 200 || text.length < 1000) throw new Error(`${url} answers ${text.slice(0, 200)}`);
  };
  const requests = () => histogramRequests(200, times);
  const ours = await measure(() => startOurs(), requests, { warmFromMs, ask });
  const peer = await measure(() => startPeer(), requests, { warmFromMs, ask });
  const what = "200 native histograms";
  return [
    {
      name: `histograms taken, ${what}, 1 h after a cold one`,
      ours: ours.rate,
      peer: peer.rate,
      unit: "1/s",
      ratio: ours.rate / peer.rate,
    },
    row(`disk with the log, ${what}, 2 h`, ours.bytesPerSample, peer.bytesPerSample, "B"),
    row(`warm p95 by job, ${what}, 1 h`, ours.queryMs, peer.queryMs, "ms"),
  ];
}

const COLD_QUERIES = 3;
const QUERIES = 5;

interface Rounds {
  /** Requests with samples of a time before are not counted in the rate. */
  readonly warmFromMs?: number;
  /** A query, asked when all samples are there. */
  readonly ask?: (taker: Taker) => Promise<void>;
}

async function measure(
  start: () => Promise<Taker>,
  requests: () => Iterable<WriteRequest>,
  { warmFromMs = Number.NEGATIVE_INFINITY, ask }: Rounds = {},
) {
  await using taker = await start();
  const emptyMegabytes = residentMegabytes(taker.pid);
  let [samples, warmSamples, busyMs] = [0, 0, 0];
  let waiting: WriteRequest[] = [];
  const sendWaiting = async () => {
    const begun = performance.now();
    await Promise.all(waiting.map((request) => send(taker, request)));
    const count = waiting.reduce((sum, request) => sum + request.samples, 0);
    samples += count;
    // All of one time, as they are sent.
    if ((waiting[0]?.timeMs ?? 0) >= warmFromMs) {
      warmSamples += count;
      busyMs += performance.now() - begun;
    }
    waiting = [];
  };
  for (const request of requests()) {
    // Samples of one series come in the order of time.
    if (waiting.length === AT_ONCE || waiting.some(({ timeMs }) => timeMs !== request.timeMs)) await sendWaiting();
    waiting.push(request);
  }
  await sendWaiting();
  const megabytes = residentMegabytes(taker.pid);
  const queryMs: number[] = [];
  for (let round = 0; ask !== undefined && round < COLD_QUERIES + QUERIES; round += 1) {
    const begun = performance.now();
    await ask(taker);
    queryMs.push(performance.now() - begun);
  }
  return {
    rate: (warmSamples / busyMs) * 1000,
    bytesPerSample: sizeOf(taker.directory) / samples,
    megabytes,
    ownMegabytes: megabytes - emptyMegabytes,
    queryMs: median(queryMs.slice(COLD_QUERIES)),
  };
}

async function send({ url }: Taker, { body }: WriteRequest): Promise<void> {
  const headers = { "content-type": "application/x-protobuf", "content-encoding": "snappy" };
  const answer = await fetch(`${url}/api/v1/write`, { method: "POST", headers, body });
  const text = await answer.text();
  if (answer.status !== 204 && answer.status !== 200) throw new Error(`${url} answers ${answer.status}: ${text}`);
}

async function startOurs(target?: string): Promise<Taker> {
  const directory = await mkdtemp(join(tmpdir(), "vedette-bench-"));
  const args = [
    "--conditions=vedette-source",
    "--max-old-space-size=8192",
    SERVER,
    directory,
    ...(target === undefined ? [] : [target]),
  ];
  const server = spawn(process.execPath, args, { stdio: ["ignore", "pipe", "inherit"] });
  const [url]: string[] = await once(createInterface({ input: server.stdout }), "line");
  return {
    url: url ?? "",
    pid: server.pid ?? 0,
    directory: join(directory, "metrics"),
    async [Symbol.asyncDispose]() {
      await ended(server);
      rmSync(directory, { recursive: true, force: true });
    },
  };
}

const PEER_CONFIGURATION = { storage: { tsdb: { out_of_order_time_window: "5m" } } };

/** @param configuration - in JSON, which is YAML as well */
async function startPeer(configuration = JSON.stringify(PEER_CONFIGURATION)): Promise<Taker> {
  const peer = await startPrometheus("", configuration);
  return {
    url: peer.url,
    pid: peer.pid,
    directory: peer.directory,
    [Symbol.asyncDispose]: () => peer[Symbol.asyncDispose](),
  };
}

async function ended(server: ChildProcess): Promise<void> {
  const exit = once(server, "exit");
  server.kill("SIGKILL");
  await exit;
}

function sizeOf(directory: string): number {
  return readdirSync(directory, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .reduce((sum, { parentPath, name }) => sum + statSync(join(parentPath, name)).blocks * 512, 0);
}

/** @see proc(5), VmRSS */
function residentMegabytes(pid: number): number {
  const [, kilobytes = "0"] = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "utf8")) ?? [];
  return Number(kilobytes) / 1024;
}
