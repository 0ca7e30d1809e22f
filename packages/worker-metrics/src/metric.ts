import { type Labels, labelText, OVERFLOW } from "./labels.ts";
import type { MetricDefinition } from "./metric-definition.ts";

/** Between the values of a key; no valid UTF-8 text holds half a surrogate pair. */
const BETWEEN_VALUES = "\uD800";

/**
 * A metric and its series. The same labels always give the same series.
 *
 * When a metric has as many series as its registry allows, new ones fall together into an overflow series,
 * so that sums stay right and memory stays bounded.
 */
export class Metric<Series> {
  readonly definition: MetricDefinition;
  readonly #create: (labelText: string) => Series;
  readonly #limit: number;
  readonly #onOverflow: (name: string) => void;
  readonly #seriesByKey = new Map<string, Series>();
  #hasOverflowed = false;

  constructor(definition: MetricDefinition, options: MetricOptions<Series>) {
    this.definition = definition;
    this.#create = options.create;
    this.#limit = options.cardinalityLimit;
    this.#onOverflow = options.onOverflow;
  }

  /**
   * The series of these labels, made when it is asked for the first time.
   *
   * @throws TypeError naming the metric and the label that is missing, unknown or not text
   */
  bind(labels: Labels = {}): Series {
    const key = this.#keyOf(labels);
    const known = this.#seriesByKey.get(key);
    if (known !== undefined) return known;
    const isOverflowing = this.#seriesByKey.size >= this.#limit;
    return isOverflowing ? this.#bindOverflow(labels) : this.#add(key, labels);
  }

  /** The series there are, in the order in which they were made. */
  series(): IterableIterator<Series> {
    return this.#seriesByKey.values();
  }

  #bindOverflow(labels: Labels): Series {
    this.definition.checkLabels?.(labels);
    if (!this.#hasOverflowed) {
      this.#hasOverflowed = true;
      this.#onOverflow(this.definition.name);
    }
    const { labelNames, closedLabels = [] } = this.definition;
    const reduced = Object.fromEntries(
      labelNames.map((name) => [name, closedLabels.includes(name) ? (labels[name] ?? OVERFLOW) : OVERFLOW]),
    );
    const key = this.#keyOf(reduced);
    return this.#seriesByKey.get(key) ?? this.#add(key, reduced);
  }

  #add(key: string, labels: Labels): Series {
    this.definition.checkLabels?.(labels);
    const series = this.#create(labelText(this.definition.labelNames, labels));
    this.#seriesByKey.set(key, series);
    return series;
  }

  #keyOf(labels: Labels): string {
    const { labelNames } = this.definition;
    let key = "";
    for (const name of labelNames) {
      const value = labels[name];
      if (typeof value !== "string") throw this.#refusal(name, "needs a text value");
      key += value + BETWEEN_VALUES;
    }
    let given = 0;
    for (const _ in labels) given += 1;
    if (given !== labelNames.length) throw this.#unknownLabel(labels);
    return key;
  }

  #unknownLabel(labels: Labels): TypeError {
    const unknown = Object.keys(labels).find((name) => !this.definition.labelNames.includes(name)) ?? "";
    return this.#refusal(unknown, "is none of its labels");
  }

  #refusal(label: string, reason: string): TypeError {
    return new TypeError(`${this.definition.name}: "${label}" ${reason}.`);
  }
}

export interface MetricOptions<Series> {
  readonly create: (labelText: string) => Series;
  readonly cardinalityLimit: number;
  /** Called once per metric, when its first series falls into the overflow. */
  readonly onOverflow: (name: string) => void;
}
