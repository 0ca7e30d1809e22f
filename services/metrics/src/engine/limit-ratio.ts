import { MetricsError } from "../errors.ts";
import { type Labels, labelsKey } from "../labels/labels.ts";
import { formatFloat } from "./float-text.ts";
import type { AggregationContext } from "./group-aggregations.ts";
import { ABSENT, hasAny, type VectorSeries } from "./values.ts";

/**
 * `limit_ratio(r, v)`: about this share of the series, always the same ones. A negative share takes those that the
 * positive rest to one would leave.
 */
export async function limitRatio(
  { aggregation, parameter, notes, work }: AggregationContext,
  groups: readonly (readonly VectorSeries[])[],
): Promise<VectorSeries[]> {
  const ratios = parameter?.kind === "scalar" ? parameter.values : new Float64Array(0);
  if (ratios.some(Number.isNaN)) throw new MetricsError("query_refused", { detail: "Ratio value is NaN" });
  for (const ratio of new Set(ratios)) {
    if (Math.abs(ratio) <= 1) continue;
    const text = `ratio value should be between -1 and 1, got ${formatFloat(ratio)}, capping to ${ratio > 0 ? 1 : -1}`;
    notes.warn(text, aggregation.parameter?.span ?? aggregation.span);
  }
  const result: VectorSeries[] = [];
  for (const one of groups.flat()) {
    if (work.isDue()) await work.rest();
    const place = placeOf(one.labels);
    const present = one.present.map((kind, step) => (isTaken(place, ratios[step] ?? 0) ? kind : ABSENT));
    if (hasAny({ present })) result.push({ ...one, present });
  }
  return result;
}

function isTaken(place: number, ratio: number): boolean {
  return ratio >= 0 ? place < ratio : place >= 1 + ratio;
}

/** A number from 0 to 1 that a label set always has: FNV-1a, mixed so that similar texts lie far apart. */
function placeOf(labels: Labels): number {
  let hash = 0x811c9dc5;
  for (const byte of Buffer.from(labelsKey(labels))) hash = Math.imul(hash ^ byte, 0x01000193);
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return ((hash ^ (hash >>> 16)) >>> 0) / 2 ** 32;
}
