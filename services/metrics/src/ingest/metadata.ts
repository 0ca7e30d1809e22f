import type { MetricMetadata } from "../scrape/exposition.ts";

/** What a sender says of a metric. */
export interface SentMetadata extends Readonly<MetricMetadata> {
  readonly name: string;
}

/** Metrics of which something is kept; the ones told of first go first. */
const MAX_METRICS = 50_000;
/** Different things that are kept of one metric. */
const MAX_PER_METRIC = 10;
const MAX_HELP_LENGTH = 1024;

/** What senders say of their metrics, in memory: they say it again and again. */
export class SentMetadataStore {
  readonly #byName = new Map<string, readonly MetricMetadata[]>();

  add({ name, type, help, unit }: SentMetadata): void {
    if (name === "" || (type === "unknown" && help === "" && unit === "")) return;
    const one = { type, help: help.slice(0, MAX_HELP_LENGTH), unit: unit.slice(0, MAX_HELP_LENGTH) };
    const known = this.#byName.get(name) ?? [];
    if (known.some((other) => isSameMetadata(one, other))) return;
    this.#byName.set(name, [one, ...known].slice(0, MAX_PER_METRIC));
    if (this.#byName.size <= MAX_METRICS) return;
    const [oldest] = this.#byName.keys();
    if (oldest !== undefined) this.#byName.delete(oldest);
  }

  entries(): Iterable<readonly [name: string, metadata: readonly MetricMetadata[]]> {
    return this.#byName;
  }
}

export function isSameMetadata(one: MetricMetadata, other: MetricMetadata): boolean {
  return one.type === other.type && one.help === other.help && one.unit === other.unit;
}
