import type { Labels } from "./labels.ts";

export type MetricKind = "counter" | "gauge" | "histogram";

/** What a metric is, before it has any series. */
export interface MetricDefinition {
  readonly kind: MetricKind;
  /** `[a-zA-Z_:][a-zA-Z0-9_:]*`, unique in its registry. */
  readonly name: string;
  /** One sentence for the `# HELP` line. */
  readonly help: string;
  readonly labelNames: readonly string[];
  /** Labels whose values come from a closed list: they keep their value in the overflow series. */
  readonly closedLabels?: readonly string[];
  /** Upper, inclusive bounds, strictly rising, without +Inf. Histograms only. */
  readonly buckets?: readonly number[];
  /** Unit of its values in UCUM, for OTLP: `ms`, `s`, `By`. Default: what the name ends in. */
  readonly unit?: string;
  /** Throws when values may not stand together in a series of this metric; asked once per new series. */
  readonly checkLabels?: (labels: Labels) => void;
}

const METRIC_NAME = /^[a-zA-Z_:][a-zA-Z0-9_:]*$/;
const LABEL_NAME = /^(?!__)[a-zA-Z_][a-zA-Z0-9_]*$/;

/**
 * Refuses what no Prometheus server would read.
 *
 * @throws TypeError naming the metric and what is wrong with it
 * @see Prometheus, Metric names and labels
 */
export function checkDefinition({ kind, name, labelNames, buckets = [] }: MetricDefinition): void {
  if (!METRIC_NAME.test(name)) {
    throw new TypeError(`"${name}" is not a metric name: use letters, digits, "_" and ":", no digit first.`);
  }
  for (const label of labelNames) {
    if (!LABEL_NAME.test(label) || (kind === "histogram" && label === "le")) {
      throw new TypeError(`${name}: "${label}" is not a label name, or one that Prometheus keeps for itself.`);
    }
  }
  if (new Set(labelNames).size !== labelNames.length) throw new TypeError(`${name}: a label is named twice.`);
  if (kind === "histogram") checkBuckets(name, buckets);
}

/** The names a metric writes samples under; two metrics of a registry may not share one. */
export function sampleNames({ kind, name }: MetricDefinition): readonly string[] {
  return kind === "histogram" ? [name, `${name}_bucket`, `${name}_sum`, `${name}_count`] : [name];
}

/** Two definitions of the same name are the same metric only when they agree in everything. */
export function isSameDefinition(one: MetricDefinition, other: MetricDefinition): boolean {
  return JSON.stringify(identityOf(one)) === JSON.stringify(identityOf(other));
}

function identityOf({
  kind,
  name,
  help,
  labelNames,
  closedLabels = [],
  buckets = [],
  unit,
}: MetricDefinition): unknown {
  return [kind, name, help, labelNames, closedLabels, buckets, unit];
}

/** @throws TypeError unless there is at least one bound and all are finite and strictly rising */
export function checkBuckets(name: string, buckets: readonly number[]): void {
  const isRising = buckets.every((bound, index) => index === 0 || bound > (buckets[index - 1] ?? bound));
  if (buckets.length === 0 || !buckets.every(Number.isFinite) || !isRising) {
    throw new TypeError(`${name}: bucket bounds must be finite and strictly rising, and at least one.`);
  }
}
