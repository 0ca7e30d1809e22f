import { labelsKey } from "../labels/labels.ts";
import type { Binary } from "../promql/syntax.ts";
import { matchingLabels } from "./matching.ts";
import { ABSENT, FLOAT, groupBy, hasAny, presenceOf, type VectorSeries } from "./values.ts";

/** `and`, `or`, `unless`: which series stay at which steps. Values are never changed. */
export function applySetOperator(
  { operator, matching }: Binary,
  left: readonly VectorSeries[],
  right: readonly VectorSeries[],
): readonly VectorSeries[] {
  const grouping = matchingLabels(matching);
  const keyOf = (series: VectorSeries) => labelsKey(grouping(series.labels));
  switch (operator) {
    case "and":
      return restrict(left, keyOf, presenceByKey(right, grouping), "where there");
    case "unless":
      return restrict(left, keyOf, presenceByKey(right, grouping), "where not there");
    default:
      return [...left, ...restrict(right, keyOf, presenceByKey(left, grouping), "where not there")];
  }
}

/** The steps at which any series of a group has a value. */
function presenceByKey(
  series: readonly VectorSeries[],
  grouping: (labels: VectorSeries["labels"]) => VectorSeries["labels"],
): ReadonlyMap<string, Uint8Array> {
  const groups = groupBy(series, ({ labels }) => grouping(labels));
  return new Map([...groups].map(([key, group]) => [key, presenceOf(group)]));
}

function restrict(
  series: readonly VectorSeries[],
  keyOf: (series: VectorSeries) => string,
  others: ReadonlyMap<string, Uint8Array>,
  rule: "where there" | "where not there",
): VectorSeries[] {
  const kept: VectorSeries[] = [];
  for (const one of series) {
    const there = others.get(keyOf(one));
    if (there === undefined) {
      if (rule === "where not there") kept.push(one);
      continue;
    }
    const wanted = rule === "where there" ? FLOAT : ABSENT;
    for (let step = 0; step < there.length; step += 1) if (there[step] !== wanted) one.present[step] = ABSENT;
    if (hasAny(one)) kept.push(one);
  }
  return kept;
}
