import { valueTicks } from "@vedette/chart/core";
import type { DisplayField, DisplayFrame } from "../../model/frame/frame.ts";
import { type JsonObject, numberOf, objectOf, textOf } from "../../model/json.ts";
import { parseDuration } from "../../model/time/duration.ts";
import type { Span } from "../../model/time/time-range.ts";

const COLUMNS = 40;
const ROWS = 15;
/** Bucket counts and sizes of documents are foreign: what they ask for must stay drawable. */
const MOST_BUCKETS = 500;

/**
 * Series as a heatmap counts them itself: how many values lie in each bucket of time and value, as `calculation`
 * divides them. Buckets that were counted elsewhere (they have a limit `le`) pass unchanged.
 */
export function countedFrames(
  frames: readonly DisplayFrame[],
  options: JsonObject,
  span: Span,
): readonly DisplayFrame[] {
  const samples = frames.flatMap(samplesOf);
  const [first] = samples;
  if (options["calculate"] !== true || first === undefined) return frames;
  const exemplars = frames.filter(({ isExemplars }) => isExemplars === true);
  const { low, high } = limitsOf(samples, objectOf(options["yAxis"]));
  if (!(high >= low)) return exemplars;
  const { xBuckets, yBuckets } = objectOf(options["calculation"]);
  const width = sizeOf(objectOf(xBuckets), span.to - span.from, { count: COLUMNS, read: msOf });
  const height = sizeOf(objectOf(yBuckets), high - low, { count: ROWS, read: numberOf });
  const counts = countsOf(samples, { width, height, low, high });
  const times = [...new Set([...counts.values()].flatMap((byTime) => [...byTime.keys()]))].sort((a, b) => a - b);
  const bottom = Math.floor(low / height);
  const rows = Math.min(MOST_BUCKETS, Math.floor(high / height) - bottom + 1);
  const buckets = Array.from({ length: rows }, (_, row) => {
    // Sizes that computers cannot hold exactly would end up as limits like 0.30000000000000004.
    const limit = String(Number(((bottom + row + 1) * height).toPrecision(12)));
    const values = times.map((time) => counts.get(bottom + row)?.get(time) ?? 0);
    return bucketFrame(first, { limit, times, values });
  });
  return [...buckets, ...exemplars];
}

function msOf(value: unknown): number | undefined {
  return parseDuration(textOf(value));
}

function limitsOf(samples: readonly Samples[], axis: JsonObject): { readonly low: number; readonly high: number } {
  let [low, high] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const { field } of samples) {
    for (const value of Array.from(field.values, Number).filter(Number.isFinite)) {
      low = Math.min(low, value);
      high = Math.max(high, value);
    }
  }
  return { low: numberOf(axis["min"]) ?? low, high: numberOf(axis["max"]) ?? high };
}

interface Buckets {
  /** Milliseconds. */
  readonly width: number;
  readonly height: number;
  readonly low: number;
  readonly high: number;
}

/** How many values lie in a bucket, by its number from zero up and its time. */
function countsOf(
  samples: readonly Samples[],
  { width, height, low, high }: Buckets,
): ReadonlyMap<number, ReadonlyMap<number, number>> {
  const counts = new Map<number, Map<number, number>>();
  for (const { time, field } of samples) {
    for (const [at, value] of Array.from(field.values, Number).entries()) {
      if (!(value >= low && value <= high)) continue;
      const row = Math.floor(value / height);
      const column = Math.floor(Number(time.values[at]) / width) * width;
      const byTime = counts.get(row) ?? new Map<number, number>();
      counts.set(row, byTime.set(column, (byTime.get(column) ?? 0) + 1));
    }
  }
  return counts;
}

interface Samples {
  readonly time: DisplayField;
  readonly field: DisplayField;
  readonly refId: string;
}

function samplesOf({ fields, refId, isExemplars }: DisplayFrame): Samples[] {
  const time = fields.find(({ type }) => type === "time");
  if (isExemplars === true || time === undefined) return [];
  return fields
    .filter(({ type, labels }) => type === "number" && labels["le"] === undefined)
    .map((field) => ({ time, field, refId }));
}

interface Dividing {
  readonly count: number;
  readonly read: (value: unknown) => number | undefined;
}

/** Of one bucket: as large as asked, or a round size of which so many cover the range. */
function sizeOf({ mode, value }: JsonObject, range: number, { count, read }: Dividing): number {
  const asked = mode === "size" ? read(value) : undefined;
  const wanted = mode === "count" ? Math.min(MOST_BUCKETS, Math.max(1, numberOf(value) ?? count)) : count;
  const { step } = valueTicks(0, range > 0 ? range : 1, { count: wanted });
  return asked !== undefined && asked > range / MOST_BUCKETS ? asked : step;
}

function bucketFrame(
  { time, field, refId }: Samples,
  { limit, times, values }: { limit: string; times: readonly number[]; values: readonly number[] },
): DisplayFrame {
  return {
    refId,
    name: limit,
    length: times.length,
    fields: [
      { ...time, values: times },
      { ...field, values, labels: { le: limit }, displayName: limit },
    ],
  };
}
