import { type Labels, OVERFLOW } from "./labels.ts";
import type { MetricDefinition } from "./metric-definition.ts";
import { SeriesTable } from "./series-table.ts";

/** A series that can begin anew. */
export interface Resettable {
  reset(): void;
}

export interface MetricOptions<Series> {
  readonly create: () => Series;
  readonly cardinalityLimit: number;
  /** Called once per metric, when its first series falls into the overflow. */
  readonly onOverflow: (name: string) => void;
}

/**
 * A metric and its series. The same labels always give the same series.
 *
 * When a metric has as many series as its registry allows, new ones fall together into an overflow series,
 * so that sums stay right and memory stays bounded.
 */
export class Metric<Series extends Resettable> {
  readonly definition: MetricDefinition;
  readonly table: SeriesTable<Series>;
  readonly #options: MetricOptions<Series>;
  #hasOverflowed = false;
  /** When each series was made, by row. */
  readonly #startsMs: number[] = [];

  constructor(definition: MetricDefinition, options: MetricOptions<Series>) {
    this.definition = definition;
    this.table = new SeriesTable(definition.labelNames);
    this.#options = options;
  }

  /**
   * The series of these labels, made when it is asked for the first time.
   *
   * @throws TypeError naming the metric and the label that is missing, unknown or not text
   */
  bind(labels: Labels = {}): Series {
    const known = this.table.find(labels);
    let given = 0;
    for (const _ in labels) given += 1;
    if (known !== undefined && given === this.definition.labelNames.length) return known;
    return this.#bindNew(labels);
  }

  /** When the series of a row was made: milliseconds since 1970. */
  startMsAt(row: number): number {
    return this.#startsMs[row] ?? 0;
  }

  #bindNew(labels: Labels): Series {
    const checked = this.#check(labels);
    this.definition.checkLabels?.(checked);
    const isFull = this.table.size >= this.#options.cardinalityLimit;
    const wanted = isFull ? this.#reduce(checked) : checked;
    return this.table.find(wanted) ?? this.#add(wanted);
  }

  #add(labels: Labels): Series {
    const series = this.#options.create();
    this.table.add(labels, series);
    this.#startsMs.push(Date.now());
    return series;
  }

  /** Sets all series back to zero, as if they had been made now. */
  reset(): void {
    for (let row = 0; row < this.table.size; row += 1) {
      this.table.at(row)?.reset();
      this.#startsMs[row] = Date.now();
    }
  }

  /** The labels of the overflow series: open values give way, those of closed lists stay. */
  #reduce(labels: Labels): Labels {
    const { name: metric, labelNames, closedLabels = [] } = this.definition;
    if (!this.#hasOverflowed) this.#options.onOverflow(metric);
    this.#hasOverflowed = true;
    return Object.fromEntries(
      labelNames.map((name) => [name, closedLabels.includes(name) ? (labels[name] ?? OVERFLOW) : OVERFLOW]),
    );
  }

  #check(labels: Labels): Labels {
    const { labelNames } = this.definition;
    const unknown = Object.keys(labels).find((name) => !labelNames.includes(name));
    if (unknown !== undefined) throw this.#refusal(unknown, "is none of its labels");
    return Object.fromEntries(labelNames.map((name) => [name, this.#textOf(labels, name)]));
  }

  #textOf(labels: Labels, name: string): string {
    const value = labels[name];
    if (typeof value !== "string") throw this.#refusal(name, "needs a text value");
    return value.toWellFormed();
  }

  #refusal(label: string, reason: string): TypeError {
    return new TypeError(`${this.definition.name}: "${label}" ${reason}.`);
  }
}
