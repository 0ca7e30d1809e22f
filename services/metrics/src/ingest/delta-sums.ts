import { jsonBytes, openCache } from "@vedette/http";
import type { Attributes, ExponentialHistogram, OtlpMetric, OtlpPoint, OtlpValue } from "./otlp-message.ts";

/** What a metric's reports have come to so far. */
interface Sum {
  value: OtlpValue;
  timeMs: number;
  /** When the last report came, by the clock of this machine. */
  seenMs: number;
}

const DELTA = 1;
/** A program that was silent for longer begins anew. */
const IDLE_MS = 5 * 60_000;

/** Sums that one report removes: a million that expire together are no pause for everybody else. */
const MAX_REMOVED = 10;

/**
 * Adds up reports that only tell what happened since the last one: the store keeps counters. A sum that begins anew,
 * after a silence or a restart, looks like a counter that was reset.
 */
export class DeltaSums {
  readonly #sums = openCache<string, Sum>("delta_sums", { sizeOf: (sum) => jsonBytes(sum) });

  /** The point with its sum in place of its difference; points of other temporality stay as they are. */
  sum(metric: OtlpMetric, point: OtlpPoint, own: Attributes, now = Date.now()): OtlpPoint {
    if (metric.temporality !== DELTA || point.hasNoValue) return point;
    const key = JSON.stringify([metric.name, metric.unit, own, [...point.attributes].sort()]);
    const known = this.#sums.get(key);
    if (known !== undefined && now - known.seenMs <= IDLE_MS) {
      // The same report again, since its answer was lost: it counts once.
      if (point.timeMs <= known.timeMs) return { ...point, timeMs: known.timeMs, value: known.value };
      const value = added(known.value, point.value);
      if (value !== undefined) return this.#keep(key, { ...point, value }, now);
    }
    return this.#keep(key, point, now);
  }

  #keep(key: string, point: OtlpPoint, now: number): OtlpPoint {
    this.#sums.set(key, { value: point.value, timeMs: point.timeMs, seenMs: now });
    let removed = 0;
    for (const [oldest, { seenMs }] of this.#sums.entries()) {
      if (now - seenMs <= IDLE_MS || removed === MAX_REMOVED) break;
      this.#sums.delete(oldest);
      removed += 1;
    }
    return point;
  }
}

/** @returns `undefined` where the two cannot be added: the buckets are others now */
function added(one: OtlpValue, other: OtlpValue): OtlpValue | undefined {
  if (one.kind === "number" && other.kind === "number") return { kind: "number", value: one.value + other.value };
  if (one.kind === "exponential" && other.kind === "exponential") {
    const histogram = addedExponential(one.histogram, other.histogram);
    return { kind: "exponential", histogram };
  }
  if (one.kind !== "histogram" || other.kind !== "histogram") return undefined;
  if (one.bounds.join() !== other.bounds.join()) return undefined;
  const counts = other.counts.map((count, at) => count + (one.counts[at] ?? 0));
  const sum = one.sum === undefined || other.sum === undefined ? undefined : one.sum + other.sum;
  return { ...other, count: one.count + other.count, sum, counts };
}

function addedExponential(one: ExponentialHistogram, other: ExponentialHistogram): ExponentialHistogram {
  const scale = Math.min(one.scale, other.scale);
  const [left, right] = [withScale(one, scale), withScale(other, scale)];
  return {
    scale,
    count: one.count + other.count,
    sum: one.sum + other.sum,
    zeroCount: one.zeroCount + other.zeroCount,
    zeroThreshold: Math.max(one.zeroThreshold, other.zeroThreshold),
    positive: addedBuckets(left.positive, right.positive),
    negative: addedBuckets(left.negative, right.negative),
  };
}

type Buckets = ExponentialHistogram["positive"];

function withScale(histogram: ExponentialHistogram, scale: number): ExponentialHistogram {
  const width = 2 ** (histogram.scale - scale);
  if (width === 1) return histogram;
  const widen = ({ offset, counts }: Buckets): Buckets => {
    const first = Math.floor(offset / width);
    const wider: number[] = [];
    for (const [at, count] of counts.entries()) {
      const index = Math.floor((offset + at) / width) - first;
      wider[index] = (wider[index] ?? 0) + count;
    }
    return { offset: first, counts: wider };
  };
  return { ...histogram, scale, positive: widen(histogram.positive), negative: widen(histogram.negative) };
}

function addedBuckets(one: Buckets, other: Buckets): Buckets {
  if (one.counts.length === 0) return other;
  if (other.counts.length === 0) return one;
  const offset = Math.min(one.offset, other.offset);
  const end = Math.max(one.offset + one.counts.length, other.offset + other.counts.length);
  const countAt = (buckets: Buckets, index: number) => buckets.counts[index - buckets.offset] ?? 0;
  const counts = Array.from(
    { length: end - offset },
    (_, at) => countAt(one, offset + at) + countAt(other, offset + at),
  );
  return { offset, counts };
}
