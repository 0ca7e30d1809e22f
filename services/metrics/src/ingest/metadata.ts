import { openCache, textBytes } from "@vedette/http";
import type { MetricMetadata } from "../scrape/exposition.ts";

/** What a sender says of a metric. */
export interface SentMetadata extends Readonly<MetricMetadata> {
  readonly name: string;
}

/** Different things that are kept of one metric. */
const MAX_PER_METRIC = 10;
const MAX_HELP_LENGTH = 1024;

/** What senders say of their metrics, in memory: they say it again and again. */
export class SentMetadataStore {
  readonly #byName = openCache<string, readonly MetricMetadata[]>("metric_metadata", { sizeOf: metadataBytes });

  add({ name, type, help, unit }: SentMetadata): void {
    if (name === "" || (type === "unknown" && help === "" && unit === "")) return;
    const one = { type, help: help.slice(0, MAX_HELP_LENGTH), unit: unit.slice(0, MAX_HELP_LENGTH) };
    const known = this.#byName.get(name) ?? [];
    if (known.some((other) => isSameMetadata(one, other))) return;
    this.#byName.set(name, [one, ...known].slice(0, MAX_PER_METRIC));
  }

  entries(): Iterable<readonly [name: string, metadata: readonly MetricMetadata[]]> {
    return this.#byName.entries();
  }
}

function metadataBytes(all: readonly MetricMetadata[]): number {
  return all.reduce((sum, { type, help, unit }) => sum + textBytes(type) + textBytes(help) + textBytes(unit), 0);
}

export function isSameMetadata(one: MetricMetadata, other: MetricMetadata): boolean {
  return one.type === other.type && one.help === other.help && one.unit === other.unit;
}
