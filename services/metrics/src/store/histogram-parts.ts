import {
  type BucketCounts,
  CUSTOM_SCHEMA,
  type Histogram,
  RESET_GAUGE,
  RESET_NO,
  RESET_UNKNOWN,
  RESET_YES,
  type ResetHint,
} from "../histogram/histogram.ts";
import type { Labels } from "../labels/labels.ts";

/**
 * A histogram is stored as several series of floats, one for each of its parts, so that chunks, log, snapshots and
 * blocks are the same for both: a bucket that grows evenly takes a bit or two a sample. The label that tells the part
 * has a name that no sender can write, and never leaves the store.
 */
export const PART_LABEL = "\0";

/** The part that decides: what becomes of it becomes of all the others. Every histogram has it. */
const COUNT = "c";
const SUM = "s";
const ZERO_COUNT = "z";
const ZERO_THRESHOLD = "t";
/** Schema and reset hint. With bounds of its own they stand behind it: a histogram with others is another form. */
const FORM = "f";
const POSITIVE = "p";
const NEGATIVE = "n";

/** One part and its value. */
export type HistogramPart = readonly [part: string, value: number];

const HINTS: readonly ResetHint[] = [RESET_UNKNOWN, RESET_YES, RESET_NO, RESET_GAUGE];
const SCHEMA_SHIFT = 64;

/** The parts of a histogram, the deciding one first. Parts that are zero and need not be told are left out. */
export function partsOf(histogram: Histogram): HistogramPart[] {
  const { count, sum, zeroCount, zeroThreshold, positive, negative, bounds, schema, resetHint } = histogram;
  const form = schema === CUSTOM_SCHEMA ? `${FORM}${bounds.join(",")}` : FORM;
  return [
    [COUNT, count],
    [form, (schema + SCHEMA_SHIFT) * HINTS.length + resetHint],
    [SUM, sum],
    ...(zeroCount === 0 ? [] : [[ZERO_COUNT, zeroCount] as const]),
    ...(zeroThreshold === 0 ? [] : [[ZERO_THRESHOLD, zeroThreshold] as const]),
    ...bucketParts(POSITIVE, positive),
    ...bucketParts(NEGATIVE, negative),
  ];
}

function bucketParts(sign: string, { indexes, counts }: BucketCounts): HistogramPart[] {
  return indexes.map((index, at) => [`${sign}${index}`, counts[at] ?? 0] as const);
}

/** The labels of a part's series. */
export function partLabels(labels: Labels, part: string): Labels {
  return [PART_LABEL, part, ...labels];
}

/** The part that a series holds, and the labels of the whole; `undefined` for a series of floats. */
export function splitPart(labels: Labels): { readonly part: string; readonly labels: Labels } | undefined {
  if (labels[0] !== PART_LABEL) return undefined;
  return { part: labels[1] ?? "", labels: labels.slice(2) };
}

export function isDecidingPart(part: string): boolean {
  return part === COUNT;
}

/** Puts a histogram together again. `undefined` when a part that it cannot be without is missing. */
export function histogramOf(parts: ReadonlyMap<string, number>): Histogram | undefined {
  const count = parts.get(COUNT);
  const form = [...parts].find(([part]) => part.startsWith(FORM));
  if (count === undefined || form === undefined) return undefined;
  const [name, code] = form;
  return {
    schema: Math.floor(code / HINTS.length) - SCHEMA_SHIFT,
    resetHint: HINTS[code % HINTS.length] ?? RESET_UNKNOWN,
    count,
    sum: parts.get(SUM) ?? 0,
    zeroCount: parts.get(ZERO_COUNT) ?? 0,
    zeroThreshold: parts.get(ZERO_THRESHOLD) ?? 0,
    positive: bucketsFrom(POSITIVE, parts),
    negative: bucketsFrom(NEGATIVE, parts),
    bounds: name.length === 1 ? [] : name.slice(1).split(",").map(Number),
  };
}

function bucketsFrom(sign: string, parts: ReadonlyMap<string, number>): BucketCounts {
  const found = [...parts]
    .filter(([part, count]) => part.startsWith(sign) && count !== 0)
    .map(([part, count]) => [Number(part.slice(1)), count] as const)
    .sort(([one], [other]) => one - other);
  return { indexes: found.map(([index]) => index), counts: found.map(([, count]) => count) };
}
