import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { hasPrometheus, startPrometheus } from "../services/metrics/test/peer/prometheus-server.ts";
import { counterRequests, histogramRequests, type WriteRequest } from "../services/metrics/test/write-requests.ts";
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

/** Remote write beside Prometheus: how fast samples are taken, and what they take of disk and memory. */
export default async function metricsIngest(): Promise<BenchRow[]> {
  if (!hasPrometheus) return [];
  return [
    ...(await compare("10 000 series, 1 h", () => counterRequests(10_000, lastTimes(HOUR_STEPS)))),
    ...(await compare("1 000 000 series, 1 min", () => counterRequests(1_000_000, lastTimes(4)))),
    ...(await compareHistograms()),
  ];
}

/** Moments up to now, a scrape apart. */
function lastTimes(count: number): number[] {
  const end = Math.floor(Date.now() / STEP_MS) * STEP_MS;
  return Array.from({ length: count }, (_, at) => end - (count - 1 - at) * STEP_MS);
}

async function compare(what: string, requests: () => Iterable<WriteRequest>): Promise<BenchRow[]> {
  const ours = await measure(startOurs, requests);
  const peer = await measure(startPeer, requests);
  return [
    { name: `samples taken, ${what}`, ours: ours.rate, peer: peer.rate, unit: "1/s", ratio: ours.rate / peer.rate },
    row(`disk with the log, ${what}`, ours.bytesPerSample, peer.bytesPerSample, "B"),
    row(`memory of the process, ${what}`, ours.megabytes, peer.megabytes, "MB"),
  ];
}

/** For things of which less is better. */
function row(name: string, ours: number, peer: number, unit: string): BenchRow {
  return { name, ours, peer, unit, ratio: peer / ours };
}

const QUANTILE = "histogram_quantile(0.95, sum by (job) (rate(latency[5m])))";

async function compareHistograms(): Promise<BenchRow[]> {
  const times = lastTimes(HOUR_STEPS);
  const range = { start: String((times[0] ?? 0) / 1000), end: String((times.at(-1) ?? 0) / 1000), step: "15" };
  const ask = async ({ url }: Taker) => {
    const answer = await fetch(`${url}/api/v1/query_range?${new URLSearchParams({ query: QUANTILE, ...range })}`);
    const text = await answer.text();
    if (answer.status !== 200 || text.length < 1000) throw new Error(`${url} answers ${text.slice(0, 200)}`);
  };
  const requests = () => histogramRequests(200, times);
  const ours = await measure(startOurs, requests, ask);
  const peer = await measure(startPeer, requests, ask);
  const what = "200 native histograms, 1 h";
  return [
    { name: `histograms taken, ${what}`, ours: ours.rate, peer: peer.rate, unit: "1/s", ratio: ours.rate / peer.rate },
    row(`disk with the log, ${what}`, ours.bytesPerSample, peer.bytesPerSample, "B"),
    row(`p95 by job, ${what}`, ours.queryMs, peer.queryMs, "ms"),
  ];
}

const QUERY_ROUNDS = 7;

async function measure(
  start: () => Promise<Taker>,
  requests: () => Iterable<WriteRequest>,
  ask?: (taker: Taker) => Promise<void>,
) {
  await using taker = await start();
  let [samples, busyMs] = [0, 0];
  let waiting: WriteRequest[] = [];
  const sendWaiting = async () => {
    const begun = performance.now();
    await Promise.all(waiting.map((request) => send(taker, request)));
    busyMs += performance.now() - begun;
    waiting = [];
  };
  for (const request of requests()) {
    // Samples of one series come in the order of time.
    if (waiting.length === AT_ONCE || waiting.some(({ timeMs }) => timeMs !== request.timeMs)) await sendWaiting();
    samples += request.samples;
    waiting.push(request);
  }
  await sendWaiting();
  const queryMs: number[] = [];
  for (let round = 0; ask !== undefined && round < QUERY_ROUNDS; round += 1) {
    const begun = performance.now();
    await ask(taker);
    queryMs.push(performance.now() - begun);
  }
  return {
    rate: (samples / busyMs) * 1000,
    bytesPerSample: sizeOf(taker.directory) / samples,
    megabytes: residentMegabytes(taker.pid),
    queryMs: queryMs.toSorted((one, other) => one - other)[Math.floor(queryMs.length / 2)] ?? Number.NaN,
  };
}

async function send({ url }: Taker, { body }: WriteRequest): Promise<void> {
  const headers = { "content-type": "application/x-protobuf", "content-encoding": "snappy" };
  const answer = await fetch(`${url}/api/v1/write`, { method: "POST", headers, body });
  const text = await answer.text();
  if (answer.status !== 204 && answer.status !== 200) throw new Error(`${url} answers ${answer.status}: ${text}`);
}

async function startOurs(): Promise<Taker> {
  const directory = await mkdtemp(join(tmpdir(), "vedette-bench-"));
  const args = ["--conditions=vedette-source", "--max-old-space-size=8192", SERVER, directory];
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

async function startPeer(): Promise<Taker> {
  const peer = await startPrometheus("");
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
