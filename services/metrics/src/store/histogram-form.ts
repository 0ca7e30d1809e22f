import { areSameNumbers, type Histogram, resetHintOf } from "../histogram/histogram.ts";
import type { BitReader, BitWriter } from "./bits.ts";
import { readInteger, writeInteger } from "./sample-bits.ts";

/** Whole numbers from here on are no counts: their differences of differences would be rounded. */
const MAX_COUNT = 2 ** 51;

/** What neighbouring histograms of a chunk have in common. */
export interface HistogramForm extends Pick<Histogram, "schema" | "resetHint" | "zeroThreshold" | "bounds"> {
  /** Indexes of buckets with a place of their own, rising. Those without an observation may be among them. */
  readonly positive: readonly number[];
  readonly negative: readonly number[];
  /** All counts are whole numbers. */
  readonly isWhole: boolean;
}

/** Whether all counts are whole numbers whose differences of differences are exact. */
export function hasWholeCounts({ count, zeroCount, positive, negative }: Histogram): boolean {
  return isCount(count) && isCount(zeroCount) && areCounts(positive.counts) && areCounts(negative.counts);
}

function areCounts(values: readonly number[]): boolean {
  for (const value of values) if (!isCount(value)) return false;
  return true;
}

function isCount(value: number): boolean {
  return value >= 0 && value < MAX_COUNT && Math.floor(value) === value && !Object.is(value, -0);
}

/** The form in which a histogram is written behind one of another form: that one, when it has a place for everything. */
export function formFor(histogram: Histogram, last: HistogramForm | undefined): HistogramForm {
  const { schema, resetHint, zeroThreshold, bounds } = histogram;
  const isWhole = hasWholeCounts(histogram) && (last?.isWhole ?? true);
  const [positive, negative] = [histogram.positive.indexes, histogram.negative.indexes];
  if (last === undefined || last.schema !== schema || !areSameNumbers(last.bounds, bounds)) {
    return { schema, resetHint, zeroThreshold, bounds, positive, negative, isWhole };
  }
  const isSame =
    last.resetHint === resetHint &&
    Object.is(last.zeroThreshold, zeroThreshold) &&
    last.isWhole === isWhole &&
    hasPlaces(last.positive, positive) &&
    hasPlaces(last.negative, negative);
  if (isSame) return last;
  return {
    schema,
    resetHint,
    zeroThreshold,
    bounds,
    positive: placesFor(last.positive, positive),
    negative: placesFor(last.negative, negative),
    isWhole,
  };
}

/** Whether all wanted indexes are there. Both rise. */
function hasPlaces(there: readonly number[], wanted: readonly number[]): boolean {
  if (there === wanted) return true;
  let at = 0;
  for (const index of wanted) {
    while (at < there.length && (there[at] ?? 0) < index) at += 1;
    if (there[at] !== index) return false;
  }
  return true;
}

/** Places that may be empty, besides as many as a histogram fills. */
const SPARE_PLACES = 64;

/** Those that there are and those that are wanted; the wanted ones alone where most would be empty. */
function placesFor(there: readonly number[], wanted: readonly number[]): readonly number[] {
  if (hasPlaces(there, wanted)) return there;
  const all = [...new Set([...there, ...wanted])].sort((left, right) => left - right);
  return all.length > 2 * wanted.length + SPARE_PLACES ? wanted : all;
}

export function writeForm(form: HistogramForm, bits: BitWriter): void {
  writeInteger(form.schema, bits);
  bits.write(form.resetHint, 2);
  bits.write(form.isWhole ? 1 : 0, 1);
  writeDouble(form.zeroThreshold, bits);
  writeInteger(form.bounds.length, bits);
  for (const bound of form.bounds) writeDouble(bound, bits);
  writeIndexes(form.positive, bits);
  writeIndexes(form.negative, bits);
}

export function readForm(reader: BitReader): HistogramForm {
  return {
    schema: readInteger(reader),
    resetHint: resetHintOf(reader.read(2)),
    isWhole: reader.read(1) === 1,
    zeroThreshold: readDouble(reader),
    bounds: Array.from({ length: readInteger(reader) }, () => readDouble(reader)),
    positive: readIndexes(reader),
    negative: readIndexes(reader),
  };
}

/** Buckets side by side take a bit each. */
function writeIndexes(indexes: readonly number[], bits: BitWriter): void {
  writeInteger(indexes.length, bits);
  let next = 0;
  for (const index of indexes) {
    writeInteger(index - next, bits);
    next = index + 1;
  }
}

function readIndexes(reader: BitReader): number[] {
  let next = 0;
  return Array.from({ length: readInteger(reader) }, () => {
    const index = next + readInteger(reader);
    next = index + 1;
    return index;
  });
}

const number = new Float64Array(1);
const words = new Uint32Array(number.buffer);

function writeDouble(value: number, bits: BitWriter): void {
  number[0] = value;
  bits.write(words[1] ?? 0, 32);
  bits.write(words[0] ?? 0, 32);
}

function readDouble(reader: BitReader): number {
  words[1] = reader.read(32);
  words[0] = reader.read(32);
  return number[0] ?? 0;
}
