import {
  type BucketCounts,
  CUSTOM_SCHEMA,
  compactBuckets,
  type Histogram,
  MAX_SCHEMA,
  MIN_SCHEMA,
  RESET_GAUGE,
  RESET_NO,
  RESET_UNKNOWN,
  RESET_YES,
  type ResetHint,
  reduceSchema,
} from "../histogram/histogram.ts";
import type { MessageReader } from "./protobuf.ts";

/** A histogram that cannot be one. */
export class HistogramError extends Error {
  constructor(reason: string) {
    super(reason);
    this.name = "HistogramError";
  }
}

/** A run of neighbouring buckets, behind a gap. */
interface BucketSpan {
  readonly offset: number;
  readonly length: number;
}

/** The buckets of one side as protobuf messages write them: spans, and either differences or counts. */
interface SparseBuckets {
  readonly spans: BucketSpan[];
  readonly deltas: number[];
  readonly counts: number[];
}

/** A histogram as it was sent, not yet found to be one. */
export interface SentHistogram {
  readonly timeMs: number;
  /** @throws HistogramError */
  readonly read: () => Histogram;
  /** In place of a histogram: the series has ended. */
  readonly isStale: boolean;
}

/** Buckets that one histogram may have. */
const MAX_BUCKETS = 10_000;
/** A finer schema than this is read and made coarser. */
const MAX_SENT_SCHEMA = 52;
const HINTS: readonly ResetHint[] = [RESET_UNKNOWN, RESET_YES, RESET_NO, RESET_GAUGE];
const STALE_HIGH = 0x7ff00000;

/** Reads the Histogram of remote write, which both versions have alike. @see Prometheus Remote-Write 1.0, types.proto */
export function readHistogramMessage(reader: MessageReader): SentHistogram {
  const [positive, negative] = [emptyBuckets(), emptyBuckets()];
  const bounds: number[] = [];
  const value = new Float64Array(1);
  const words = new Uint32Array(value.buffer);
  let [count, schema, zeroThreshold, zeroCount, hint, timeMs] = [0, 0, 0, 0, 0, 0];
  const readers: Readonly<Record<number, () => void>> = {
    1: () => (count = reader.varint()),
    2: () => (count = reader.double()),
    3: () => words.set(reader.words()),
    4: () => (schema = reader.signed()),
    5: () => (zeroThreshold = reader.double()),
    6: () => (zeroCount = reader.varint()),
    7: () => (zeroCount = reader.double()),
    8: () => negative.spans.push(readSpan(reader.message())),
    9: () => reader.signedNumbers(negative.deltas),
    10: () => reader.eachDouble((one) => negative.counts.push(one)),
    11: () => positive.spans.push(readSpan(reader.message())),
    12: () => reader.signedNumbers(positive.deltas),
    13: () => reader.eachDouble((one) => positive.counts.push(one)),
    14: () => (hint = reader.varint()),
    15: () => (timeMs = reader.int64()),
    16: () => reader.eachDouble((one) => bounds.push(one)),
  };
  while (reader.next()) (readers[reader.field] ?? (() => reader.skip()))();
  return {
    timeMs,
    isStale: words[1] === STALE_HIGH && words[0] === 2,
    read: () =>
      checkedHistogram({
        schema,
        resetHint: HINTS[hint] ?? RESET_UNKNOWN,
        count,
        sum: value[0] ?? 0,
        zeroThreshold,
        zeroCount,
        positive: bucketCountsOf(positive),
        negative: bucketCountsOf(negative),
        bounds,
      }),
  };
}

export function emptyBuckets(): SparseBuckets {
  return { spans: [], deltas: [], counts: [] };
}

export function readSpan(reader: MessageReader): BucketSpan {
  let [offset, length] = [0, 0];
  while (reader.next()) {
    if (reader.field === 1) offset = reader.signed();
    else if (reader.field === 2) length = reader.varint();
    else reader.skip();
  }
  return { offset, length };
}

/** @throws HistogramError */
export function bucketCountsOf({ spans, deltas, counts }: SparseBuckets): BucketCounts {
  const length = spans.reduce((sum, span) => sum + span.length, 0);
  if (length > MAX_BUCKETS) throw new HistogramError(`a histogram has more than ${MAX_BUCKETS} buckets`);
  const absolute = counts.length > 0 ? counts : runningSums(deltas);
  if (absolute.length !== length) {
    throw new HistogramError(`the spans of a histogram need ${length} buckets, and it has ${absolute.length}`);
  }
  const indexes = indexesOf(spans);
  if (absolute.some((count) => !(count >= 0))) {
    throw new HistogramError("a bucket of a histogram has a count below zero");
  }
  return compactBuckets({ indexes, counts: absolute });
}

/** @throws HistogramError */
function indexesOf(spans: readonly BucketSpan[]): number[] {
  const indexes: number[] = [];
  let index = 0;
  for (const [number, { offset, length }] of spans.entries()) {
    if (number > 0 && offset < 0) throw new HistogramError("the spans of a histogram overlap");
    index += offset;
    for (let left = length; left > 0; left -= 1) {
      indexes.push(index);
      index += 1;
    }
  }
  return indexes;
}

function runningSums(deltas: readonly number[]): number[] {
  let sum = 0;
  return deltas.map((delta) => {
    sum += delta;
    return sum;
  });
}

/**
 * Finds out whether a histogram is one; a schema finer than what is stored is made coarser.
 *
 * @throws HistogramError
 */
export function checkedHistogram(histogram: Histogram): Histogram {
  const { schema, positive, negative, zeroCount, count, sum, bounds } = histogram;
  const isCustom = schema === CUSTOM_SCHEMA;
  if (!isCustom && (schema < MIN_SCHEMA || schema > MAX_SENT_SCHEMA)) {
    throw new HistogramError(`a histogram has the schema ${schema}, which is not known`);
  }
  if (isCustom) requireBounds(histogram);
  else if (bounds.length > 0) throw new HistogramError("a histogram has bounds of its own and an exponential schema");
  const inBuckets = [...positive.counts, ...negative.counts].reduce((total, one) => total + one, zeroCount);
  // Observations that are no number are in no bucket. Sums of floats may be off by their rounding.
  const tolerance = 1e-9 * Math.abs(count);
  const isWhole = Number.isNaN(sum)
    ? inBuckets <= count + tolerance
    : Math.abs(inBuckets - count) <= Math.max(tolerance, 1e-9);
  if (!isWhole) throw new HistogramError(`${inBuckets} observations are in the buckets of a histogram of ${count}`);
  return schema > MAX_SCHEMA ? reduceSchema(histogram, MAX_SCHEMA) : histogram;
}

function requireBounds({ bounds, positive, negative, zeroCount }: Histogram): void {
  if (bounds.some((bound, at) => !(bound > (bounds[at - 1] ?? Number.NEGATIVE_INFINITY)) || !Number.isFinite(bound))) {
    throw new HistogramError("the bounds of a histogram are not rising numbers");
  }
  if (negative.indexes.length > 0 || zeroCount !== 0) {
    throw new HistogramError("a histogram with bounds of its own has negative buckets or a zero bucket");
  }
  if (positive.indexes.some((index) => index < 0 || index > bounds.length)) {
    throw new HistogramError("a histogram has more buckets than bounds");
  }
}
