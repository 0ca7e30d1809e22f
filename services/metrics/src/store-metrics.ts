import type { Registry } from "@vedette/worker-metrics";
import type { MetricStore } from "./store/store.ts";

/** Adds what the store holds to the metrics of the process. */
export function exposeStore(registry: Registry, storeOf: () => MetricStore | undefined): void {
  const gauge = (name: string, help: string) => registry.gauge(`vedette_tsdb_${name}`, help).bind({});
  const series = gauge("head_series", "Series that take samples now.");
  const samples = gauge("head_samples", "Samples of the newest hours, kept in memory.");
  const blocks = gauge("blocks", "Files of older hours.");
  const blockBytes = gauge("blocks_bytes", "Bytes of the files of older hours.");
  const logBytes = gauge("wal_bytes", "Bytes of the write-ahead log.");
  const refused = gauge("refused_series", "Series refused since the start because there were too many.");
  registry.onExpose(() => {
    const store = storeOf();
    if (store === undefined) return;
    const { status } = store;
    series.set(status.series);
    samples.set(status.headSamples);
    blocks.set(status.blocks);
    blockBytes.set(status.blockBytes);
    logBytes.set(status.logBytes);
    refused.set(status.refusedSeries);
  });
}
