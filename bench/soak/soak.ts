import { setTimeout as pause } from "node:timers/promises";
import { parseArgs } from "node:util";
import { startCluster } from "../../platform/database/test/postgres-cluster.ts";
import { freePort } from "../../test/free-port.ts";
import { startVedette } from "../../test/running-server.ts";
import { createDatabaseOn } from "../http-load.ts";
import { type Send, sender } from "./client.ts";
import { judgeGrowth, MAX_GROWTH, type MemorySample } from "./growth.ts";
import { connectInspector, cpuSecondsOf } from "./inspector.ts";
import { fillCaches, prepare, runAtRate, type Tally, tasks } from "./workload.ts";

/*
 * Mixed load at a moderate rate on a real server process. Prints memory and handles after a forced garbage collection
 * every minute, and at the end whether they have grown after the warm-up:
 * npm run soak -- --minutes 30 --database postgres
 */

const { values } = parseArgs({
  options: {
    minutes: { type: "string", default: "30" },
    database: { type: "string", default: "embedded" },
    /** Multiplies every rate. */
    rate: { type: "string", default: "1" },
  },
});
const MINUTES = Number(values.minutes);
const WARM_UP_MINUTES = Math.min(5, MINUTES / 3);
const SAMPLES_PER_MINUTE = MINUTES < 15 ? 3 : 1;
const MIB = 1024 * 1024;

const cluster = values.database === "postgres" ? await startCluster() : undefined;
if (values.database === "postgres" && cluster === undefined) throw new Error("PostgreSQL is not installed");
const inspectorPort = await freePort();
const server = await startVedette({
  env: {
    NODE_OPTIONS: `--inspect=127.0.0.1:${inspectorPort}`,
    VEDETTE_RATE_LIMIT_TOKEN_REFRESH: "1000000",
    VEDETTE_RATE_LIMIT_OTP: "1000000",
    ...(cluster === undefined ? {} : { VEDETTE_DATABASE_URL: await createDatabaseOn(cluster.url, "soak") }),
  },
});
const inspector = await connectInspector(inspectorPort);
const send = sender(server);
const load = new AbortController();
process.exitCode = 1;
try {
  await prepare(send);
  await fillCaches(send);
  process.exitCode = await soak();
} finally {
  load.abort();
  inspector.close();
  await server.stop();
  await cluster?.remove();
}

/** @returns the exit code */
async function soak(): Promise<number> {
  const tallies = new Map<string, Tally>();
  const running = tasks(send, Number(values.rate)).map((task) => {
    const tally: Tally = { done: 0, failed: 0, lastError: "" };
    tallies.set(task.name, tally);
    return runAtRate(task, tally, load.signal);
  });
  console.log("minute    heap  external  arrayBuffers  resident  caches  descriptors  resources  CPU");
  const samples: MemorySample[] = [];
  const started = Date.now();
  for (let at = 1; at <= MINUTES * SAMPLES_PER_MINUTE; at += 1) {
    const cpuBefore = cpuSecondsOf(server.pid);
    const pausedAt = Date.now();
    await pause(Math.max(0, started + (at * 60_000) / SAMPLES_PER_MINUTE - Date.now()));
    const cpu = (1000 * (cpuSecondsOf(server.pid) - cpuBefore)) / (Date.now() - pausedAt);
    const sample = {
      minute: at / SAMPLES_PER_MINUTE,
      cacheBytes: await cacheBytes(send),
      ...(await inspector.measure(server.pid)),
    };
    if (sample.minute > WARM_UP_MINUTES) samples.push(sample);
    console.log(lineOf(sample, cpu));
  }
  load.abort();
  await Promise.all(running);
  return report(samples, tallies);
}

function lineOf(sample: MemorySample, cpu: number): string {
  const sizes = [
    sample.heapBytes,
    sample.externalBytes,
    sample.arrayBufferBytes,
    sample.residentBytes,
    sample.cacheBytes,
  ];
  const texts = sizes.map((bytes) => `${(bytes / MIB).toFixed(1)} MiB`.padStart(11));
  const handles = `${sample.descriptors} fd  ${sample.resources} res  ${Math.round(cpu * 100)} % CPU`;
  return [sample.minute.toFixed(1).padStart(6), ...texts, handles].join(" ");
}

function report(samples: readonly MemorySample[], tallies: ReadonlyMap<string, Tally>): number {
  for (const [name, { done, failed, lastError }] of tallies) {
    console.log(`${name.padEnd(18)} ${done} done, ${failed} failed ${lastError}`);
  }
  const verdicts = judgeGrowth(samples);
  for (const { name, from, to, growth, isWithin } of verdicts) {
    const [first, last] = from > MIB ? [`${(from / MIB).toFixed(1)} MiB`, `${(to / MIB).toFixed(1)} MiB`] : [from, to];
    console.log(`${isWithin ? "ok  " : "FAIL"} ${name}: ${first} → ${last} (${(100 * growth).toFixed(1)} %)`);
  }
  const total = [...tallies.values()];
  const failures = total.reduce((sum, { failed }) => sum + failed, 0);
  const requests = total.reduce((sum, { done }) => sum + done, failures);
  const isServed = failures <= requests * 0.001;
  console.log(`${isServed ? "ok  " : "FAIL"} failed requests: ${failures} of ${requests}`);
  console.log(`limit: ${100 * MAX_GROWTH} % growth after a warm-up of ${WARM_UP_MINUTES.toFixed(1)} minutes`);
  return verdicts.length > 0 && isServed && verdicts.every(({ isWithin }) => isWithin) ? 0 : 1;
}

async function cacheBytes(send: Send): Promise<number> {
  const samples = (await send("/metrics")).matchAll(/^vedette_cache_bytes\{[^}]*\} (\S+)$/gm);
  return [...samples].reduce((sum, [, value]) => sum + Number(value), 0);
}
