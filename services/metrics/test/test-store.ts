import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type App, createHttpServer, httpSettings } from "@vedette/http";
import { settingsFrom } from "@vedette/settings";
import { createRegistry, type Registry } from "@vedette/worker-metrics";
import { labelsOf } from "../src/labels/labels.ts";
import { type Metrics, openMetrics } from "../src/metrics.ts";
import { metricsRoutes, otlpReceiverRoutes } from "../src/metrics-routes.ts";
import type { IdentifyReader } from "../src/routes/access.ts";
import { metricsSettings } from "../src/settings.ts";
import { Batch } from "../src/store/batch.ts";
import type { SampleSeries } from "./peer/data-set.ts";

/** Our store and its API, opened on a directory of its own. */
export interface TestStore extends AsyncDisposable {
  readonly app: App;
  readonly metrics: Metrics;
  readonly registry: Registry;
}

const silent = { info: () => undefined, warn: () => undefined, error: () => undefined };
const withKey: IdentifyReader = async () => ({
  who: { kind: "secret-key" },
  principal: "api-key:secret-key",
  seriesFor: async () => "all",
  mayChange: async () => true,
});

/** Opens a store and fills it with samples; anybody may read where nothing else is said. */
export async function openTestStore(
  series: readonly SampleSeries[] = [],
  identify: IdentifyReader = withKey,
  values: Partial<MetricsSettings> = {},
): Promise<TestStore> {
  const dataDir = await mkdtemp(join(tmpdir(), "vedette-metrics-"));
  const registry = createRegistry();
  const metrics = await openTestMetrics(dataDir, values, registry);
  const settings = settingsFrom(httpSettings, { "log.level": "silent" });
  const app = createHttpServer({ settings, publicUrl: "http://localhost:8080" });
  await app.register(metricsRoutes, { prefix: "/prometheus", metrics, identify });
  await app.register(otlpReceiverRoutes, { metrics, identify });
  await fill(metrics, series);
  return {
    app,
    metrics,
    registry,
    async [Symbol.asyncDispose]() {
      await app.close();
      await metrics.close();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

/** The metric store of a data directory, with some settings of the test's own. */
export function openTestMetrics(
  dataDir: string,
  values: Partial<MetricsSettings> = {},
  registry = createRegistry(),
): Promise<Metrics> {
  const settings = settingsFrom(metricsSettings, values);
  return openMetrics({ dataDir, settings, registry, log: silent, version: "13.0.0" });
}

type MetricsSettings = Metrics["settings"];

/** Stores samples in the order of their times, as scrapes would bring them. */
async function fill({ open: { store } }: Metrics, all: readonly SampleSeries[]): Promise<void> {
  const rows = all.flatMap(({ labels, samples }) => {
    const series = store.seriesFor(labelsOf(Object.entries(labels)));
    if (series === undefined) throw new TypeError("the store takes all series of a test");
    return samples.map(([time, value]) => ({ series, time, value }));
  });
  rows.sort((one, other) => one.time - other.time);
  for (let at = 0; at < rows.length; at += 1000) {
    const batch = new Batch();
    for (const { series, time, value } of rows.slice(at, at + 1000)) batch.add(series, time, value);
    await store.append(batch);
  }
}
