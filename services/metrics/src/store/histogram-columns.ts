import { type BucketCounts, type Histogram, NO_BUCKETS } from "../histogram/histogram.ts";
import {
  boundsOfForm,
  FORM,
  NEGATIVE,
  POSITIVE,
  readFormCode,
  SUM,
  ZERO_COUNT,
  ZERO_THRESHOLD,
} from "./histogram-parts.ts";
import type { SampleBuffer } from "./sample-buffer.ts";

/** The counts of one bucket. */
interface BucketColumn {
  readonly index: number;
  readonly counts: Float64Array;
}

/** What the histograms of some moments have in common, and which of them have it. */
interface FormColumn {
  readonly bounds: readonly number[];
  /** NaN where a histogram has another form. */
  readonly codes: Float64Array;
}

/** The histograms of one series at some times, part by part: each part is a column of numbers. */
export class HistogramColumns {
  readonly #times: Float64Array;
  readonly #counts: Float64Array;
  readonly #named = new Map<string, Float64Array>();
  readonly #forms: FormColumn[] = [];
  readonly #positive: BucketColumn[] = [];
  readonly #negative: BucketColumn[] = [];

  /** @param deciding - the part that every histogram has: their counts */
  constructor({ times, values, count }: SampleBuffer) {
    this.#times = times.slice(0, count);
    this.#counts = values.slice(0, count);
  }

  get length(): number {
    return this.#times.length;
  }

  time(index: number): number {
    return this.#times[index] ?? 0;
  }

  /** Adds the samples of another part. */
  add(part: string, samples: SampleBuffer): void {
    const sign = part.slice(0, 1);
    if (sign === FORM) {
      this.#forms.push({ bounds: boundsOfForm(part), codes: this.#column(samples, Number.NaN) });
    } else if (sign === POSITIVE || sign === NEGATIVE) {
      const buckets = sign === POSITIVE ? this.#positive : this.#negative;
      buckets.push({ index: Number(part.slice(1)), counts: this.#column(samples, 0) });
    } else this.#named.set(part, this.#column(samples, 0));
  }

  /** Puts the buckets in order: to be called between the last part and the first histogram. */
  sort(): void {
    for (const buckets of [this.#positive, this.#negative]) buckets.sort((one, other) => one.index - other.index);
  }

  /** The histogram at a time; `undefined` when a part is missing that it cannot be without. */
  histogram(at: number): Histogram | undefined {
    const form = this.#forms.find(({ codes }) => !Number.isNaN(codes[at] ?? Number.NaN));
    if (form === undefined) return undefined;
    const named = (part: string) => this.#named.get(part)?.[at] ?? 0;
    return {
      ...readFormCode(form.codes[at] ?? 0),
      count: this.#counts[at] ?? 0,
      sum: named(SUM),
      zeroCount: named(ZERO_COUNT),
      zeroThreshold: named(ZERO_THRESHOLD),
      positive: bucketsAt(this.#positive, at),
      negative: bucketsAt(this.#negative, at),
      bounds: form.bounds,
    };
  }

  /** Values at the times of the histograms; both are in the order of time. */
  #column({ times, values, count }: SampleBuffer, absent: number): Float64Array {
    const column = new Float64Array(this.length).fill(absent);
    let at = 0;
    for (let index = 0; index < count; index += 1) {
      const time = times[index] ?? 0;
      while (at < this.length && this.time(at) < time) at += 1;
      if (this.#times[at] === time) column[at] = values[index] ?? 0;
    }
    return column;
  }
}

function bucketsAt(columns: readonly BucketColumn[], at: number): BucketCounts {
  if (columns.length === 0) return NO_BUCKETS;
  const indexes: number[] = [];
  const counts: number[] = [];
  for (const { index, counts: column } of columns) {
    const count = column[at] ?? 0;
    if (count === 0) continue;
    indexes.push(index);
    counts.push(count);
  }
  return { indexes, counts };
}
