import {
  type BucketCounts,
  CUSTOM_SCHEMA,
  type Histogram,
  MAX_SCHEMA,
  MIN_SCHEMA,
  NO_BUCKETS,
  reduceSchema,
  resetHintOf,
} from "../histogram/histogram.ts";
import { STALE_HIGH, STALE_LOW } from "../store/sample-buffer.ts";
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
  read(): Histogram;
  /** In place of a histogram: the series has ended. */
  readonly isStale: boolean;
}

/** Buckets that one histogram may have. */
const MAX_BUCKETS = 10_000;
/** A finer schema than this is read and made coarser. */
const MAX_SENT_SCHEMA = 52;

/** Reads the Histogram of remote write, which both versions have alike. @see Prometheus Remote-Write 1.0, types.proto */
export function readHistogramMessage(reader: MessageReader): SentHistogram {
  const fields = new HistogramFields();
  while (reader.next()) fields.take(reader);
  return fields;
}

const sumValue = new Float64Array(1);
const sumWords = new Uint32Array(sumValue.buffer);

class HistogramFields implements SentHistogram {
  timeMs = 0;
  #count = 0;
  #countKind: CountKind = "integer";
  /** The two halves of the sum: a marker would not survive being a number. */
  #sumBits: readonly [low: number, high: number] = [0, 0];
  #schema = 0;
  #zeroThreshold = 0;
  #zeroCount = 0;
  #hint = 0;
  #positive = NO_SENT_BUCKETS;
  #negative = NO_SENT_BUCKETS;
  #bounds: number[] | undefined;

  take(reader: MessageReader): void {
    switch (reader.field) {
      case 1:
        this.#count = reader.varint();
        this.#countKind = "integer";
        break;
      case 2:
        this.#count = reader.double();
        this.#countKind = "float";
        break;
      case 3:
        this.#sumBits = reader.words();
        break;
      case 4:
        this.#schema = reader.signed();
        break;
      case 5:
        this.#zeroThreshold = reader.double();
        break;
      case 6:
        this.#zeroCount = reader.varint();
        break;
      case 7:
        this.#zeroCount = reader.double();
        break;
      case 8:
        this.#below.spans.push(readSpan(reader.message()));
        break;
      case 9:
        reader.signedNumbers(this.#below.deltas);
        break;
      case 10:
        reader.doubles(this.#below.counts);
        break;
      case 11:
        this.#above.spans.push(readSpan(reader.message()));
        break;
      case 12:
        reader.signedNumbers(this.#above.deltas);
        break;
      case 13:
        reader.doubles(this.#above.counts);
        break;
      case 14:
        this.#hint = reader.varint();
        break;
      case 15:
        this.timeMs = reader.int64();
        break;
      case 16:
        this.#bounds ??= [];
        reader.doubles(this.#bounds);
        break;
      default:
        reader.skip();
    }
  }

  /** Most histograms have buckets on one side alone. */
  get #above(): SparseBuckets {
    if (this.#positive === NO_SENT_BUCKETS) this.#positive = emptyBuckets();
    return this.#positive;
  }

  get #below(): SparseBuckets {
    if (this.#negative === NO_SENT_BUCKETS) this.#negative = emptyBuckets();
    return this.#negative;
  }

  get isStale(): boolean {
    return this.#sumBits[1] === STALE_HIGH && this.#sumBits[0] === STALE_LOW;
  }

  read(): Histogram {
    sumWords.set(this.#sumBits);
    const histogram: Histogram = {
      schema: this.#schema,
      resetHint: resetHintOf(this.#hint),
      count: this.#count,
      sum: sumValue[0] ?? 0,
      zeroThreshold: this.#zeroThreshold,
      zeroCount: this.#zeroCount,
      positive: bucketCountsOf(this.#positive),
      negative: bucketCountsOf(this.#negative),
      bounds: this.#bounds ?? NO_BOUNDS,
    };
    return checkedHistogram(histogram, this.#countKind);
  }
}

/** Stands where none were sent; nothing is put into it. */
const NO_SENT_BUCKETS = emptyBuckets();
const NO_BOUNDS: readonly number[] = [];

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

/**
 * Buckets that count nothing may be among them: neighbours that have the same buckets share one list of indexes.
 *
 * @throws HistogramError
 */
export function bucketCountsOf({ spans, deltas, counts }: SparseBuckets): BucketCounts {
  const length = spans.reduce((sum, span) => sum + span.length, 0);
  if (length > MAX_BUCKETS) throw new HistogramError(`a histogram has more than ${MAX_BUCKETS} buckets`);
  const absolute = counts.length > 0 ? counts : runningSums(deltas);
  if (absolute.length !== length) {
    throw new HistogramError(`the spans of a histogram need ${length} buckets, and it has ${absolute.length}`);
  }
  for (const count of absolute) {
    if (count < 0) throw new HistogramError("a bucket of a histogram has a count below zero");
  }
  return length === 0 ? NO_BUCKETS : { indexes: sharedIndexes(spans), counts: absolute };
}

let lastSpans: readonly BucketSpan[] = [];
let lastIndexes: readonly number[] = [];

/** @throws HistogramError */
function sharedIndexes(spans: readonly BucketSpan[]): readonly number[] {
  if (!areSameSpans(spans, lastSpans)) {
    lastIndexes = indexesOf(spans);
    lastSpans = spans;
  }
  return lastIndexes;
}

function areSameSpans(one: readonly BucketSpan[], other: readonly BucketSpan[]): boolean {
  if (one.length !== other.length) return false;
  for (let at = 0; at < one.length; at += 1) {
    if (one[at]?.offset !== other[at]?.offset || one[at]?.length !== other[at]?.length) return false;
  }
  return true;
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
  const sums: number[] = [];
  let sum = 0;
  for (const delta of deltas) {
    sum += delta;
    sums.push(sum);
  }
  return sums;
}

/** Whether a sender counts in integers, or in floats as recording rules do. */
export type CountKind = "integer" | "float";

/**
 * Validates a histogram, and converts a schema that is finer than what is stored. Integer counts must add up: buckets
 * of floats are results of computations, whose sums may differ from the count.
 *
 * @throws HistogramError
 */
export function checkedHistogram(histogram: Histogram, countKind: CountKind): Histogram {
  const { schema, zeroCount, count, bounds } = histogram;
  const isCustom = schema === CUSTOM_SCHEMA;
  if (!isCustom && (schema < MIN_SCHEMA || schema > MAX_SENT_SCHEMA)) {
    throw new HistogramError(`a histogram has the schema ${schema}, which is not known`);
  }
  if (isCustom) requireBounds(histogram);
  else if (bounds.length > 0) throw new HistogramError("a histogram has bounds of its own and an exponential schema");
  if (count < 0 || zeroCount < 0) throw new HistogramError("a histogram has a count below zero");
  if (countKind === "integer") requireWholeSum(histogram);
  return schema > MAX_SCHEMA ? reduceSchema(histogram, MAX_SCHEMA) : histogram;
}

function requireWholeSum({ positive, negative, zeroCount, count, sum }: Histogram): void {
  let inBuckets = zeroCount;
  for (const one of positive.counts) inBuckets += one;
  for (const one of negative.counts) inBuckets += one;
  // Observations that are NaN are in no bucket.
  const isWhole = Number.isNaN(sum) ? inBuckets <= count : inBuckets === count;
  if (!isWhole) throw new HistogramError(`${inBuckets} observations are in the buckets of a histogram of ${count}`);
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
