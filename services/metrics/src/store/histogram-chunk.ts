import { type BucketCounts, compactBuckets, type Histogram } from "../histogram/histogram.ts";
import { BitReader, BitWriter } from "./bits.ts";
import { type Chunk, HISTOGRAM_ENCODING } from "./chunk.ts";
import { digestOf, HISTOGRAM_HIGH } from "./histogram-digest.ts";
import { formFor, type HistogramForm, readForm, writeForm } from "./histogram-form.ts";
import {
  emptyXor,
  readInteger,
  readTimeStep,
  readXor,
  writeInteger,
  writeTimeStep,
  writeXor,
  type XorState,
} from "./sample-bits.ts";
import type { SampleBuffer } from "./sample-buffer.ts";

/**
 * Writes a chunk of native histograms. A bit says whether the form stays the same, else a new one follows; then come the
 * sum as XOR, and all counts as differences of differences, or as XOR where they are no whole numbers. One bit stands for
 * counts that all rise as before. What is written is never changed.
 */
export class HistogramChunkEncoder {
  readonly #bits = new BitWriter();
  count = 0;
  minTime = 0;
  maxTime = 0;
  /** What stands for the last histogram where samples are compared. */
  high = 0;
  low = 0;
  #delta = 0;
  #form: HistogramForm | undefined;
  readonly #sum = emptyXor();
  readonly #counts = new LastCounts();

  /** The histograms so far. */
  get chunk(): Chunk {
    const { count, minTime, maxTime } = this;
    const size = (this.#bits.length + 7) >>> 3;
    return { encoding: HISTOGRAM_ENCODING, bytes: this.#bits.bytes, size, count, minTime, maxTime };
  }

  /** Time of the sample before the last. */
  get timeBefore(): number {
    return this.maxTime - this.#delta;
  }

  /** Appends a histogram, and what stands for it where samples are compared. Times do not fall. */
  append(time: number, high: number, low: number, histogram: Histogram | undefined): void {
    if (histogram === undefined) throw new TypeError("a series of histograms takes nothing else");
    this.#writeTime(time);
    this.#writeForm(histogram);
    sum[0] = histogram.sum;
    writeXor(this.#bits, this.#sum, sumWords[1] ?? 0, sumWords[0] ?? 0);
    this.#counts.write(histogram, this.#bits);
    this.maxTime = time;
    this.high = high;
    this.low = low;
    this.count += 1;
  }

  #writeTime(time: number): void {
    if (this.count === 0) {
      this.minTime = time;
      this.#bits.writeLong(time);
      return;
    }
    const delta = time - this.maxTime;
    writeTimeStep(delta - this.#delta, this.#bits);
    this.#delta = delta;
  }

  #writeForm(histogram: Histogram): void {
    const form = formFor(histogram, this.#form);
    this.#bits.write(form === this.#form ? 0 : 1, 1);
    if (form === this.#form) return;
    writeForm(form, this.#bits);
    this.#counts.changeForm(form);
    this.#form = form;
  }
}

const sum = new Float64Array(1);
const sumWords = new Uint32Array(sum.buffer);

/** Appends the histograms of a chunk to a buffer. */
export function decodeHistograms({ bytes, count }: Pick<Chunk, "bytes" | "count">, into: SampleBuffer): void {
  if (count === 0) return;
  const reader = new BitReader(bytes);
  const lastSum = emptyXor();
  const counts = new LastCounts();
  let time = reader.readLong();
  let delta = 0;
  let form: HistogramForm | undefined;
  for (let index = 0; index < count; index += 1) {
    if (index > 0) {
      delta += readTimeStep(reader);
      time += delta;
    }
    if (reader.read(1) === 1) {
      form = readForm(reader);
      counts.changeForm(form);
    }
    readXor(reader, lastSum);
    counts.read(reader);
    if (form === undefined) continue;
    const histogram = histogramOf(form, lastSum, counts);
    into.push(time, HISTOGRAM_HIGH, digestOf(histogram), histogram);
  }
}

function histogramOf(form: HistogramForm, { high, low }: XorState, counts: LastCounts): Histogram {
  const { schema, resetHint, zeroThreshold, bounds } = form;
  sumWords[1] = high;
  sumWords[0] = low;
  return { schema, resetHint, zeroThreshold, bounds, sum: sum[0] ?? 0, ...counts.current(form) };
}

/** Where the counts stand: all observations, those of the zero bucket, then the buckets of the form. */
const COUNT = 0;
const ZERO_COUNT = 1;
const FIRST_BUCKET = 2;

const value = new Float64Array(1);
const valueWords = new Uint32Array(value.buffer);

/** The counts of the histogram before, by which those of the next one are written. */
class LastCounts {
  #form: HistogramForm | undefined;
  #values: number[] = [];
  /** By how much each has grown last. */
  #deltas: number[] = [];
  /** Of counts that are no whole numbers. */
  #xors: XorState[] = [];
  #steps: number[] = [];

  /** Goes on in another form; whole numbers keep their places. */
  changeForm(form: HistogramForm): void {
    const [values, deltas] = [this.#placed(form, this.#values), this.#placed(form, this.#deltas)];
    this.#values = values;
    this.#deltas = deltas;
    this.#steps = values.slice();
    this.#xors = form.isWhole ? [] : values.map(emptyXor);
    this.#form = form;
  }

  /** Numbers of the form so far at the places of another one; zero where there was none. */
  #placed({ positive, negative }: HistogramForm, numbers: readonly number[]): number[] {
    const known = this.#form;
    const firstNegative = FIRST_BUCKET + (known?.positive.length ?? 0);
    const above = new Map(known?.positive.map((index, at) => [index, numbers[FIRST_BUCKET + at] ?? 0]));
    const below = new Map(known?.negative.map((index, at) => [index, numbers[firstNegative + at] ?? 0]));
    return [
      numbers[COUNT] ?? 0,
      numbers[ZERO_COUNT] ?? 0,
      ...positive.map((index) => above.get(index) ?? 0),
      ...negative.map((index) => below.get(index) ?? 0),
    ];
  }

  /** Writes the counts of a histogram that has the form. */
  write(histogram: Histogram, bits: BitWriter): void {
    const form = this.#form;
    if (form === undefined) return;
    const next = this.#steps;
    next[COUNT] = histogram.count;
    next[ZERO_COUNT] = histogram.zeroCount;
    placeCounts(histogram.positive, form.positive, FIRST_BUCKET, next);
    placeCounts(histogram.negative, form.negative, FIRST_BUCKET + form.positive.length, next);
    if (form.isWhole) this.#writeWhole(bits);
    else this.#writeFloats(bits);
  }

  #writeWhole(bits: BitWriter): void {
    const [values, deltas, steps] = [this.#values, this.#deltas, this.#steps];
    let isEven = true;
    for (let at = 0; at < steps.length; at += 1) {
      const count = steps[at] ?? 0;
      const delta = count - (values[at] ?? 0);
      const step = delta - (deltas[at] ?? 0);
      if (step !== 0) isEven = false;
      values[at] = count;
      deltas[at] = delta;
      steps[at] = step;
    }
    bits.write(isEven ? 0 : 1, 1);
    if (isEven) return;
    for (let at = 0; at < steps.length; at += 1) writeInteger(steps[at] ?? 0, bits);
  }

  #writeFloats(bits: BitWriter): void {
    for (const [at, state] of this.#xors.entries()) {
      value[0] = this.#steps[at] ?? 0;
      writeXor(bits, state, valueWords[1] ?? 0, valueWords[0] ?? 0);
    }
  }

  /** Reads the counts of the next histogram. */
  read(reader: BitReader): void {
    if (this.#form?.isWhole === true) this.#readWhole(reader);
    else this.#readFloats(reader);
  }

  #readWhole(reader: BitReader): void {
    const [values, deltas] = [this.#values, this.#deltas];
    const isEven = reader.read(1) === 0;
    for (let at = 0; at < values.length; at += 1) {
      const delta = (deltas[at] ?? 0) + (isEven ? 0 : readInteger(reader));
      deltas[at] = delta;
      values[at] = (values[at] ?? 0) + delta;
    }
  }

  #readFloats(reader: BitReader): void {
    for (const [at, state] of this.#xors.entries()) {
      readXor(reader, state);
      valueWords[1] = state.high;
      valueWords[0] = state.low;
      this.#values[at] = value[0] ?? 0;
    }
  }

  /** The counts that were read last. */
  current({ positive, negative }: HistogramForm): Pick<Histogram, "count" | "zeroCount" | "positive" | "negative"> {
    const values = this.#values;
    const firstNegative = FIRST_BUCKET + positive.length;
    return {
      count: values[COUNT] ?? 0,
      zeroCount: values[ZERO_COUNT] ?? 0,
      positive: compactBuckets({ indexes: positive, counts: values.slice(FIRST_BUCKET, firstNegative) }),
      negative: compactBuckets({ indexes: negative, counts: values.slice(firstNegative) }),
    };
  }
}

/** Puts the counts of some buckets to the places of all, zero for the others. */
function placeCounts(
  { indexes, counts }: BucketCounts,
  places: readonly number[],
  first: number,
  into: number[],
): void {
  let at = 0;
  for (let place = 0; place < places.length; place += 1) {
    const isThere = at < indexes.length && indexes[at] === places[place];
    into[first + place] = isThere ? (counts[at] ?? 0) : 0;
    if (isThere) at += 1;
  }
}
