import { compress } from "snappyjs";
import {
  type BucketCounts,
  CUSTOM_SCHEMA,
  compactHistogram,
  emptyHistogram,
  type Histogram,
} from "../../src/histogram/histogram.ts";
import { type Labels, labelsKey, labelValue, METRIC_NAME, withLabel } from "../../src/labels/labels.ts";
import { type Field, message, zigzag } from "../protobuf-message.ts";
import type { TestStore } from "../test-store.ts";
import type { LoadCommand } from "./script.ts";
import type { LiteralValue } from "./series-line.ts";

/** A sample of a `load` command. */
export interface LoadedSample {
  readonly labels: Labels;
  readonly timeMs: number;
  readonly value: Exclude<LiteralValue, undefined>;
}

/** Sends samples by remote write, in the order of their times as scrapes would. */
export async function writeSamples(samples: readonly LoadedSample[], { app }: TestStore): Promise<void> {
  const series = samples.map(({ labels, timeMs, value }): Field => {
    const pairs: Field[] = [];
    for (let at = 0; at < labels.length; at += 2) {
      pairs.push([1, message([1, labels[at] ?? ""], [2, labels[at + 1] ?? ""])]);
    }
    return [1, message(...pairs, sampleField(timeMs, value))];
  });
  const { statusCode, body } = await app.inject({
    method: "POST",
    url: "/prometheus/api/v1/write",
    headers: { "content-type": "application/x-protobuf", "content-encoding": "snappy" },
    payload: Buffer.from(compress(message(...series))),
  });
  if (statusCode !== 204) throw new Error(`the samples were refused: ${body}`);
}

/** The samples that a `load` command adds. */
export function samplesOf({ series, stepMs, addsCustomBuckets }: LoadCommand): LoadedSample[] {
  // Of two lines for one series the later counts.
  const byKey = new Map(series.map((one) => [labelsKey(one.labels), one]));
  const samples = [...byKey.values()].flatMap(({ labels, values }) =>
    values.flatMap((value, at) => (value === undefined ? [] : [{ labels, timeMs: at * stepMs, value }])),
  );
  return addsCustomBuckets ? [...samples, ...customBucketSamples(samples)] : samples;
}

const STALE_MARKER = { fixed64: 0x7ff0_0000_0000_0002n };

function sampleField(timeMs: number, value: LoadedSample["value"]): Field {
  if (typeof value === "object") return [4, histogramMessage(value.histogram, timeMs)];
  return [2, message([1, value === "stale" ? STALE_MARKER : { double: value }], [2, timeMs])];
}

function histogramMessage(histogram: Histogram, timeMs: number): Buffer {
  const { schema, resetHint, count, sum, zeroThreshold, zeroCount, positive, negative, bounds } = histogram;
  return message(
    [2, { double: count }],
    [3, { double: sum }],
    [4, zigzag(schema)],
    [5, { double: zeroThreshold }],
    [7, { double: zeroCount }],
    ...bucketFields(negative, 8, 10),
    ...bucketFields(positive, 11, 13),
    [14, resetHint],
    [15, timeMs],
    ...(bounds.length > 0 ? [[16, doubles(bounds)] as const] : []),
  );
}

function bucketFields({ indexes, counts }: BucketCounts, spanField: number, countField: number): Field[] {
  if (indexes.length === 0) return [];
  const spans = indexes.map((index, at): Field => {
    const offset = at === 0 ? index : index - (indexes[at - 1] ?? 0) - 1;
    return [spanField, message([1, zigzag(offset)], [2, 1])];
  });
  return [...spans, [countField, doubles(counts)]];
}

function doubles(numbers: readonly number[]): Buffer {
  const bytes = Buffer.alloc(8 * numbers.length);
  for (const [at, number] of numbers.entries()) bytes.writeDoubleLE(number, 8 * at);
  return bytes;
}

interface ClassicHistogram {
  readonly labels: Labels;
  readonly timeMs: number;
  readonly buckets: Map<number, number>;
  count: number | undefined;
  sum: number;
}

/** The classic histograms among some samples as native ones with custom buckets. */
function customBucketSamples(samples: readonly LoadedSample[]): LoadedSample[] {
  const found = new Map<string, ClassicHistogram>();
  for (const { labels, timeMs, value } of samples) {
    const [, name, part] = /^(.*)_(bucket|sum|count)$/.exec(labelValue(labels, METRIC_NAME)) ?? [];
    if (name === undefined || typeof value !== "number") continue;
    const own = withLabel(withLabel(labels, "le", ""), METRIC_NAME, name);
    const key = `${timeMs} ${labelsKey(own)}`;
    const histogram = found.get(key) ?? { labels: own, timeMs, buckets: new Map(), count: undefined, sum: 0 };
    found.set(key, histogram);
    if (part === "count") histogram.count = value;
    else if (part === "sum") histogram.sum = value;
    else addBucket(histogram, labelValue(labels, "le"), value);
  }
  return [...found.values()].map((one) => ({
    labels: one.labels,
    timeMs: one.timeMs,
    value: { histogram: customHistogram(one), hasHint: false },
  }));
}

function addBucket({ buckets }: ClassicHistogram, le: string, count: number): void {
  const bound = Number(le.replace("Inf", "Infinity"));
  if (le !== "" && !Number.isNaN(bound)) buckets.set(bound, count);
}

function customHistogram({ buckets, count, sum }: ClassicHistogram): Histogram {
  const sorted = [...buckets].sort(([one], [other]) => one - other);
  const total = count ?? sorted.at(-1)?.[1] ?? 0;
  if (sorted.at(-1)?.[0] !== Number.POSITIVE_INFINITY) sorted.push([Number.POSITIVE_INFINITY, total]);
  const bounds = sorted.slice(0, -1).map(([bound]) => bound);
  const counts = sorted.map(([, below], at) => below - (sorted[at - 1]?.[1] ?? 0));
  return compactHistogram({
    ...emptyHistogram(CUSTOM_SCHEMA, bounds),
    count: total,
    sum,
    positive: { indexes: counts.map((_, at) => at), counts },
  });
}
