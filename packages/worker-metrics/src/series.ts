/** One counter with its labels fixed; recording allocates nothing. */
export class CounterSeries {
  /** The label part of the exposition: `a="x",b="y"`, or empty. */
  readonly labelText: string;
  value = 0;

  constructor(labelText: string) {
    this.labelText = labelText;
  }

  /** @throws RangeError when the amount is negative or not finite; nothing is recorded then */
  inc(amount = 1): void {
    if (!(amount >= 0 && amount < Infinity)) throw new RangeError("A counter grows by a finite amount of 0 or more.");
    this.value += amount;
  }
}

/** One gauge with its labels fixed. */
export class GaugeSeries {
  readonly labelText: string;
  value = 0;

  constructor(labelText: string) {
    this.labelText = labelText;
  }

  set(value: number): void {
    this.value = value;
  }

  /** A negative amount takes away. */
  inc(amount = 1): void {
    this.value += amount;
  }
}

/** One histogram with its labels fixed; recording allocates nothing. */
export class HistogramSeries {
  readonly labelText: string;
  /** Upper bounds, shared by all series of the metric. */
  readonly bounds: readonly number[];
  /** Observations per bucket, not cumulative; the last one is +Inf. */
  readonly counts: Float64Array;
  sum = 0;

  constructor(labelText: string, bounds: readonly number[]) {
    this.labelText = labelText;
    this.bounds = bounds;
    this.counts = new Float64Array(bounds.length + 1);
  }

  /** @throws RangeError when the value is not finite; nothing is recorded then */
  observe(value: number): void {
    if (!Number.isFinite(value)) throw new RangeError("A histogram takes finite values.");
    const { bounds, counts } = this;
    // A walk beats a binary search up to sixteen bounds, and no histogram of a worker has more.
    let bucket = 0;
    while (bucket < bounds.length && value > (bounds[bucket] ?? value)) bucket += 1;
    counts[bucket] = (counts[bucket] ?? 0) + 1;
    this.sum += value;
  }
}
