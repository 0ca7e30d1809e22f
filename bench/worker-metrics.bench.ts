import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import {
  AggregationTemporality,
  InMemoryMetricExporter,
  MeterProvider,
  PeriodicExportingMetricReader,
} from "@opentelemetry/sdk-metrics";
import { createRegistry, createWorkerMetrics, parseExposition } from "@vedette/worker-metrics";
import { Counter, Histogram, Registry } from "prom-client";
import type { BenchRow } from "./run.ts";

const LABELS = { namespace: "default", task_queue: "mail", activity_type: "send_mail", worker_type: "ActivityWorker" };
const LABEL_NAMES = Object.keys(LABELS);
const BOUNDS = [50, 100, 500, 1000, 5000, 10_000, 60_000];
const RECORDS = 300_000;
const ROUNDS = 9;
const SERIES = 100_000;

/** Recording and exposing, beside prom-client and OpenTelemetry in the same run. Bound: the labels are given once. */
export default async function benchWorkerMetrics(): Promise<readonly BenchRow[]> {
  return [memory(), ...(await recording()), await exposing(), ...reading()];
}

async function recording(): Promise<BenchRow[]> {
  const registry = createRegistry();
  const peer = new Registry();
  const counter = registry.counter("c", "C.", LABEL_NAMES);
  const histogram = registry.histogram("h", "H.", LABEL_NAMES, BOUNDS);
  const peerCounter = new Counter({ name: "c", help: "C.", labelNames: LABEL_NAMES, registers: [peer] });
  const peerHistogram = new Histogram({
    name: "h",
    help: "H.",
    labelNames: LABEL_NAMES,
    buckets: BOUNDS,
    registers: [peer],
  });
  const boundCounter = counter.bind(LABELS);
  const boundHistogram = histogram.bind(LABELS);
  const peerBoundCounter = peerCounter.labels(LABELS);
  const peerBoundHistogram = peerHistogram.labels(LABELS);
  const provider = new MeterProvider({ readers: [idleReader()] });
  const otelCounter = provider.getMeter("bench").createCounter("c");
  const otelHistogram = provider
    .getMeter("bench")
    .createHistogram("h", { advice: { explicitBucketBoundaries: BOUNDS } });
  const worker = createWorkerMetrics();
  const activity = { namespace: "default", task_queue: "mail", activity_type: "send_mail" };
  const workerHistogram = worker.histogram("activity_execution_latency", activity);

  const rows = [
    compare(
      "counter, bound, against prom-client",
      () => boundCounter.inc(),
      () => peerBoundCounter.inc(),
    ),
    compare(
      "histogram, bound, against prom-client",
      (n) => boundHistogram.observe(n),
      (n) => peerBoundHistogram.observe(n),
    ),
    compare(
      "catalogue histogram, bound, against prom-client",
      (n) => workerHistogram.record(n),
      (n) => peerBoundHistogram.observe(n),
    ),
    compare(
      "counter, labels per call, against prom-client",
      () => counter.bind({ ...LABELS }).inc(),
      () => peerCounter.inc({ ...LABELS }),
    ),
    compare(
      "histogram, labels per call, against prom-client",
      (n) => histogram.bind({ ...LABELS }).observe(n),
      (n) => peerHistogram.observe({ ...LABELS }, n),
    ),
    compare(
      "counter, labels per call, against OpenTelemetry",
      () => counter.bind({ ...LABELS }).inc(),
      () => otelCounter.add(1, { ...LABELS }),
    ),
    compare(
      "histogram, labels per call, against OpenTelemetry",
      (n) => histogram.bind({ ...LABELS }).observe(n),
      (n) => otelHistogram.record(n, { ...LABELS }),
    ),
  ];
  rows.push(
    compareHeap(
      "heap per record, counter, bound, against prom-client",
      () => boundCounter.inc(),
      () => peerBoundCounter.inc(),
    ),
    compareHeap(
      "heap per record, catalogue histogram, bound, against prom-client",
      (n) => workerHistogram.record(n),
      (n) => peerBoundHistogram.observe(n),
    ),
  );
  await provider.shutdown();
  return rows;
}

async function exposing(): Promise<BenchRow> {
  const registry = createRegistry({ cardinalityLimit: SERIES });
  const peer = new Registry();
  const counter = registry.counter("c", "C.", LABEL_NAMES);
  const peerCounter = new Counter({ name: "c", help: "C.", labelNames: LABEL_NAMES, registers: [peer] });
  for (let index = 0; index < SERIES; index += 1) {
    const labels = { ...LABELS, task_queue: `queue-${index}` };
    counter.bind(labels).inc(index);
    peerCounter.inc(labels, index);
  }
  const ours: number[] = [];
  const theirs: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    ours.push(timeMs(() => Buffer.from(registry.expose())));
    const start = performance.now();
    Buffer.from(await peer.metrics());
    theirs.push(performance.now() - start);
  }
  return lowerIsBetter("exposing 100 000 series, against prom-client", median(ours), median(theirs), "ms");
}

const PROMTOOL = "/usr/bin/promtool";

/** Nothing where promtool is not installed. Its start, some 20 ms, counts for it. */
function reading(): BenchRow[] {
  if (!existsSync(PROMTOOL)) return [];
  const registry = createRegistry({ cardinalityLimit: SERIES });
  const counter = registry.counter("c", "C.", LABEL_NAMES);
  for (let index = 0; index < SERIES; index += 1) counter.bind({ ...LABELS, task_queue: `queue-${index}` }).inc(index);
  const input = registry.expose();
  const ours: number[] = [];
  const theirs: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    ours.push(timeMs(() => parseExposition(input)));
    theirs.push(timeMs(() => spawnSync(PROMTOOL, ["check", "metrics"], { input })));
  }
  return [lowerIsBetter("reading 100 000 series, against promtool", median(ours), median(theirs), "ms")];
}

/** Bytes per counter series of four labels; the peer of this row is the goal. */
function memory(): BenchRow {
  const before = heapBytes();
  const registry = createRegistry({ cardinalityLimit: SERIES });
  const counter = registry.counter("c", "C.", LABEL_NAMES);
  for (let index = 0; index < SERIES; index += 1) counter.bind({ ...LABELS, task_queue: `queue-${index}` }).inc();
  const bytes = (heapBytes() - before) / SERIES;
  // Keeps the registry alive until it has been measured.
  if (registry.expose("text") === "") throw new Error("Nothing was measured.");
  return lowerIsBetter("memory of a counter series, against the goal", bytes, 200, "bytes");
}

/** Median of rounds in which both do the same, taking turns. */
function compare(name: string, ours: (n: number) => void, peer: (n: number) => void): BenchRow {
  const oursNs: number[] = [];
  const peerNs: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    oursNs.push(perRecordNs(ours));
    peerNs.push(perRecordNs(peer));
  }
  return lowerIsBetter(name, median(oursNs), median(peerNs), "ns");
}

/** Few enough that nothing is collected while they are recorded, and many beside what the measuring takes itself. */
const HEAP_RECORDS = 10_000;

/** Bytes that a record leaves on the heap until the next collection. */
function compareHeap(name: string, ours: (n: number) => void, peer: (n: number) => void): BenchRow {
  return lowerIsBetter(name, heapPerRecord(ours), heapPerRecord(peer), "bytes");
}

/** The middle one of some rounds, to the tenth of a byte. */
function heapPerRecord(record: (n: number) => void): number {
  const rounds: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    collectGarbage();
    const before = process.memoryUsage().heapUsed;
    for (let index = 0; index < HEAP_RECORDS; index += 1) record(index & 16_383);
    rounds.push((process.memoryUsage().heapUsed - before) / HEAP_RECORDS);
  }
  return Math.max(0, Math.round(median(rounds) * 10) / 10);
}

function perRecordNs(record: (n: number) => void): number {
  const elapsedMs = timeMs(() => {
    for (let index = 0; index < RECORDS; index += 1) record(index & 16_383);
  });
  return (elapsedMs * 1e6) / RECORDS;
}

function lowerIsBetter(name: string, ours: number, peer: number, unit: string): BenchRow {
  return { name, ours, peer, unit, ratio: peer / ours };
}

function timeMs(work: () => unknown): number {
  const start = performance.now();
  work();
  return performance.now() - start;
}

function median(values: number[]): number {
  return values.toSorted((one, other) => one - other)[values.length >> 1] ?? Number.NaN;
}

function heapBytes(): number {
  collectGarbage();
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}

function collectGarbage(): void {
  setFlagsFromString("--expose-gc");
  const collect: unknown = runInNewContext("gc");
  if (typeof collect === "function") collect();
}

function idleReader(): PeriodicExportingMetricReader {
  const exporter = new InMemoryMetricExporter(AggregationTemporality.CUMULATIVE);
  return new PeriodicExportingMetricReader({ exporter, exportIntervalMillis: 3_600_000 });
}
