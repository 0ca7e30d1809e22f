import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { compactBuckets, emptyHistogram, type Histogram } from "../src/histogram/histogram.ts";
import { labelsOf } from "../src/labels/labels.ts";
import { createMatcher } from "../src/labels/matcher.ts";
import { Batch, type BatchResult } from "../src/store/batch.ts";
import { SampleBuffer } from "../src/store/sample-buffer.ts";
import { MetricStore, type StoreLimits } from "../src/store/store.ts";

const LIMITS: StoreLimits = {
  maxSeries: 1_000_000,
  outOfOrderMs: 300_000,
  retentionMs: Number.POSITIVE_INFINITY,
  maxBytes: Number.POSITIVE_INFINITY,
  isDurablePerRequest: false,
};

/** A directory for a store that can be opened again and again. */
export interface StoreDirectory extends AsyncDisposable {
  readonly path: string;
  /** What the store wrote into its log while it was opened and used. */
  readonly messages: string[];
  open(limits?: Partial<StoreLimits>): MetricStore;
}

export async function storeDirectory(): Promise<StoreDirectory> {
  const path = await mkdtemp(join(tmpdir(), "vedette-store-"));
  const messages: string[] = [];
  const stores: MetricStore[] = [];
  const say = (_: object, message: string) => void messages.push(message);
  const log = { info: say, warn: say, error: say };
  return {
    path,
    messages,
    open: (limits = {}) => {
      const store = new MetricStore({ directory: path, limits: () => ({ ...LIMITS, ...limits }), log });
      stores.push(store);
      return store;
    },
    async [Symbol.asyncDispose]() {
      for (const store of stores) await store.close();
      await rm(path, { recursive: true, force: true });
    },
  };
}

/** A sample of a series with the name `foo`. */
export interface NamedSample {
  readonly id?: string;
  readonly time: number;
  readonly value: number | "stale" | Histogram;
}

/** Stores samples in one batch, by a clock that has all of them behind it. */
export function write(store: MetricStore, samples: readonly NamedSample[], now?: number): Promise<BatchResult> {
  const batch = new Batch();
  for (const { id = "a", time, value } of samples) {
    const labels = labelsOf([
      ["__name__", "foo"],
      ["id", id],
    ]);
    if (typeof value === "object") {
      store.addHistogram(batch, labels, time, value);
      continue;
    }
    const series = store.seriesFor(labels);
    if (series === undefined) continue;
    if (value === "stale") batch.addStale(series, time);
    else batch.add(series, time, value);
  }
  return store.append(batch, now ?? Math.max(...samples.map(({ time }) => time)));
}

/** A native histogram of so many observations. */
export function aHistogram(count: number): Histogram {
  const upper = Math.floor(count / 2);
  const positive = compactBuckets({ indexes: [1, 2], counts: [count - upper, upper] });
  return { ...emptyHistogram(0), count, sum: 2 * count, positive };
}

/**
 * All samples of `foo` in a time, series by series: `a 1@0 2@15000`, stale markers as `stale`, of native histograms
 * their counts.
 */
export async function read(store: MetricStore, fromMs = -1e15, toMs = 1e15, id = ".*"): Promise<string[]> {
  const matchers = [createMatcher("__name__", "=", "foo"), createMatcher("id", "=~", id)];
  const buffer = new SampleBuffer();
  const found = await store.select(matchers, fromMs, toMs);
  return found
    .map((series) => {
      series.read(fromMs, toMs, buffer);
      const points = Array.from({ length: buffer.count }, (_, at) => {
        const value = buffer.histograms?.[at]?.count ?? buffer.values[at];
        return `${buffer.isStale(at) ? "stale" : value}@${buffer.times[at]}`;
      });
      return [series.labels.at(-1), ...points].join(" ");
    })
    .filter((line) => line.includes("@"))
    .sort();
}
