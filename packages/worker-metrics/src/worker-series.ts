import type { CounterSeries, GaugeSeries, HistogramSeries } from "./series.ts";

/** How long handles record: those of an emitter that was shut down do nothing. */
export interface Lifetime {
  isOver: boolean;
  /** The clock that measures durations, in milliseconds. */
  readonly now: () => number;
}

/** What a gauge may be set to, and who is told of the rest. */
interface GaugeLimits {
  readonly range: readonly [least: number, most: number];
  readonly onOutside: () => void;
}

const NO_LIMITS: GaugeLimits = {
  range: [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY],
  onOutside: () => undefined,
};

/** A counter of the catalogue with its tags fixed. */
export class WorkerCounter {
  readonly #series: CounterSeries;
  readonly #lifetime: Lifetime;

  constructor(series: CounterSeries, lifetime: Lifetime) {
    this.#series = series;
    this.#lifetime = lifetime;
  }

  /** @throws RangeError when the amount is negative or not finite; nothing is recorded then */
  add(amount = 1): void {
    if (!this.#lifetime.isOver) this.#series.inc(amount);
  }
}

/** A gauge of the catalogue with its tags fixed. */
export class WorkerGauge {
  readonly #series: GaugeSeries;
  readonly #limits: GaugeLimits;
  readonly #lifetime: Lifetime;

  constructor(series: GaugeSeries, lifetime: Lifetime, limits: GaugeLimits = NO_LIMITS) {
    this.#series = series;
    this.#lifetime = lifetime;
    this.#limits = limits;
  }

  /**
   * Sets the value; percentages are held between 0 and 100.
   *
   * @throws RangeError when it is not finite; the value stays then
   */
  set(value: number): void {
    if (!Number.isFinite(value)) throw new RangeError("A worker's gauge takes finite values.");
    if (this.#lifetime.isOver) return;
    const { range, onOutside } = this.#limits;
    if (value < range[0] || value > range[1]) onOutside();
    this.#series.set(Math.min(range[1], Math.max(range[0], value)));
  }

  /** Adds to the value; a negative amount takes away. */
  add(amount: number): void {
    this.set(this.#series.value + amount);
  }
}

/** A duration of the catalogue with its tags fixed. Always given in milliseconds, written in the family's unit. */
export class WorkerHistogram {
  readonly #series: HistogramSeries;
  readonly #msPerUnit: number;
  readonly #lifetime: Lifetime;

  constructor(series: HistogramSeries, lifetime: Lifetime, msPerUnit: number) {
    this.#series = series;
    this.#lifetime = lifetime;
    this.#msPerUnit = msPerUnit;
  }

  /**
   * Records one duration. A negative one counts as 0: clocks of two machines may differ.
   *
   * @param durationMs - milliseconds, fractions included
   * @throws RangeError when it is not finite; nothing is recorded then
   */
  record(durationMs: number): void {
    if (this.#lifetime.isOver) return;
    this.#series.observe(durationMs > 0 ? durationMs / this.#msPerUnit : durationMs * 0);
  }

  /** Starts measuring; the answer, called, records the time since then, once. */
  time(): () => void {
    const { now } = this.#lifetime;
    const startMs = now();
    let isRunning = true;
    return () => {
      if (isRunning) this.record(now() - startMs);
      isRunning = false;
    };
  }
}
