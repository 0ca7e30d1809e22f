import { spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { BENCH_END_MS, benchSeries } from "../services/metrics/test/peer/bench-data.ts";
import { toOpenMetrics } from "../services/metrics/test/peer/data-set.ts";
import { hasPrometheus, startPrometheus } from "../services/metrics/test/peer/prometheus-server.ts";
import type { BenchRow } from "./run.ts";

const SERVER = fileURLToPath(new URL("../services/metrics/test/bench-server.ts", import.meta.url));
const HOUR_S = 3600;
/** Rounds of which the middle one counts; both sides take turns. */
const ROUNDS = 15;

/** Questions over the last hour of 10 000 series with a sample every 15 seconds, a point for each sample. */
const QUERIES = {
  "raw values, 250 series": "temperature",
  "sum by (job) of a rate, 5 000 series": "sum by (job) (rate(requests_total[5m]))",
  "p95 from 4 000 buckets": "histogram_quantile(0.95, sum by (job, le) (rate(latency_bucket[5m])))",
  "ratio of two sums of rates, 5 000 series":
    'sum(rate(requests_total{job="job-1"}[5m])) / sum(rate(requests_total[5m]))',
  "maximum over time, 5 000 series": "max by (job) (max_over_time(requests_total[5m]))",
} as const;

/** Query times beside Prometheus over HTTP, from the question to the last byte of the answer. */
export default async function metrics(): Promise<BenchRow[]> {
  if (!hasPrometheus) return [];
  await using peer = await startPrometheus(toOpenMetrics([...benchSeries()]));
  await using ours = await startOurs();
  const rows: BenchRow[] = [];
  for (const [name, query] of Object.entries(QUERIES)) {
    const end = Math.floor(BENCH_END_MS / 1000);
    const range = new URLSearchParams({ query, start: String(end - HOUR_S), end: String(end), step: "15" });
    rows.push(
      await compare(name, `${ours.url}/api/v1/query_range?${range}`, `${peer.url}/api/v1/query_range?${range}`),
    );
  }
  const series = new URLSearchParams({ "match[]": "requests_total", start: String(BENCH_END_MS / 1000 - HOUR_S) });
  rows.push(
    await compare(
      "labels of 5 000 series",
      `${ours.url}/api/v1/series?${series}`,
      `${peer.url}/api/v1/series?${series}`,
    ),
  );
  rows.push(
    await compare(
      "values of a label with 5 000",
      `${ours.url}/api/v1/label/path/values`,
      `${peer.url}/api/v1/label/path/values`,
    ),
  );
  return rows;
}

async function compare(name: string, ourUrl: string, peerUrl: string): Promise<BenchRow> {
  const [ours, theirs]: [number[], number[]] = [[], []];
  for (let round = 0; round < ROUNDS; round += 1) {
    ours.push(await timeOf(ourUrl));
    theirs.push(await timeOf(peerUrl));
  }
  const [our, peer] = [median(ours), median(theirs)];
  return { name, ours: our, peer, unit: "ms", ratio: peer / our };
}

async function timeOf(url: string): Promise<number> {
  const start = performance.now();
  const response = await fetch(url);
  const { byteLength } = await response.arrayBuffer();
  if (response.status !== 200 || byteLength < 100) throw new Error(`${url} answered ${response.status}`);
  return performance.now() - start;
}

function median(values: readonly number[]): number {
  return values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? Number.NaN;
}

async function startOurs() {
  const server = spawn(process.execPath, ["--conditions=vedette-source", SERVER], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  const lines = createInterface({ input: server.stdout });
  const [url]: string[] = await once(lines, "line");
  return {
    url: url ?? "",
    async [Symbol.asyncDispose]() {
      const exit = once(server, "exit");
      server.kill("SIGKILL");
      await exit;
    },
  };
}
