import type { AggregationOperator } from "../promql/syntax.ts";
import { ABSENT, type Column, emptyColumn, FLOAT } from "./values.ts";

/** Takes the series of one group and gives one column. */
export interface Accumulator {
  add(series: Column): void;
  result(): Column;
}

/** The aggregations that look at one value after the other. */
export type SimpleAggregation = Extract<
  AggregationOperator,
  "sum" | "avg" | "count" | "min" | "max" | "group" | "stddev" | "stdvar"
>;

export const ACCUMULATORS: Readonly<Record<SimpleAggregation, (count: number) => Accumulator>> = {
  sum: (count) => new SumColumn(count),
  avg: (count) => new MeanColumn(count),
  count: (count) => new FoldColumn(count, 0, (total) => total + 1),
  min: (count) =>
    new FoldColumn(count, Number.NaN, (least, value) => (value < least || Number.isNaN(least) ? value : least)),
  max: (count) =>
    new FoldColumn(count, Number.NaN, (most, value) => (value > most || Number.isNaN(most) ? value : most)),
  group: (count) => new FoldColumn(count, 1, () => 1),
  stddev: (count) => new VarianceColumn(count, Math.sqrt),
  stdvar: (count) => new VarianceColumn(count, (variance) => variance),
};

export function isSimpleAggregation(operator: AggregationOperator): operator is SimpleAggregation {
  return Object.hasOwn(ACCUMULATORS, operator);
}

class FoldColumn implements Accumulator {
  readonly #column: Column;
  readonly #fold: (state: number, value: number) => number;

  constructor(count: number, start: number, fold: (state: number, value: number) => number) {
    this.#column = emptyColumn(count);
    this.#column.values.fill(start);
    this.#fold = fold;
  }

  add({ values, present }: Column): void {
    const column = this.#column;
    for (let step = 0; step < values.length; step += 1) {
      if (present[step] === ABSENT) continue;
      column.values[step] = this.#fold(column.values[step] ?? 0, values[step] ?? 0);
      column.present[step] = FLOAT;
    }
  }

  result(): Column {
    return this.#column;
  }
}

/** A sum per step that carries what rounding lost, as `KahanSum` does for one. */
class SumColumn implements Accumulator {
  readonly #column: Column;
  readonly #lost: Float64Array;

  constructor(count: number) {
    this.#column = emptyColumn(count);
    this.#lost = new Float64Array(count);
  }

  add({ values, present }: Column): void {
    const lost = this.#lost;
    const { values: sums, present: hasSum } = this.#column;
    for (let step = 0; step < sums.length; step += 1) {
      if (present[step] === ABSENT) continue;
      const value = values[step] ?? 0;
      const sum = sums[step] ?? 0;
      const total = sum + value;
      if (!Number.isFinite(total)) lost[step] = 0;
      else if (Math.abs(sum) >= Math.abs(value)) lost[step] = (lost[step] ?? 0) + (sum - total + value);
      else lost[step] = (lost[step] ?? 0) + (value - total + sum);
      sums[step] = total;
      hasSum[step] = FLOAT;
    }
  }

  result(): Column {
    const { values, present } = this.#column;
    return { present, values: values.map((sum, step) => sum + (this.#lost[step] ?? 0)) };
  }
}

/** A mean per step. Where the sum would not be finite the mean itself is carried, as `KahanMean` does. */
class MeanColumn implements Accumulator {
  readonly #sums: SumColumn;
  readonly #counts: Uint32Array;
  readonly #means: Float64Array;

  constructor(count: number) {
    this.#sums = new SumColumn(count);
    this.#counts = new Uint32Array(count);
    this.#means = new Float64Array(count);
  }

  add(series: Column): void {
    this.#sums.add(series);
    for (let step = 0; step < this.#counts.length; step += 1) {
      if (series.present[step] === ABSENT) continue;
      const count = (this.#counts[step] ?? 0) + 1;
      const mean = this.#means[step] ?? 0;
      const value = series.values[step] ?? 0;
      this.#counts[step] = count;
      this.#means[step] = count === 1 ? value : mean * ((count - 1) / count) + value / count;
    }
  }

  result(): Column {
    const { values, present } = this.#sums.result();
    const means = values.map((sum, step) =>
      Number.isFinite(sum) ? sum / (this.#counts[step] ?? 1) : (this.#means[step] ?? 0),
    );
    return { present, values: means };
  }
}

/** Welford's variance per step, passed through `finish`. */
class VarianceColumn implements Accumulator {
  readonly #squares: Column;
  readonly #means: Float64Array;
  readonly #counts: Uint32Array;
  readonly #finish: (variance: number) => number;

  constructor(count: number, finish: (variance: number) => number) {
    this.#squares = emptyColumn(count);
    this.#means = new Float64Array(count);
    this.#counts = new Uint32Array(count);
    this.#finish = finish;
  }

  add({ values, present }: Column): void {
    for (let step = 0; step < values.length; step += 1) {
      if (present[step] !== ABSENT) this.#addAt(step, values[step] ?? 0);
    }
  }

  result(): Column {
    const { values, present } = this.#squares;
    return { present, values: values.map((sum, step) => this.#finish(sum / (this.#counts[step] ?? 1))) };
  }

  #addAt(step: number, value: number): void {
    const count = (this.#counts[step] ?? 0) + 1;
    const before = this.#means[step] ?? 0;
    const mean = before + (value - before) / count;
    this.#counts[step] = count;
    this.#means[step] = mean;
    this.#squares.values[step] = (this.#squares.values[step] ?? 0) + (value - before) * (value - mean);
    this.#squares.present[step] = FLOAT;
  }
}
